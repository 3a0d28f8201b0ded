import { env, exports } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { consentToCollection, saveCollectionSettings, withdrawCollection } from "#contract/collection";
import { askPayout, listPayouts, readBalance, readStatement, settlePayout } from "#contract/payouts";
import { refundPayment } from "#contract/refunds";
import { dayMs } from "#contract/values/time";
import { changePayout } from "#worker/features/payouts/change-payout";
import { sweepPayouts } from "#worker/features/payouts/index";
import { payoutUrl } from "#worker/features/payouts/result-address";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { openWorld, type PaymentWorld } from "../payments/payment-world.ts";
import { untilConfirmed } from "../payments/refund-world.ts";
import { type PayoutWorld, payoutWorld, sumOf } from "./payout-world.ts";

// The platform collects for a provider that consents, and pays out what it owes: once, whatever the gateway says or keeps to itself.

let world: PaymentWorld;
let at: PayoutWorld;
let providerId: string;

beforeAll(async () => {
  world = await openWorld();
  providerId = world.seeded.demo.id;
  at = payoutWorld(world, world.seeded.demo);
  await env.DB.prepare("UPDATE gateways SET is_active = 0, archived_at = 1 WHERE provider_id = ?1")
    .bind(providerId)
    .run();
  await at.turnOn();
  const consented = await call(consentToCollection, {}, await at.asOwner());
  if (!consented.ok) throw new Error(consented.text);
  await at.destination();
  await world.advance(dayMs + 1);
});
beforeEach(() => world.renew());
afterEach(() => vi.restoreAllMocks());
afterAll(() => world.close());

/** A visitor pays, and what is paid is owed. */
async function sell(plan = 0): Promise<{ id: string; cents: number }> {
  const buyer = world.buyer("demo");
  const planId = world.seeded.demo.plans[plan]?.id;
  const { transactionId: id, amount } = await buyer.start({ planId });
  await buyer.answer("paid");
  await untilConfirmed(world, id);
  return { id, cents: amount * 100 };
}

async function sellFor(cents: number): Promise<void> {
  // The plan of a day costs as much as five hours.
  while ((await balance()).available * 100 < cents) await sell(2);
}

async function balance() {
  const answer = await call(readBalance, {}, await at.asOwner());
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}

const newest = async () => {
  const row = (await at.rows()).at(-1);
  if (!row) throw new Error("there is no payout");
  return row;
};

test("what the platform collects is owed to the provider, and sold at the platform's own pay bill", async () => {
  const before = await balance();
  const { id, cents } = await sell();
  const row = await tenantDatabase(providerId)
    .prepare("SELECT settlement FROM payments WHERE id = ?1")
    .bind(id)
    .first();
  expect(row).toEqual({ settlement: "collected" });
  expect((await balance()).owed).toBe(before.owed + cents / 100);
});

test("a payout is reserved, sent once, and paid once our own question was answered", async () => {
  await sellFor(2_000);
  const before = await balance();
  const answer = await at.request(16);
  expect(answer.ok && answer.answer.payout).toMatchObject({ status: "sent", amount: 16, fee: 5 });
  expect(await balance()).toMatchObject({ owed: before.owed - 21, underWay: before.underWay + 21 });
  await world.advance(5_000);
  expect(await newest()).toMatchObject({ status: "paid", told: "paid", cents: 1_600 });
  const [sent] = await at.sent();
  expect(sent).toMatchObject({ kind: "b2c", payout: { amount: 16, receiver: "254712000111" } });
  expect((await newest()).receipt).toBe(sent?.receipt);
  expect(await balance()).toMatchObject({ owed: before.owed - 21, underWay: before.underWay });
  expect(sumOf(await at.books())).toBe(0);
});

test("the same key is the same payout, and more than is there is refused", async () => {
  await sellFor(4_500);
  const key = crypto.randomUUID();
  const [one, two] = await Promise.all([at.request(15, key), at.request(15, key)]);
  const ids = [one, two].flatMap((answer) => (answer.ok ? [answer.answer.payout.id] : []));
  expect(new Set(ids).size).toBe(1);
  const { available } = await balance();
  expect(await at.request(available + 1)).toMatchObject({
    ok: false,
    status: 409,
    refusal: { reason: "payout_more_than_there" },
  });
  expect(await at.request(5)).toMatchObject({ ok: false, refusal: { reason: "payout_least" } });
  await world.advance(5_000);
  expect(await at.sent()).toHaveLength(1);
});

test("a key of another amount is refused, and of the same it stays the payout that it was", async () => {
  await sellFor(4_500);
  const key = crypto.randomUUID();
  const one = await at.request(15, key);
  expect(await at.request(16, key)).toMatchObject({
    ok: false,
    status: 409,
    refusal: { reason: "payout_key_used" },
  });
  const again = await at.request(15, key);
  expect(again.ok && again.answer.payout.id).toBe(one.ok && one.answer.payout.id);
  await world.advance(5_000);
  expect(await at.sent()).toHaveLength(1);
});

test("of two that ask for all of it at once, one gets it", async () => {
  await sellFor(2_000);
  const answers = await Promise.all([at.request(), at.request(), at.request()]);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  await world.advance(5_000);
  expect(await at.sent()).toHaveLength(1);
  expect((await balance()).owed).toBeGreaterThanOrEqual(0);
});

test.each(["lost-after-acceptance", "internal-after-acceptance", "empty"])(
  "an answer that is %s is unclear, asked about and never sent again",
  async (acks) => {
    await sellFor(2_000);
    await at.settings({ acks, results: "lost" });
    const answer = await at.request(15);
    expect(answer.ok && answer.answer.payout.status).toBe("unclear");
    await at.pass(3 * 60_000);
    expect((await newest()).status).toBe("unclear");
    await at.settings({ acks: "normal", results: "normal" });
    await at.pass(30 * 60_000);
    expect(await newest()).toMatchObject({ status: "paid" });
    expect(await at.sent()).toHaveLength(1);
  },
);

test("a payout that the gateway refused, or that failed for sure, gives its money back", async () => {
  await sellFor(2_000);
  const before = await balance();
  await at.settings({ acks: "busy" });
  const refused = await at.request(15);
  expect(refused.ok && refused.answer.payout.status).toBe("failed");
  await at.settings({ acks: "normal", payouts: "insufficient" });
  await at.request(15);
  await world.advance(5_000);
  // The gateway's result proves nothing by itself, and its money stays reserved.
  expect(await newest()).toMatchObject({ status: "sent", told: "failed" });
  expect((await balance()).owed).toBe(before.owed - 20);
  await at.pass(15 * 60_000);
  expect(await newest()).toMatchObject({ status: "failed" });
  expect(await balance()).toMatchObject({ owed: before.owed, underWay: before.underWay });
  expect(sumOf(await at.books())).toBe(0);
});

test("what never reached the gateway gives its money back after half an hour", async () => {
  await sellFor(2_000);
  const before = await balance();
  world.wire = (request) =>
    request.url.includes("/b2c/") ? new Response("Gateway Timeout", { status: 504 }) : undefined;
  await at.request(15);
  world.wire = null;
  expect(await newest()).toMatchObject({ status: "unclear" });
  await at.pass(20 * 60_000);
  expect(await newest()).toMatchObject({ status: "unclear" });
  await at.pass(45 * 60_000);
  expect(await newest()).toMatchObject({ status: "failed" });
  expect((await balance()).owed).toBe(before.owed);
});

test.each(["duplicate", "late", "timeout-after-execution", "of-another", "lost"])(
  "results that are %s change nothing twice",
  async (results) => {
    await sellFor(4_500);
    await at.request(15);
    await world.advance(5_000);
    await at.settings({ results });
    const before = await balance();
    await at.request(15);
    await world.advance(5_000);
    await at.settings({ results: "normal" });
    await at.pass(15 * 60_000);
    expect(await newest()).toMatchObject({ status: "paid" });
    expect(await balance()).toMatchObject({ owed: before.owed - 20, underWay: before.underWay });
    expect(await at.sent()).toHaveLength(2);
    expect(sumOf(await at.books())).toBe(0);
  },
);

test("forged results, by whoever knows the address, decide nothing", async () => {
  await sellFor(2_000);
  await at.settings({ results: "lost" });
  await at.request(15);
  const { id, handle } = await newest();
  const ctx = testContext();
  const name = { providerId, payoutId: id };
  const post = async (url: string, result: Record<string, unknown>) => {
    const posted = await exports.default.fetch(
      new Request(url, { method: "POST", body: JSON.stringify({ Result: result }) }),
    );
    expect(posted.status).toBe(200);
    return posted.text();
  };
  const own = payoutUrl(ctx, name, { kind: "result" });
  await post(own, { ResultCode: 1, ResultDesc: "no", OriginatorConversationID: handle });
  await post(own, { ResultCode: 0, ResultDesc: "yes", OriginatorConversationID: "somebody-else" });
  await post(`${own.slice(0, -1)}0`, { ResultCode: 0, OriginatorConversationID: handle });
  // An answer to a question that was never asked, and one about another amount and receiver.
  await post(payoutUrl(ctx, name, { kind: "answer", ask: 9 }), { ResultCode: 2033 });
  const parameters = (over: Record<string, unknown>) => ({
    ResultParameter: Object.entries({
      TransactionStatus: "Completed",
      Amount: 15,
      ReceiptNo: "UKA1234567",
      CreditPartyName: "254712000111 - X",
      OriginatorConversationID: handle,
      ...over,
    }).map(([Key, Value]) => ({ Key, Value })),
  });
  await changePayout(ctx, providerId, id, { type: "asked" });
  for (const over of [
    { Amount: 16 },
    { CreditPartyName: "254700000000 - X" },
    { OriginatorConversationID: "a" },
  ])
    await post(payoutUrl(ctx, name, { kind: "answer", ask: 1 }), {
      ResultCode: 0,
      ResultParameters: parameters(over),
    });
  expect(await newest()).toMatchObject({ status: "sent" });
  await at.settings({ results: "normal" });
  await at.pass(15 * 60_000);
  expect(await newest()).toMatchObject({ status: "paid" });
});

test("'not found' that answers an early question gives nothing back, however late it comes", async () => {
  await sellFor(2_000);
  await at.settings({ acks: "lost-after-acceptance", results: "lost" });
  await at.request(15);
  const { id } = await newest();
  await at.pass(3 * 60_000);
  const { asks } = await newest();
  expect(asks).toBeGreaterThan(0);
  await world.advance(3_600_000);
  const late = payoutUrl(testContext(), { providerId, payoutId: id }, { kind: "answer", ask: asks });
  const body = JSON.stringify({ Result: { ResultCode: 2033, ResultDesc: "not found" } });
  await exports.default.fetch(new Request(late, { method: "POST", body }));
  expect(await newest()).toMatchObject({ status: "unclear" });
  await at.settings({ acks: "normal", results: "normal" });
  await at.pass(3 * 3_600_000);
  expect(await newest()).toMatchObject({ status: "paid" });
  expect(await at.sent()).toHaveLength(1);
});

test("'not found' that answers another question gives nothing back", async () => {
  await sellFor(2_000);
  await at.settings({ acks: "lost-after-acceptance", results: "lost" });
  await at.request(15);
  const { id } = await newest();
  await at.settings({ acks: "normal" });
  await at.pass(40 * 60_000);
  const { asks } = await newest();
  const url = payoutUrl(testContext(), { providerId, payoutId: id }, { kind: "answer", ask: asks });
  for (const name of [{}, { OriginatorConversationID: "4f1c-4a5e-8a3b-other" }]) {
    const body = JSON.stringify({ Result: { ResultCode: 2033, ResultDesc: "not found", ...name } });
    await exports.default.fetch(new Request(url, { method: "POST", body }));
    expect(await newest()).toMatchObject({ status: "unclear" });
  }
  await at.settings({ results: "normal" });
  await at.pass(3 * 3_600_000);
  expect(await newest()).toMatchObject({ status: "paid" });
});

test("of an account that the platform does not pay out from any more nothing is asked, and that is said", async () => {
  await sellFor(2_000);
  await at.settings({ results: "lost" });
  await at.request(15);
  const row = await newest();
  await at.turnOn({ shortCode: "600777" });
  const params = { id: providerId, payoutId: row.id };
  expect(await call(askPayout, { params }, await at.asOperator())).toMatchObject({
    ok: false,
    status: 409,
    refusal: { reason: "payout_other_account" },
  });
  await at.turnOn();
  await at.settings({ results: "normal" });
  await at.pass(15 * 60_000);
  expect(await newest()).toMatchObject({ status: "paid" });
});

test("a process that died before or after it sent is gone on with, and sends nothing twice", async () => {
  await sellFor(4_500);
  const ctx = testContext();
  world.wire = (request) => {
    if (request.url.includes("/b2c/")) throw new Error("killed");
    return undefined;
  };
  await at.request(15);
  world.wire = null;
  const lost = await newest();
  expect(lost.status).toBe("unclear");
  await at.pass(60 * 60_000);
  expect(await newest()).toMatchObject({ status: "failed" });
  // Killed right behind the reservation, and right behind the mark that it goes out.
  await at.request(15);
  await world.advance(5_000);
  const [, second] = (await at.rows()).slice(-2);
  expect(second?.status).toBe("paid");
  await Promise.all([1, 2, 3].map(() => sweepPayouts(ctx, providerId)));
  expect(await at.sent()).toHaveLength(1);
});

test("a pay bill and a till are paid by B2B, under the name that the gateway gives", async () => {
  await sellFor(4_500);
  await at.destination({ kind: "till", account: "600900" });
  expect(await at.request(15)).toMatchObject({ ok: false, refusal: { reason: "payout_held" } });
  await world.advance(dayMs + 1);
  const answer = await at.request(15);
  expect(answer.ok && answer.answer.payout).toMatchObject({
    status: "sent",
    kind: "till",
    account: "600900",
  });
  await world.advance(5_000);
  expect(await newest()).toMatchObject({ status: "paid" });
  // Its acknowledgement lost, nobody knows its name: a person decides.
  await at.settings({ acks: "lost-after-acceptance" });
  await at.request(15);
  await at.settings({ acks: "normal" });
  await at.pass(60 * 60_000);
  const row = await newest();
  expect(row).toMatchObject({ status: "unclear", handle: null });
  const params = { id: providerId, payoutId: row.id };
  const operator = await at.asOperator();
  expect(await call(askPayout, { params }, operator)).toMatchObject({
    refusal: { reason: "payout_nameless" },
  });
  const seen = await call(listPayouts, {}, operator);
  expect(seen.ok && seen.answer.payouts[0]).toMatchObject({ id: row.id, status: "unclear" });
  const receipt = (await at.sent())[0]?.receipt ?? "";
  const settled = await call(
    settlePayout,
    { params, body: { outcome: "paid", receipt, note: "Stands in the statement" } },
    operator,
  );
  expect(settled.ok && settled.answer.payout).toMatchObject({ status: "paid", receipt });
  const again = await call(
    settlePayout,
    { params, body: { outcome: "failed", note: "It does not stand there" } },
    operator,
  );
  expect(again).toMatchObject({ ok: false, status: 409 });
  await at.destination();
  await world.advance(dayMs + 1);
  expect(sumOf(await at.books())).toBe(0);
});

test("a payout that is taken back at the gateway is owed again, once", async () => {
  await sellFor(2_000);
  const before = await balance();
  await at.request(15);
  await world.advance(5_000);
  const { handle, id } = await newest();
  await world.daraja.call("/control/payouts", { body: { originatorConversationId: handle } });
  const params = { id: providerId, payoutId: id };
  const operator = await at.asOperator();
  for (let turn = 0; turn < 2; turn += 1) {
    await world.advance(10_000);
    await call(askPayout, { params }, operator);
    await world.advance(5_000);
  }
  expect(await newest()).toMatchObject({ status: "reversed" });
  expect((await balance()).owed).toBe(before.owed);
  expect(sumOf(await at.books())).toBe(0);
});

test("refunds on their way are nobody's to have paid out, and the statement agrees with the books", async () => {
  const sold = await sell();
  await sellFor(4_500);
  const before = await balance();
  await at.settings({ results: "lost" });
  const back = await call(
    refundPayment,
    { params: { id: sold.id }, body: { providerId, reason: "Paid by mistake" } },
    await at.asOperator(),
  );
  expect(back.ok).toBe(true);
  const held = await balance();
  expect(held.refunding).toBe(sold.cents / 100);
  expect(held.available).toBe(before.available - sold.cents / 100);
  await at.settings({ results: "normal" });
  const statement = await call(
    readStatement,
    { query: { from: "2031-01-01", to: "2031-12-31" } },
    await at.asOwner(),
  );
  if (!statement.ok) throw new Error(statement.text);
  const { opening, closing, lines } = statement.answer;
  expect(opening).toBe(0);
  expect(Math.round(lines.reduce((sum, { amount }) => sum + amount * 100, 0))).toBe(closing * 100);
  expect(closing * 100).toBe(-((await at.books())["owed to provider"] ?? 0));
  const seen = await call(listPayouts, {}, await at.asOperator());
  expect(seen.ok && seen.answer).toMatchObject({ owed: closing, underWay: (await balance()).underWay });
});

test("what was collected in the sandbox is not paid out by real money", async () => {
  await sellFor(2_000);
  await env.DB.prepare("UPDATE gateways SET environment = 'production' WHERE collected IS NOT NULL").run();
  expect(await at.request(15)).toMatchObject({
    ok: false,
    status: 409,
    refusal: { reason: "payout_sandbox" },
  });
  await env.DB.prepare("UPDATE gateways SET environment = 'sandbox' WHERE collected IS NOT NULL").run();
});

test("nor is Airtel Money of the sandbox, which the platform's app collected without any consent", async () => {
  await sellFor(2_000);
  const id = crypto.randomUUID();
  await env.DB.prepare(
    `INSERT INTO gateways (id, provider_id, type, is_active, account_number, environment, use_auto_api, created_at)
      VALUES (?1, ?2, 'airtel_money', 1, '', 'production', 1, 1)`,
  )
    .bind(id, providerId)
    .run();
  const refused = { ok: false, status: 409, refusal: { reason: "payout_sandbox" } };
  expect(await at.request(15)).not.toMatchObject(refused);
  await world.advance(5_000);
  const [first] = (
    await tenantDatabase(providerId)
      .prepare("SELECT id, gateway_id FROM payments WHERE status = 'completed' LIMIT 1")
      .all<{ id: string; gateway_id: string }>()
  ).results;
  const soldBy = (gateway: string | undefined) =>
    tenantDatabase(providerId)
      .prepare("UPDATE payments SET gateway_id = ?2 WHERE id = ?1")
      .bind(first?.id, gateway)
      .run();
  await soldBy(id);
  await sellFor(2_000);
  expect(await at.request(15)).toMatchObject(refused);
  await soldBy(first?.gateway_id);
  await env.DB.prepare("UPDATE gateways SET archived_at = 1 WHERE id = ?1").bind(id).run();
});

test("turned off, nothing is collected from then on, and what is owed is still paid out", async () => {
  await sellFor(2_000);
  await at.turnOn({ collects: false });
  const buyer = world.buyer("demo");
  const answer = await buyer.initiate();
  expect(answer.ok && answer.answer.success).toBe(false);
  expect((await balance()).collection).toBe("stopped");
  const paid = await at.request(15);
  expect(paid.ok && paid.answer.payout.status).toBe("sent");
  await world.advance(5_000);
  await at.turnOn();
  expect((await balance()).collection).toBe("consented");
  await sell();
});

test("who consented may withdraw; what is owed stays owed, and nothing is turned on without an account to pay from", async () => {
  const before = await balance();
  const withdrawn = await call(withdrawCollection, {}, await at.asOwner());
  expect(withdrawn.ok && withdrawn.answer.state).toBe("offered");
  expect((await balance()).owed).toBe(before.owed);
  const again = await call(consentToCollection, {}, await at.asOwner());
  expect(again.ok && again.answer.state).toBe("consented");
  await env.DB.prepare("DELETE FROM payout_accounts").run();
  const body = { collects: true, fee: 5, least: 10, holdHours: 0 };
  expect(await call(saveCollectionSettings, { body }, await at.asOperator())).toMatchObject({
    ok: false,
    refusal: { reason: "collection_no_account" },
  });
  expect(await at.request(15)).toMatchObject({ ok: false, refusal: { reason: "payouts_off" } });
});
