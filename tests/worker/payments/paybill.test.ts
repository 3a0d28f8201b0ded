import { env, exports } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import {
  attributeOwnPaybillPayment,
  attributePaybillPayment,
  listOwnPaybillPayments,
  listPaybillPayments,
  registerPaybillAddresses,
} from "#contract/paybill";
import { paymentStatus } from "#contract/payments";
import { parseAccountCode } from "#contract/values/account-code";
import { sweepPaybill } from "#worker/features/payments/index";
import { paybillAddresses } from "#worker/features/payments/paybill/paybill-address";
import { givenTo } from "#worker/features/payments/paybill/paybill-store";
import { PaymentObject } from "#worker/features/payments/payment-object";
import { signInOperator, signInProvider } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { moneyRows, salesOf } from "./money-rows.ts";
import { type Buyer, openWorld, type PaymentWorld } from "./payment-world.ts";

let world: PaymentWorld;
let operator: string;
let savanna: string;
const shortCode = "600200";
const asOperator = () => ({ host: hostOf(), cookie: operator });

beforeAll(async () => {
  world = await openWorld();
  operator = await signInOperator(world.seeded.operator);
  savanna = await signInProvider(world.seeded.savanna);
});
beforeEach(async () => {
  await world.renew();
  await register();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => world.close());

async function register() {
  const gateway = await env.DB.prepare("SELECT id FROM gateways WHERE account_number = ?1")
    .bind(shortCode)
    .first<{ id: string }>();
  const params = { id: world.seeded.savanna.id, configId: gateway?.id ?? "" };
  return call(registerPaybillAddresses, { params }, asOperator());
}

const buyerHeader = { cookie: `__Host-p=${"ab".repeat(16)}` };

/** Somebody who let the prompt pass, and what the page tells them to type. */
async function unanswered(): Promise<{ buyer: Buyer; id: string; account: string; price: number }> {
  const buyer = world.buyer("savanna");
  const { transactionId, amount } = await buyer.start();
  const [prompt] = await buyer.prompts();
  return { buyer, id: transactionId, account: String(prompt?.accountReference), price: amount };
}

const type = async (buyer: Buyer, account: string, amount: number) => {
  const answer = await world.daraja.typed({ shortCode, account, amount, phone: buyer.phone });
  const said = await answer.text();
  await world.advance(0);
  return said;
};

/** The gateway's own report, as it comes to the confirmation's address. */
function confirmation(account: string, amount: number, receipt: string) {
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
  });
  return exports.default.fetch(new Request(url, { method: "POST", body }));
}

const paybillPaymentRows = async (receipt: string) =>
  (await env.DB.prepare("SELECT * FROM paybill_payments WHERE receipt = ?1").bind(receipt).all()).results;

test("a pay bill is registered with our addresses once, and a registration that stands says so", async () => {
  const again = await register();
  expect(again.ok && again.answer).toMatchObject({ success: true, paybillSince: expect.any(String) });
  await world.daraja.set({ registrations: "once" });
  const refused = await register();
  expect(refused.ok && refused.answer).toMatchObject({
    success: false,
    message: expect.stringContaining("has addresses for this pay bill already"),
    paybillSince: expect.any(String),
  });
  const till = await env.DB.prepare("SELECT id FROM gateways WHERE provider_id = ?1")
    .bind(world.seeded.demo.id)
    .first<{ id: string }>();
  const params = { id: world.seeded.demo.id, configId: till?.id ?? "" };
  expect(await call(registerPaybillAddresses, { params }, asOperator())).toMatchObject({
    ok: false,
    status: 409,
  });
});

test("who lets the prompt pass and types pay bill, account and amount is let in, and pays once", async () => {
  const before = await salesOf(world.seeded.savanna.id);
  const { buyer, id, account, price } = await unanswered();
  expect(parseAccountCode(account)).toBe(account);
  await world.advance(100_000);
  expect((await moneyRows(id)).payment?.status).toBe("failed");
  await type(buyer, `${account.slice(0, 4)} ${account.slice(4)}`, price);
  const rows = await moneyRows(id);
  expect(rows.payment).toMatchObject({ status: "completed", late: 1, unverified: 0 });
  expect([rows.ledger.length, rows.entitlements.length]).toEqual([2, 1]);
  expect((await paybillPaymentRows(String(rows.payment?.receipt)))[0]).toMatchObject({
    status: "matched",
    payment_id: id,
    cents: price * 100,
  });
  expect(await salesOf(world.seeded.savanna.id)).toEqual({
    count: before.count + 1,
    cents: before.cents + price * 100,
  });
  // Paid is paid: the second time nothing moves.
  expect(await type(buyer, account, price)).toContain("C2B00012");
});

test.each([
  ["an en dash", (code: string) => `${code.slice(0, 4)}\u2013${code.slice(4)}`],
  ["a full stop behind", (code: string) => `${code}.`],
  ["a hash", (code: string) => `#${code}`],
  ["acc", (code: string) => `acc ${code}`],
])("an account number with %s is the one that was meant", async (_what, written) => {
  const { buyer, id, account, price } = await unanswered();
  await world.advance(100_000);
  await type(buyer, written(account), price);
  expect((await moneyRows(id)).payment).toMatchObject({ status: "completed" });
});

test("no money moves for a mistyped code, an unknown one or another amount", async () => {
  const { buyer, account, price } = await unanswered();
  const wrong = `${account.slice(0, 7)}${(Number(account[7]) + 1) % 10}`;
  expect(await type(buyer, wrong, price)).toContain("C2B00012");
  expect(await type(buyer, "JOHN", price)).toContain("C2B00012");
  expect(await type(buyer, account, price + 1)).toContain("C2B00013");
  expect(world.delivered.filter(({ url }) => url.includes("/cb/t/"))).toEqual([]);
});

test("a question that cannot be answered lets nothing through, and a made-up address learns nothing", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { buyer, account, price } = await unanswered();
  vi.spyOn(PaymentObject.prototype, "poll").mockRejectedValue(new Error("the object was reset"));
  expect(await type(buyer, account, price)).toContain("C2B00016");
  const { validation } = paybillAddresses(testContext(), { environment: "sandbox", shortCode });
  for (const url of [`${validation}0`, validation.replace("/0600200", "/1600200")]) {
    const answer = await exports.default.fetch(new Request(url, { method: "POST", body: "{}" }));
    expect([answer.status, await answer.json()]).toEqual([
      200,
      expect.objectContaining({ ResultCode: "C2B00016" }),
    ]);
  }
});

test("the prompt's own money, reported again, is the same payment: one receipt, one journal, nothing to review", async () => {
  const { buyer, id } = await unanswered();
  await buyer.answer("paid");
  await world.advance(5_000);
  const rows = await moneyRows(id);
  expect(rows.payment?.status).toBe("completed");
  expect(rows.reviews).toEqual([]);
  expect(rows.ledger).toHaveLength(2);
  expect(await paybillPaymentRows(String(rows.payment?.receipt))).toMatchObject([
    { status: "matched", payment_id: id },
  ]);
});

test("paid by hand and by prompt: the second money is a person's to use, and neither is lost", async () => {
  const { buyer, id, account, price } = await unanswered();
  await confirmation(account, price, "SGA0000001");
  expect((await moneyRows(id)).payment).toMatchObject({ status: "completed", receipt: "SGA0000001" });
  await buyer.answer("paid");
  await world.advance(5_000);
  const rows = await moneyRows(id);
  expect(rows.ledger).toHaveLength(2);
  expect(rows.reviews.map(({ kind }) => kind)).toEqual(["double"]);
  const list = await call(listPaybillPayments, { query: { status: "unmatched" } }, asOperator());
  const double = list.ok ? list.answer.find(({ transactionId }) => transactionId === id) : undefined;
  expect(double).toMatchObject({ amount: price, note: "Its purchase was paid before." });
  // It buys the next purchase instead, once, and the review is closed.
  const plan = world.seeded.savanna.plans[0]?.id;
  const routerId = world.seeded.savanna.routers[0]?.id;
  const body = { planId: plan, routerId, macAddress: buyer.mac, phoneNumber: `0${buyer.phone.slice(3)}` };
  const options = { host: hostOf("savanna"), cookie: savanna };
  const given = await call(attributeOwnPaybillPayment, { params: { id: double?.id ?? "" }, body }, options);
  expect(given.ok && given.answer).toMatchObject({ success: true, paybillPayment: { status: "attributed" } });
  const again = await call(attributeOwnPaybillPayment, { params: { id: double?.id ?? "" }, body }, options);
  expect(again.ok && again.answer.paybillPayment.transactionId).toBe(
    given.ok && given.answer.paybillPayment.transactionId,
  );
  const made = await moneyRows(given.ok ? String(given.answer.paybillPayment.transactionId) : "");
  expect([made.payment?.status, made.ledger.length, made.entitlements.length]).toEqual(["completed", 2, 1]);
  const open = await tenantDatabase(world.seeded.savanna.id)
    .prepare("SELECT count(*) AS n FROM reviews WHERE payment_id = ?1 AND resolved_at IS NULL")
    .bind(id)
    .first<{ n: number }>();
  expect(open?.n).toBe(0);
});

test("less than the price grants nothing until a person says so; what nobody knows is listed for its own provider", async () => {
  const { id, account } = await unanswered();
  await confirmation(account, 1, "SGA0000002");
  expect((await moneyRows(id)).payment?.status).toBe("pending");
  expect((await moneyRows(id)).reviews.map(({ kind }) => kind)).toEqual(["amount"]);
  await confirmation("my house", 30, "SGA0000003");
  const own = await call(
    listOwnPaybillPayments,
    { query: { status: "unmatched" } },
    { host: hostOf("savanna"), cookie: savanna },
  );
  const receipts = own.ok ? own.answer.map(({ receipt }) => receipt) : [];
  expect(receipts).toEqual(expect.arrayContaining(["SGA0000002", "SGA0000003"]));
  const foreign = await call(
    listOwnPaybillPayments,
    { query: {} },
    { host: hostOf("demo"), cookie: await signInProvider(world.seeded.demo) },
  );
  expect(foreign.ok && foreign.answer).toEqual([]);
  const params = { id: `${shortCode}-SGA0000002` };
  const accepted = await call(attributePaybillPayment, { params, body: { paymentId: id } }, asOperator());
  expect(accepted.ok && accepted.answer).toMatchObject({ success: true });
  expect((await moneyRows(id)).payment).toMatchObject({ status: "completed", receipt: "SGA0000002" });
  const elsewhere = await unanswered();
  const taken = await call(
    attributePaybillPayment,
    { params, body: { paymentId: elsewhere.id } },
    asOperator(),
  );
  expect(taken).toMatchObject({ ok: false, status: 409 });
});

test("a person's decision stays theirs when the queue tells the same purchase meanwhile", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { buyer, id, account, price } = await unanswered();
  await confirmation(account, price, "SGA0000009");
  await confirmation(account, price, "SGA0000010");
  const ctx = testContext();
  const key = { shortCode, receipt: "SGA0000010" };
  const real = PaymentObject.prototype.beginPaybillPayment;
  vi.spyOn(PaymentObject.prototype, "beginPaybillPayment").mockImplementation(async function (
    this: PaymentObject,
    ...told
  ) {
    const outcome = await real.apply(this, told);
    await givenTo(ctx, key, told[0].id, null);
    return outcome;
  });
  const routerId = world.seeded.savanna.routers[0]?.id;
  const body = {
    planId: world.seeded.savanna.plans[0]?.id,
    routerId,
    macAddress: buyer.mac,
    phoneNumber: "0711000222",
  };
  const given = await call(
    attributePaybillPayment,
    { params: { id: `${shortCode}-SGA0000010` }, body },
    asOperator(),
  );
  expect(given.ok && given.answer).toMatchObject({
    paybillPayment: { status: "attributed", transactionId: expect.any(String) },
  });
  expect(given.ok && given.answer.paybillPayment.transactionId).not.toBe(id);
});

test("a report that finds its purchase's object away is stored, answered, and matched by the sweeper", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { id, account, price } = await unanswered();
  const queue = env.CALLBACKS as unknown as { send(message: unknown): Promise<void> };
  vi.spyOn(queue, "send").mockRejectedValue(new Error("the queue is down"));
  vi.spyOn(PaymentObject.prototype, "paybillPayment").mockRejectedValueOnce(
    new Error("the object was reset"),
  );
  expect((await confirmation(account, price, "SGA0000004")).status).toBe(200);
  expect((await moneyRows(id)).payment?.status).toBe("pending");
  await world.advance(61_000);
  await sweepPaybill(testContext());
  expect((await moneyRows(id)).payment).toMatchObject({ status: "completed", receipt: "SGA0000004" });
  // However often it is told after that.
  await confirmation(account, price, "SGA0000004");
  expect((await moneyRows(id)).ledger).toHaveLength(2);
});

test("the buyer's own cookie is told how to pay by hand, and nobody else", async () => {
  const buyer = world.buyer("savanna");
  const { transactionId } = await buyer.start({}, { headers: buyerHeader });
  const input = { params: { id: transactionId } };
  const own = await call(paymentStatus, input, { host: buyer.host, headers: buyerHeader });
  expect(own.ok && own.answer.paybill).toEqual({
    paybill: shortCode,
    account: expect.stringMatching(/^\d{4} \d{4}$/),
    amount: expect.any(Number),
  });
  expect((await buyer.status(transactionId)).paybill).toBeNull();
});

// Last, because the sessions of this file end in a day, too.
test("a code runs out with its purchase: the next day it is nobody's", async () => {
  const { buyer, account, price } = await unanswered();
  await world.advance(25 * 3_600_000);
  expect(await type(buyer, account, price)).toContain("C2B00012");
});
