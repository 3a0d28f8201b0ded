import { env, exports } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { registerPaybillAddresses } from "#contract/paybill";
import { resultUrl } from "#worker/features/payments/gateways/result-address";
import { paybillAddresses } from "#worker/features/payments/paybill/paybill-address";
import { savannaApp } from "../../seed/two-providers.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { collectBy } from "./collect-by.ts";
import { moneyRows, salesOf } from "./money-rows.ts";
import { openWorld, type PaymentWorld, paymentStub, refunder } from "./payment-world.ts";

// What comes to a pay bill's own address serves a code given out for exactly that pay bill, is asked about where our
// credentials may ask, and is taken back when the gateway's own books do not have it.

let world: PaymentWorld;
const { shortCode, ...own } = savannaApp;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(() => world.renew());
afterAll(() => world.close());

/** Savanna's pay bill, whose payments are reported; with `asks` its credentials may ask about a receipt. */
async function collects(asks: boolean): Promise<void> {
  const { id } = world.seeded.savanna;
  const secrets = { ...own, ...(asks ? refunder : {}) };
  await collectBy(id, { type: "mpesa", accountNumber: shortCode }, secrets);
  const gateway = await env.DB.prepare(
    "SELECT id FROM gateways WHERE provider_id = ?1 AND type = 'mpesa' AND is_active = 1",
  )
    .bind(id)
    .first<{ id: string }>();
  const cookie = await signInOperator(world.seeded.operator);
  await call(
    registerPaybillAddresses,
    { params: { id, configId: gateway?.id ?? "" } },
    { host: hostOf(), cookie },
  );
}

async function unanswered() {
  const buyer = world.buyer("savanna");
  const { transactionId: id, amount } = await buyer.start();
  const [prompt] = await buyer.prompts();
  await buyer.answer("cancelled");
  return { buyer, id, amount, account: String(prompt?.accountReference) };
}

/** As anybody who knows the pay bill's address could post it: no money moved. */
async function forge(account: string, amount: number, receipt: string, over: object = {}): Promise<void> {
  const { confirmation: url } = paybillAddresses(testContext(), { environment: "sandbox", shortCode });
  const body = JSON.stringify({
    TransactionType: "Pay Bill",
    TransID: receipt,
    TransTime: "20310304120000",
    TransAmount: `${amount}.00`,
    BusinessShortCode: shortCode,
    BillRefNumber: account,
    MSISDN: "2547 ***** 126",
    FirstName: "ASHA",
    ...over,
  });
  expect((await exports.default.fetch(new Request(url, { method: "POST", body }))).status).toBe(200);
  await world.advance(0);
}

const stateOf = (id: string) => paymentStub(id).read();

test("a report that the gateway's books do not have serves for a minute at most: access, books and figures are taken back", async () => {
  await collects(true);
  const before = await salesOf(world.seeded.savanna.id);
  const { id, amount, account } = await unanswered();
  await forge(account, amount, "UKF0RGED01");
  expect((await moneyRows(id)).payment).toMatchObject({ status: "completed" });
  await world.advance(60_000);
  const { payment, entitlements, ledger, reviews } = await moneyRows(id);
  expect(payment).toMatchObject({ status: "failed", receipt: null });
  expect(entitlements).toMatchObject([{ state: "cut_off" }]);
  expect(ledger.reduce((sum, { cents, account: of }) => (of === "sales" ? sum + cents : sum), 0)).toBe(0);
  expect(reviews).toMatchObject([{ kind: "denied", detail: expect.stringContaining("2033") }]);
  expect(await salesOf(world.seeded.savanna.id)).toEqual(before);
});

test("a report that the gateway's books confirm is asked about once, and stays", async () => {
  await collects(true);
  const { buyer, id, amount, account } = await unanswered();
  await world.daraja.typed({ shortCode, account, amount, phone: buyer.phone });
  await world.advance(3_600_000);
  expect((await moneyRows(id)).payment).toMatchObject({ status: "completed" });
  expect(await stateOf(id)).toMatchObject({ reported: null });
  expect(await world.daraja.counts()).toMatchObject({ statusQueries: 1 });
});

test("one 'no' of books that are slower than the report takes nothing back", async () => {
  await collects(true);
  const { buyer, id, amount, account } = await unanswered();
  await world.daraja.typed({ shortCode, account, amount, phone: buyer.phone });
  await world.advance(0);
  const url = resultUrl(testContext(), { objectId: id, number: 0 }, { kind: "reported", ask: 0 });
  const Result = { ResultCode: "2033", ResultDesc: "The transaction was not found." };
  await exports.default.fetch(new Request(url, { method: "POST", body: JSON.stringify({ Result }) }));
  expect((await moneyRows(id)).payment).toMatchObject({ status: "completed" });
  await world.advance(3_600_000);
  expect((await moneyRows(id)).payment).toMatchObject({ status: "completed" });
  expect(await stateOf(id)).toMatchObject({ reported: null });
});

test("a forged report beside a prompt that is really paid: what is taken back with the report is sold by the prompt", async () => {
  await collects(true);
  const buyer = world.buyer("savanna");
  const { transactionId: id, amount } = await buyer.start();
  const [prompt] = await buyer.prompts();
  await forge(String(prompt?.accountReference), amount, "UKF0RGED05");
  await buyer.answer("paid");
  await world.advance(60_000);
  expect(await stateOf(id)).toMatchObject({ takenBack: [{ receipt: "UKF0RGED05" }] });
  const { payment, entitlements } = await moneyRows(id);
  expect(payment).toMatchObject({ status: "completed", unverified: 0 });
  expect(entitlements.map(({ state }) => state)).not.toContain("cut_off");
});

test("one 'no' that is told twice, by the gateway or by the queue, is one", async () => {
  await collects(true);
  const { buyer, id, amount, account } = await unanswered();
  await world.daraja.typed({ shortCode, account, amount, phone: buyer.phone });
  await world.advance(0);
  const url = resultUrl(testContext(), { objectId: id, number: 0 }, { kind: "reported", ask: 0 });
  const Result = { ResultCode: "2033", ResultDesc: "Not found.", ConversationID: "AG_1" };
  for (let copy = 0; copy < 3; copy += 1)
    await exports.default.fetch(new Request(url, { method: "POST", body: JSON.stringify({ Result }) }));
  expect((await moneyRows(id)).payment).toMatchObject({ status: "completed" });
  await world.advance(3_600_000);
  expect((await moneyRows(id)).payment).toMatchObject({ status: "completed" });
  expect(await stateOf(id)).toMatchObject({ reported: null });
});

test("without credentials that may ask, the report stands until the night's statement", async () => {
  await collects(false);
  const { id, amount, account } = await unanswered();
  await forge(account, amount, "UKF0RGED02");
  await world.advance(3_600_000);
  expect((await moneyRows(id)).payment).toMatchObject({ status: "completed" });
  expect(await world.daraja.counts()).toMatchObject({ statusQueries: 0 });
  await paymentStub(id).disown("UKF0RGED99", "another receipt");
  expect((await moneyRows(id)).payment).toMatchObject({ status: "completed" });
  await paymentStub(id).disown("UKF0RGED02", "the gateway's statement does not have it");
  expect((await moneyRows(id)).payment).toMatchObject({ status: "failed" });
});

test("a report that names another pay bill, or less than the price, serves nobody", async () => {
  await collects(true);
  const { id, amount, account } = await unanswered();
  await forge(account, amount, "UKF0RGED03", { BusinessShortCode: "600999" });
  await forge(account, amount - 1, "UKF0RGED04");
  await world.advance(60_000);
  const { payment, entitlements } = await moneyRows(id);
  expect([payment?.status, entitlements]).toEqual(["failed", []]);
});
