import { env, exports } from "cloudflare:workers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { consentToCollection } from "#contract/collection";
import * as messages from "#contract/messages";
import { refundPayment, settleRefund } from "#contract/refunds";
import { dayMs, minuteMs } from "#contract/values/time";
import { loadAll, loadProvider } from "#worker/features/backups/read-backup";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { sweepMessages } from "#worker/features/messages/index";
import { sweepPayments, sweepRefunds } from "#worker/features/payments/index";
import { isHeldSinceLoad } from "#worker/features/providers/index";
import { AfricasTalkingSimulator } from "../../simulators/africastalking/africastalking-simulator.ts";
import { closeAllLinks, FakeBridge } from "../../support/fake-bridge.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { openWorld, type PaymentWorld } from "../payments/payment-world.ts";
import { untilConfirmed } from "../payments/refund-world.ts";
import { type PayoutWorld, payoutWorld, sumOf } from "../payouts/payout-world.ts";
import { type BackupWorld, backupWorld } from "./backup-world.ts";

// The account is lost: what was open when the backup was taken went out afterwards, and the backup does not know. `npm run drill`.

let world: PaymentWorld;
let backup: BackupWorld;
let payouts: PayoutWorld;
let sms: AfricasTalkingSimulator;
const apiKey = "atsk_of_the_demo_provider";

beforeAll(async () => {
  world = await openWorld();
  backup = await backupWorld();
  backup.withStore(world.others);
  const account = { username: "demowifi", apiKey, senderIds: ["DEMOWIFI"], balance: 1_000_000 };
  sms = new AfricasTalkingSimulator({
    accounts: [account],
    now: Date.now,
    deliver: async (url, body, headers) =>
      (await exports.default.fetch(new Request(url, { method: "POST", body, headers }))).status,
  });
  world.others.set("api.africastalking.com", async (request) => {
    const answer = await sms.handle(request);
    if (!answer) throw new Error(`no test needs ${request.url}`);
    return answer;
  });
  await env.DB.prepare("UPDATE gateways SET is_active = 0, archived_at = 1 WHERE provider_id = ?1")
    .bind(demo().id)
    .run();
  payouts = payoutWorld(world, demo());
  await payouts.turnOn();
  const consented = await call(consentToCollection, {}, await payouts.asOwner());
  if (!consented.ok) throw new Error(consented.text);
  await payouts.destination();
  await world.advance(dayMs + 1);
  await backup.setUp([demo().id, world.seeded.savanna.id]);
});
afterAll(async () => {
  await closeAllLinks();
  await world.close();
});

const demo = () => world.seeded.demo;
const own = <Row>(text: string) =>
  tenantDatabase(demo().id)
    .prepare(text)
    .all<Row>()
    .then(({ results }) => results);

async function sell(): Promise<{ id: string; cents: number }> {
  const buyer = world.buyer("demo");
  const { transactionId: id, amount } = await buyer.start();
  await buyer.answer("paid");
  await untilConfirmed(world, id);
  return { id, cents: amount * 100 };
}

async function turnMessagesOn(): Promise<void> {
  const { host, cookie } = await payouts.asOwner();
  const ask = async (endpoint: Parameters<typeof call>[0], body: object) => {
    const answer = await call(endpoint, { body }, { host, cookie });
    if (!answer.ok) throw new Error(answer.text);
  };
  await ask(messages.saveSmsAccount, { username: "demowifi", apiKey });
  await ask(messages.sendTestMessage, { phoneNumber: "0712 345 678" });
  await ask(messages.saveMessageSettings, {
    receipt: true,
    ending: true,
    outage: true,
    language: "en",
    segmentPrice: 0.8,
    budget: 500,
    quietFrom: "00:00",
    quietTo: "00:00",
  });
}

async function refund(id: string) {
  const cookie = await signInOperator(world.seeded.operator);
  const body = { providerId: demo().id, reason: "asked for" };
  return call(refundPayment, { params: { id }, body }, { host: hostOf(), cookie });
}

/** By the books of the provider, in cents. */
async function standing() {
  const [row] = await own<{ paid: number; booked: number; sums: number; payments: number }>(
    `SELECT (SELECT coalesce(sum(amount_cents), 0) FROM payments WHERE status = 'completed') AS paid,
      (SELECT -coalesce(sum(cents), 0) FROM ledger WHERE account = 'sales') AS booked,
      (SELECT coalesce(sum(cents), 0) FROM sales_daily) AS sums,
      (SELECT count(*) FROM payments) AS payments`,
  );
  return { ...row, books: await payouts.books() };
}

const reversals = async () => (await world.daraja.counts()).reversals ?? 0;

const sentNow = async () => ({
  payouts: (await payouts.sent()).length,
  reversals: await reversals(),
  sms: sms.accepted.length,
});

/** A prompt, a payout, two refunds and a message are under way while the backup is taken; all of them are done afterwards. */
async function backUpInTheMiddle() {
  const { id: providerId } = demo();
  const given = await sell();
  const named = await sell();
  for (let sales = 0; sales < 4; sales += 1) await sell();
  await sweepMessages(testContext(), providerId);
  await world.advance(minuteMs);
  const earlier = await sentNow();

  const last = await sell();
  const prompted = world.buyer("demo");
  const open = await prompted.start();
  // Acknowledged: the gateway can be asked by its name for it.
  expect((await refund(named.id)).ok).toBe(true);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const waiting = new Set<string>();
  world.wire = async (request) => {
    const { pathname } = new URL(request.url);
    if (!/b2c|reversal/.test(pathname)) return undefined;
    waiting.add(pathname);
    await held;
    return undefined;
  };
  const heldSms = world.others.get("api.africastalking.com");
  world.others.set("api.africastalking.com", async (request) => {
    waiting.add("sms");
    await held;
    return heldSms?.(request) ?? new Response(null, { status: 500 });
  });
  const sending = sweepMessages(testContext(), providerId);
  const paying = payouts.request(20);
  const giving = refund(given.id);
  await expect.poll(() => waiting.size).toBe(3);
  const before = await standing();
  const night = await backup.backUp();
  letGo();
  await Promise.all([sending, paying, giving]);
  await prompted.answer("paid");
  await payouts.pass(5 * minuteMs);
  const after = await standing();
  expect(after.paid).toBe((before.paid ?? 0) + open.amount * 100);
  world.wire = null;
  if (heldSms) world.others.set("api.africastalking.com", heldSms);
  const sent = await sentNow();
  expect(sent).toMatchObject({ payouts: earlier.payouts + 1, reversals: earlier.reversals + 2 });
  expect(sent.sms).toBeGreaterThan(earlier.sms);
  expect(backup.store.refused).toEqual([]);
  return { night, before, after, sent, last };
}

/** Time passes, and all that is asked or sent by itself is. */
async function passes(): Promise<void> {
  const { id: providerId } = demo();
  for (let turn = 0; turn < 8; turn += 1) {
    await payouts.pass(10 * minuteMs);
    await sweepPayments(testContext(), providerId);
    await sweepRefunds(testContext(), providerId);
    await sweepMessages(testContext(), providerId);
    await world.advance(minuteMs);
  }
}

/** One of which the gateway's name is not known can't be asked about: whoever has the statement says how it ended. */
async function settleByStatement(id: string): Promise<void> {
  const cookie = await signInOperator(world.seeded.operator);
  const body = { outcome: "done", note: "on the statement" };
  const said = await call(settleRefund, { params: { id }, body }, { host: hostOf(), cookie });
  expect(said.ok ? "" : said.text).toBe("");
}

// Days of a whole account: beside the rest of a run it takes minutes.
test("the account is lost and loaded into a new one: nothing that was open goes out again, and the books are equal to the cent", {
  timeout: 240_000,
}, async () => {
  const { id: providerId } = demo();
  const { code } = await createBridgeCode(testContext(), { providerId, adminId: null }, "kept");
  const bridge = await FakeBridge.enrol(code);
  const link = await bridge.connect();
  await turnMessagesOn();
  const { night, before, after, sent, last } = await backUpInTheMiddle();
  await link.close();

  await backup.loseTheAccount();
  const began = performance.now();
  const manifest = await loadAll(backup.source(night), backup.target);
  console.log(
    `loaded in ${((performance.now() - began) / 1_000).toFixed(1)} s: ${manifest.files.length} files, ${manifest.files.reduce((sum, { rows }) => sum + rows, 0)} rows, ${manifest.files.reduce((sum, { bytes }) => sum + bytes, 0)} bytes`,
  );
  expect(manifest.missing).toEqual([]);
  // Loaded once more it is the same.
  await loadAll(backup.source(night), backup.target);
  expect((await standing()).payments).toBe(before.payments);

  // What was open is asked about, and nothing is sent.
  expect(await own("SELECT status FROM payouts")).toEqual([{ status: "unclear" }]);
  expect(await own("SELECT state FROM messages WHERE state IN ('waiting', 'sending')")).toEqual([]);
  await passes();
  expect(await sentNow()).toEqual(sent);
  expect(await own("SELECT status FROM payouts")).toEqual([{ status: "paid" }]);
  const refunds = () => own<{ id: string; status: string }>("SELECT id, status FROM refunds ORDER BY status");
  const [asked, nameless] = await refunds();
  expect([asked?.status, nameless?.status]).toEqual(["done", "unknown"]);
  await settleByStatement(nameless?.id ?? "");
  const settled = await standing();
  expect(settled).toEqual(after);
  expect(sumOf(settled.books)).toBe(0);

  // What went out since and is not in the backup nobody knows: nothing more goes out until somebody has looked.
  expect((await payouts.request(10)).ok).toBe(false);
  expect((await refund(last.id)).ok).toBe(false);
  const lost = { step: "paid_out" as const, providerId, shillings: 15, receipt: "SGA1B2C3D4" };
  for (let twice = 0; twice < 2; twice += 1) expect((await backup.target.ask(lost)).state).toBe("ok");
  const noted = await standing();
  const fee = 500;
  expect(noted.books["owed to provider"]).toBe((settled.books["owed to provider"] ?? 0) + 1_500 + fee);
  expect(sumOf(noted.books)).toBe(0);
  expect((await payouts.sent()).length).toBe(1);
  await backup.target.ask({ step: "release", providerId: "" });
  expect((await backup.target.ask({ ...lost, receipt: "SGA1B2C3D5" })).state).toBe("other_data");
  const again = await refund(last.id);
  expect(again.ok ? "" : again.text).toBe("");

  // It sells, and the site's bridge is served by its own key.
  const sold = await sell();
  expect((await standing()).paid).toBe((settled.paid ?? 0) + sold.cents);
  const back = await bridge.restarted().connect();
  const [purchase] = await own<{ id: string }>(
    "SELECT id FROM entitlements ORDER BY created_at DESC LIMIT 1",
  );
  await back.until(() => back.desired(purchase?.id ?? ""), "the purchase");
  await back.close();
});

test("one provider alone is loaded: nothing of it that was open goes out again, it alone is held and released, its books are equal to the cent", {
  timeout: 240_000,
}, async () => {
  const { id: providerId } = demo();
  // A night is loaded once.
  await world.advance(dayMs);
  const ended = async () => own<{ id: string }>("SELECT id FROM refunds WHERE status = 'done' ORDER BY id");
  const earlier = new Set((await ended()).map(({ id }) => id));
  const { night, after, sent, last } = await backUpInTheMiddle();
  await loadProvider(backup.source(night), backup.target, providerId, true);
  // Loaded once more it is the same.
  await loadProvider(backup.source(night), backup.target, providerId, true);
  const [open] = await own<{ status: string }>("SELECT status FROM payouts ORDER BY created_at DESC LIMIT 1");
  expect(open?.status).toBe("unclear");
  expect(await own("SELECT state FROM messages WHERE state IN ('waiting', 'sending')")).toEqual([]);
  await passes();
  expect(await sentNow()).toEqual(sent);
  // Its payments' objects were not lost: they know more than the backup, also how refunds ended.
  expect((await ended()).filter(({ id }) => !earlier.has(id))).toHaveLength(2);
  expect(await standing()).toEqual(after);

  // Only what is its own waits for somebody to look.
  expect((await payouts.request(10)).ok).toBe(false);
  expect((await refund(last.id)).ok).toBe(false);
  expect(await isHeldSinceLoad(testContext(), world.seeded.savanna.id)).toBe(false);
  expect(await backup.target.ask({ step: "release", providerId })).toMatchObject({ state: "ok", count: 1 });
  const again = await refund(last.id);
  expect(again.ok ? "" : again.text).toBe("");
});
