import { env, exports } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { airtelCallbackUrl } from "#worker/features/gateways/airtel";
import { visit } from "../../support/portal-page.ts";
import { newMac } from "../../support/sell.ts";
import { rowsOfAllTenants } from "../../support/tenant-rows.ts";
import { testContext } from "../../support/worker-context.ts";
import { collectBy, ownAirtel } from "./collect-by.ts";
import { moneyRows } from "./money-rows.ts";
import { airtelApp, type Buyer, openWorld, type PaymentWorld, stateOf } from "./payment-world.ts";

let world: PaymentWorld;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  await world.renew();
  await collectBy(world.seeded.demo.id, ownAirtel, airtelApp);
});
afterAll(() => world.close());

const byAirtel = { service: "airtel_money" };

async function start(buyer: Buyer): Promise<string> {
  return (await buyer.start(byAirtel)).transactionId;
}

async function answer(id: string, outcome: string): Promise<void> {
  const prompt = (await world.airtel.prompts()).find(({ transactionId }) => transactionId === id);
  const answered = await world.airtel.answer(prompt?.id ?? "none", outcome);
  if (!answered.ok) throw new Error(`the prompt took no ${outcome}: ${await answered.text()}`);
  await world.advance(0);
}

async function expectOneSale(id: string): Promise<void> {
  const { payment, ledger, entitlements } = await moneyRows(id);
  expect(payment).toMatchObject({ status: "completed", method: "airtel_money", settlement: "direct" });
  expect(ledger.map(({ cents }) => cents)).toEqual([1_000, -1_000]);
  expect(entitlements).toHaveLength(1);
}

test.each(["forbidden", "unavailable", "page"] as const)(
  "a page in place of an answer (%s) is none of the app's credentials",
  async (firewall) => {
    for (const buyer of [world.buyer(), world.buyer()]) {
      await world.airtel.set({ firewall });
      const refused = await buyer.initiate(byAirtel);
      const id = refused.ok ? refused.answer.transactionId : "";
      expect((await stateOf(id)).fault?.code).toBe("not-json");
      // The second one has its token, and the page comes in place of the push's answer.
      await world.airtel.set({ firewall: "none" });
      await start(world.buyer());
    }
  },
);

test.each(["transaction", "inner"] as const)(
  "a callback signed over the %s object completes the payment at once, with Airtel's receipt",
  async (hash) => {
    await world.airtel.set({ hash });
    const buyer = world.buyer();
    const id = await start(buyer);
    const [prompt] = await world.airtel.prompts();
    expect(prompt).toMatchObject({ transactionId: id, msisdn: buyer.phone.slice(3), amount: 10 });
    await answer(id, "paid");
    await expectOneSale(id);
    const { payment } = await moneyRows(id);
    const [paid] = await world.airtel.prompts();
    expect(payment).toMatchObject({ receipt: paid?.moneyId, unverified: 0 });
    expect(await world.airtel.counts()).toMatchObject({ pushesAccepted: 1, tokenFetches: 1 });
  },
);

test.each([
  ["cancelled", "cancelled"],
  ["wrong-pin", "wrong-pin"],
  ["insufficient", "insufficient"],
  ["over-limit", "service"],
  ["timed-out", "network"],
])("%s fails with its reason, and the next try gets a new prompt at once", async (outcome, reason) => {
  const buyer = world.buyer();
  const id = await start(buyer);
  await answer(id, outcome);
  expect(await buyer.status(id)).toMatchObject({ status: "failed", reason });
  expect(await start(buyer)).not.toBe(id);
  expect(await world.airtel.prompts()).toHaveLength(2);
});

test("a prompt that nobody answers fails as unreachable when it expires", async () => {
  const buyer = world.buyer();
  const id = await start(buyer);
  await world.advance(121_000);
  expect(await buyer.status(id)).toMatchObject({ status: "failed", reason: "network" });
});

test("without a callback nobody asks before three minutes, and then the enquiry completes it", async () => {
  await world.airtel.set({ callbacks: "lost" });
  const buyer = world.buyer();
  const id = await start(buyer);
  await answer(id, "paid");
  await world.advance(179_000);
  expect(await buyer.status(id)).toMatchObject({ status: "pending" });
  expect(await world.airtel.counts()).toMatchObject({ enquiries: 0 });
  await world.advance(2_000);
  await expectOneSale(id);
  expect(await world.airtel.counts()).toMatchObject({ earlyEnquiries: 0 });
});

test.each(["none", "wrong"] as const)(
  "a callback whose hash is %s changes nothing; the enquiry decides",
  async (hash) => {
    await world.airtel.set({ hash });
    const buyer = world.buyer();
    const id = await start(buyer);
    await answer(id, "paid");
    expect(world.delivered).toHaveLength(1);
    expect(await world.airtel.counts()).toMatchObject({ enquiries: 1 });
    await expectOneSale(id);
    await world.airtel.set({ enquiry: "down" });
    const unheard = world.buyer();
    const unproven = await start(unheard);
    await answer(unproven, "paid");
    expect(await unheard.status(unproven)).toMatchObject({ status: "pending" });
    await world.airtel.set({ enquiry: "normal" });
    await world.advance(181_000);
    await expectOneSale(unproven);
  },
);

test("a captured signed transaction beside another one moves nothing: a key that stands there twice is no message", async () => {
  await world.airtel.set({ enquiry: "down" });
  const captured = await start(world.buyer());
  await answer(captured, "paid");
  const { url, body } = world.delivered.at(-1) ?? { url: "", body: "" };
  const victim = world.buyer();
  const id = await start(victim);
  const { transaction, hash } = JSON.parse(body) as { transaction: object; hash: string };
  const signed = JSON.stringify(transaction);
  const forged = JSON.stringify({ id, status_code: "TS", airtel_money_id: "MP260101.FORGED1" });
  for (const doubled of [
    `{"transaction":${signed},"hash":"${hash}","transaction":${forged}}`,
    `{"transaction":${forged},"hash":"${hash}","transaction":${signed}}`,
    `{"transaction":${signed},"hash":"${hash}","trans\\u0061ction":${forged}}`,
    `{"x":{"transaction":${signed}},"hash":"${hash}","transaction":${forged}}`,
  ]) {
    const answered = await exports.default.fetch(new Request(url, { method: "POST", body: doubled }));
    expect(answered.status).toBe(200);
    expect(await victim.status(id)).toMatchObject({ status: "pending" });
  }
  expect((await moneyRows(id)).payment?.receipt).toBeNull();
});

test("Airtel's address speaks for no M-Pesa payment, whatever shape the message has", async () => {
  await world.daraja.set({ query: "down" });
  const buyer = world.buyer();
  const { transactionId: id } = await buyer.start();
  const [prompt] = await buyer.prompts();
  const url = airtelCallbackUrl(testContext(), "sandbox", airtelApp.clientId);
  const Item = Object.entries({
    Amount: 10,
    MpesaReceiptNumber: "UKN0FORGED",
    PhoneNumber: Number(buyer.phone),
  }).map(([Name, Value]) => ({ Name, Value }));
  const stkCallback = {
    CheckoutRequestID: prompt?.checkoutRequestId,
    ResultCode: 0,
    ResultDesc: "paid",
    CallbackMetadata: { Item },
  };
  const body = JSON.stringify({ transaction: { id, status_code: "TS" }, Body: { stkCallback } });
  const answered = await exports.default.fetch(new Request(url, { method: "POST", body }));
  expect(answered.status).toBe(200);
  expect(await buyer.status(id)).toMatchObject({ status: "pending" });
  expect((await moneyRows(id)).entitlements).toEqual([]);
});

test("an app without a key takes its callbacks as a hint: only what the enquiry says counts", async () => {
  const { clientId, clientSecret } = airtelApp;
  await collectBy(world.seeded.demo.id, ownAirtel, { clientId, clientSecret });
  const paid = await start(world.buyer());
  await answer(paid, "paid");
  await expectOneSale(paid);
  await world.airtel.set({ enquiry: "down" });
  const unheard = world.buyer();
  const id = await start(unheard);
  await answer(id, "paid");
  expect(await unheard.status(id)).toMatchObject({ status: "pending" });
  await world.airtel.set({ enquiry: "normal" });
  await world.advance(181_000);
  await expectOneSale(id);
});

test.each(["lost-after-acceptance", "timeout-after-acceptance", "failed-after-acceptance"] as const)(
  "%s: nothing is pushed again, and the enquiry by our own id finds the money",
  async (setting) => {
    await world.airtel.set({ answer: setting, callbacks: "lost" });
    const buyer = world.buyer();
    const id = await start(buyer);
    expect(await start(buyer)).toBe(id);
    await answer(id, "paid");
    expect(await buyer.status(id)).toMatchObject({ status: "pending" });
    await world.advance(181_000);
    await expectOneSale(id);
    expect(await world.airtel.prompts()).toHaveLength(1);
  },
);

test("a callback that overtakes the answer of its push completes the payment", async () => {
  await world.airtel.set({ answer: "callback-first" });
  const id = await start(world.buyer());
  await expectOneSale(id);
});

test("ambiguous is no end: what it turns out to be counts", async () => {
  const buyer = world.buyer();
  const id = await start(buyer);
  await answer(id, "ambiguous");
  await world.advance(60_000);
  expect(await buyer.status(id)).toMatchObject({ status: "pending" });
  await answer(id, "paid");
  await expectOneSale(id);
});

test("money that comes after a failure is money", async () => {
  const buyer = world.buyer();
  const id = await start(buyer);
  await answer(id, "timed-out");
  expect(await buyer.status(id)).toMatchObject({ status: "failed" });
  await answer(id, "late-paid");
  expect((await moneyRows(id)).payment).toMatchObject({ late: 1 });
  await expectOneSale(id);
});

test("three copies of a callback are one sale", async () => {
  await world.airtel.set({ callbacks: "duplicate", copies: 3 });
  const id = await start(world.buyer());
  await answer(id, "paid");
  expect(world.delivered).toHaveLength(3);
  await expectOneSale(id);
});

test("an enquiry that is down leaves the signed callback believed, and verifies it when it is back", async () => {
  await world.airtel.set({ enquiry: "down" });
  const id = await start(world.buyer());
  await answer(id, "paid");
  expect((await moneyRows(id)).payment).toMatchObject({ status: "completed", unverified: 1 });
  await world.airtel.set({ enquiry: "normal", misleading: true });
  await world.advance(181_000);
  expect((await moneyRows(id)).payment).toMatchObject({ status: "completed", unverified: 0 });
  await expectOneSale(id);
});

test("a token that another client replaced is renewed once; one that ends in three minutes is renewed before", async () => {
  await start(world.buyer());
  await world.airtel.set({ tokens: "revoke-next" });
  await start(world.buyer());
  expect(await world.airtel.counts()).toMatchObject({ tokenFetches: 2, pushesAccepted: 2 });
  await world.advance(170_000);
  const before = await world.airtel.counts();
  await start(world.buyer());
  expect(await world.airtel.counts()).toMatchObject({ pushesRefused: before.pushesRefused });
});

test("an unknown app, an unknown payment and nonsense are taken and change nothing", async () => {
  const id = await start(world.buyer());
  const { callbackUrl } = await addressOf(id);
  const told = { transaction: { id, message: "Paid", status_code: "TS", airtel_money_id: "MP1" } };
  const forged = [
    [callbackUrl.replace(/.$/, (last) => (last === "0" ? "1" : "0")), JSON.stringify(told)],
    [callbackUrl, JSON.stringify({ transaction: { ...told.transaction, id: "a".repeat(48) } })],
    [callbackUrl, "nonsense"],
    [callbackUrl, "{}"],
  ] as const;
  for (const [url, body] of forged) {
    const answered = await exports.default.fetch(new Request(url, { method: "POST", body }));
    expect([answered.status, await answered.json()]).toEqual([200, { received: true }]);
  }
  expect((await moneyRows(id)).payment?.status).not.toBe("completed");
});

async function addressOf(id: string): Promise<{ callbackUrl: string }> {
  await world.airtel.set({ callbacks: "duplicate", copies: 1, hash: "wrong" });
  await answer(id, "cancelled");
  return { callbackUrl: world.delivered[0]?.url ?? "" };
}

/** The form of a page without scripts, sent for the demo provider's first plan. */
async function postForm(service: string) {
  const { seeded } = world;
  const place = { mac: newMac(), routerId: seeded.demo.routers[0]?.id ?? "" };
  const { phone } = world.buyer();
  const form = { planId: seeded.demo.plans[0]?.id ?? "", phoneNumber: phone, service, ...place };
  const sent = await visit("/buy", { form });
  const [, id = ""] = /^\/pay\/([0-9a-f]{48})\b/.exec(sent.location ?? "") ?? [];
  return { sent, id, phone, cookie: sent.cookie };
}

const asked = async () => (await world.airtel.prompts()).length + (await world.daraja.prompts()).length;

test("a form that names Airtel asks that phone, and nobody by M-Pesa", async () => {
  const { sent, id, phone } = await postForm("airtel_money");
  expect(sent.status).toBe(303);
  expect(await world.airtel.prompts()).toMatchObject([{ transactionId: id, msisdn: phone.slice(3) }]);
  expect(await world.daraja.prompts()).toEqual([]);
  await answer(id, "paid");
  await expectOneSale(id);
});

test("a form that names a service of nobody is refused, and nothing is kept of it", async () => {
  const payments = async () => (await rowsOfAllTenants("SELECT id FROM payments")).length;
  const before = await payments();
  const { sent } = await postForm("t_kash");
  expect(sent.status).toBe(400);
  expect(sent.text).toContain("Please check service");
  expect(await payments()).toBe(before);
  expect(await asked()).toBe(0);
});

test("a form for a service that is not configured leads to a page that says why; no phone is asked", async () => {
  await env.DB.prepare("UPDATE gateways SET is_active = 0 WHERE type = 'airtel_money'").run();
  const { sent, id, cookie } = await postForm("airtel_money");
  expect(sent.status).toBe(303);
  expect(await moneyRows(id)).toMatchObject({ payment: { status: "failed" }, ledger: [], entitlements: [] });
  const page = await visit(sent.location ?? "", { cookie });
  expect(page.data.screen).toMatchObject({ kind: "failure", service: "airtel_money" });
  expect(page.text).toContain("Airtel Money is not available right now. No money was taken.");
  expect(page.text).not.toContain("M-Pesa");
  expect(await asked()).toBe(0);
});
