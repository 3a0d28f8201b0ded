import { env, exports } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { consentToCollection, readCollectionSettings, withdrawCollection } from "#contract/collection";
import { customerAccount } from "#contract/customer-accounts";
import { customerPage } from "#contract/lines";
import {
  attributePaybillPayment,
  listOwnPaybillPayments,
  listPaybillPayments,
  paybillCustomers,
  registerCollectingPaybill,
} from "#contract/paybill";
import { paybillRefundOffer, refundPaybillPayment } from "#contract/refunds";
import { customerNumberFrom } from "#contract/values/account-code";
import { platformBooks } from "#contract/values/platform-books";
import { readSettings } from "#worker/env";
import { type Customer, customerLink } from "#worker/features/customers/index";
import { payByStatement, sweepPaybill } from "#worker/features/payments/index";
import { paybillAddresses } from "#worker/features/payments/paybill/paybill-address";
import { PaymentObject } from "#worker/features/payments/payment-object";
import { countPayBills } from "#worker/features/secrets/store";
import { signInProvider } from "../../support/sign-in.ts";
import { type CallOptions, call, hostOf, send } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { openWorld, type PaymentWorld } from "../payments/payment-world.ts";
import { type PayoutWorld, payoutWorld, sumOf } from "../payouts/payout-world.ts";
import { booksOf, customerWithLines } from "./account-world.ts";

// Money typed under a customer's own number at the platform's pay bill: its provider's where that consented to be collected for, with what the
// platform owes it for that; else nobody's, until an operator decides.

let world: PaymentWorld;
let at: PayoutWorld;
const shortCode = "600100";
const paybill = { environment: "sandbox", shortCode } as const;
let mercy: Customer;
/** A customer of a provider that collects for itself. */
let foreign: Customer;
const demo = () => world.seeded.demo;

beforeAll(async () => {
  world = await openWorld();
  at = payoutWorld(world, demo());
  await env.DB.prepare("UPDATE gateways SET is_active = 0, archived_at = 1 WHERE provider_id = ?1")
    .bind(demo().id)
    .run();
  await world.renew();
  await at.turnOn();
  expect((await call(consentToCollection, {}, await at.asOwner())).ok).toBe(true);
});
beforeEach(async () => {
  await world.renew();
  const registered = await call(registerCollectingPaybill, {}, await at.asOperator());
  expect(registered.ok && registered.answer).toMatchObject({ success: true });
  mercy = await customerWithLines(demo(), [{ cents: 150_000 }]);
  foreign = await customerWithLines(world.seeded.savanna, [{ cents: 150_000 }], { name: "Otieno" });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => world.close());

/** As somebody types it on a phone. @returns what the gateway was answered before money moved */
async function type(account: string, amount: number): Promise<string> {
  const answer = await world.daraja.typed({ shortCode, account, amount, phone: "254722000111" });
  const said = await answer.text();
  await world.advance(0);
  return said;
}

/** A report at the pay bill's own address, also of money that nobody validated. */
async function report(account: string, amount: number, receipt: string): Promise<void> {
  const { confirmation: url } = paybillAddresses(testContext(), paybill);
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
  expect((await exports.default.fetch(new Request(url, { method: "POST", body }))).status).toBe(200);
  await world.advance(0);
}

const books = (customer = mercy, provider = demo()) => booksOf(provider.id, customer.id);
const stated = (receipt: string, amountCents: number, account: string) => {
  return { receipt, amountCents, account, at: Date.now(), phone: null };
};
const mistyped = (number: string) => `${number.slice(0, 7)}${(Number(number[7]) + 1) % 10}`;

async function listed(receipt: string) {
  const answer = await call(listPaybillPayments, {}, await at.asOperator());
  return answer.ok ? answer.answer.find((one) => one.receipt === receipt) : undefined;
}

/** What the platform owes the provider; the journals of each sum to nothing. */
async function owed(): Promise<number> {
  const all = await at.books();
  expect(sumOf(all)).toBe(0);
  return -(all["owed to provider"] ?? 0);
}

test("a number typed at the platform's pay bill credits its customer, opens the line, and is owed to the provider", async () => {
  const before = await owed();
  expect(await type(`${mercy.number} MERCY`, 600)).toContain('"0"');
  expect(await books()).toMatchObject({ balance: 60_000, owed: 60_000, sales: 60_000, open: 0 });
  expect(await type(mercy.number, 950)).toContain('"0"');
  expect(await books()).toMatchObject({ balance: 5_000, sales: 155_000, spent: 150_000, open: 1 });
  expect((await owed()) - before).toBe(155_000);
});

test("it is paid out like other money that was collected", async () => {
  await at.destination();
  await at.pass(25 * 3_600_000);
  const before = await owed();
  await type(mercy.number, 600);
  await world.advance(60_000);
  expect((await at.request(500)).ok).toBe(true);
  await at.pass(10 * 60_000);
  expect((await at.rows()).at(-1)).toMatchObject({ status: "paid", cents: 50_000 });
  expect((await owed()) - before).toBe(60_000 - 50_000 - 500);
  expect(await books()).toMatchObject({ balance: 60_000 });
});

test("the account and the customer's page say the platform's pay bill, and not once the consent is withdrawn", async () => {
  const link = customerLink(testContext(), demo(), mercy.number).split("/my/")[1] ?? "";
  const page = async () => (await send(customerPage, { params: { link } }, { host: hostOf("demo") })).text();
  const shown = async () => {
    const account = await call(customerAccount, { params: { id: mercy.id } }, await at.asOwner());
    return account.ok && account.answer.paybill;
  };
  expect(await shown()).toBe(shortCode);
  expect(await page()).toContain(shortCode);
  const settings = await call(readCollectionSettings, {}, await at.asOperator());
  expect(settings.ok && settings.answer.collectsAt).toMatchObject({ shortCode, typedFault: null });
  expect(settings.ok && settings.answer.collectsAt?.typedSince).toMatch(/^20/);
  expect((await call(withdrawCollection, {}, await at.asOwner())).ok).toBe(true);
  onTestFinished(async () => {
    expect((await call(consentToCollection, {}, await at.asOwner())).ok).toBe(true);
  });
  expect(await shown()).toBeNull();
  expect(await page()).not.toContain(shortCode);
  expect(await type(mercy.number, 600)).toContain("C2B00012");
  // Validated before, reported after: nobody consents to it any more.
  await report(mercy.number, 600, "UKWITHDR01");
  expect(await listed("UKWITHDR01")).toMatchObject({ status: "unmatched", providerId: platformBooks });
  expect(await books()).toMatchObject({ balance: 0, sales: 0 });
});

test("its addresses at Safaricom count among those that a new root secret has registered again", async () => {
  const { keys } = testContext();
  expect(await countPayBills(testContext())).toEqual([{ version: keys.current, count: 1 }]);
});

test("turned off by the operator nothing is taken there, and it is taken again when that is on", async () => {
  await at.turnOn({ collects: false });
  onTestFinished(async () => {
    await at.turnOn();
  });
  expect(await type(mercy.number, 600)).toContain("C2B00012");
  await at.turnOn();
  expect(await type(mercy.number, 600)).toContain('"0"');
  expect(await books()).toMatchObject({ balance: 60_000 });
});

test("no money moves for a number that is wrong, nobody's, or of a provider that did not consent: all are answered alike", async () => {
  const answers = [mistyped(mercy.number), customerNumberFrom(1_234_567), foreign.number, "HOUSE 4"];
  for (const account of answers) expect(await type(account, 600)).toContain("C2B00012");
  expect(await books()).toMatchObject({ balance: 0 });
  expect(await books(foreign, world.seeded.savanna)).toMatchObject({ balance: 0 });
});

test("told twice, by the queue, and by the statement first or last, it is one payment", async () => {
  await report(mercy.number, 600, "UKPLTWICE1");
  await report(`${mercy.number} again`, 600, "UKPLTWICE1");
  await payByStatement(testContext(), paybill, stated("UKPLTWICE1", 60_000, mercy.number));
  expect(await books()).toMatchObject({ balance: 60_000, owed: 60_000, sales: 60_000 });
  const before = await owed();
  const row = stated("UKPLFIRST1", 90_000, mercy.number);
  const paid = await payByStatement(testContext(), paybill, row);
  expect(paid).not.toBeNull();
  expect(await payByStatement(testContext(), paybill, row)).toBe(paid);
  await report(mercy.number, 900, "UKPLFIRST1");
  expect(await books()).toMatchObject({ balance: 0, sales: 150_000, spent: 150_000, open: 1 });
  expect((await owed()) - before).toBe(90_000);
  expect(await payByStatement(testContext(), paybill, stated("UKPLNONE01", 100, foreign.number))).toBeNull();
});

test("a report that M-Pesa's books do not have is taken back: account, sale, time, and what is owed to the provider", async () => {
  const before = await owed();
  await report(mercy.number, 1_500, "UKPLFORGE1");
  expect(await books()).toMatchObject({ sales: 150_000, open: 1 });
  await world.advance(60_000);
  expect(await books()).toMatchObject({ balance: 0, entries: 0, owed: 0, sales: 0, spent: 0, open: 0 });
  expect(await owed()).toBe(before);
});

test("a process that dies between the report and the account leaves it for the sweep, also an hour late", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const dead = vi
    .spyOn(PaymentObject.prototype, "beginPaybillPayment")
    .mockRejectedValue(new Error("the object was reset"));
  await report(mercy.number, 1_500, "UKPLDEAD01");
  expect(await books()).toMatchObject({ balance: 0, sales: 0 });
  dead.mockRestore();
  await world.advance(55 * 60_000);
  await sweepPaybill(testContext());
  await sweepPaybill(testContext());
  expect(await books()).toMatchObject({ sales: 150_000, open: 1 });
  expect(await listed("UKPLDEAD01")).toMatchObject({ status: "matched", providerId: demo().id });
});

test("what names nobody waits for an operator, who alone sees it, and gives it once to a customer of who is collected for", async () => {
  await report(mistyped(mercy.number), 1_500, "UKPLWRONG1");
  const operator = await at.asOperator();
  const params = { id: `${shortCode}-UKPLWRONG1` };
  expect(await listed("UKPLWRONG1")).toMatchObject({ status: "unmatched", providerId: platformBooks });
  const { savanna } = world.seeded;
  const other: CallOptions = { host: hostOf(savanna.subdomain), cookie: await signInProvider(savanna) };
  for (const owner of [await at.asOwner(), other]) {
    const own = await call(listOwnPaybillPayments, {}, owner);
    expect(own.ok && own.answer.filter((one) => one.receipt === "UKPLWRONG1")).toEqual([]);
  }
  const likely = await call(paybillCustomers, { params }, operator);
  expect(likely.ok && likely.answer.customers).toContainEqual({
    id: mercy.id,
    number: mercy.number,
    name: "Mercy Wanjiru",
    phoneNumber: "2547 ***** 200",
    provider: { id: demo().id, name: demo().businessName },
  });
  const named = await call(
    paybillCustomers,
    { params, query: { q: "wanji", providerId: demo().id } },
    operator,
  );
  expect(named.ok && named.answer.customers.map((one) => one.id)).toContain(mercy.id);
  const elsewhere = { params, query: { q: "otieno", providerId: world.seeded.savanna.id } };
  const none = await call(paybillCustomers, elsewhere, operator);
  expect(none.ok && none.answer.customers).toEqual([]);
  const give = (providerId: string | undefined, customerId: string) =>
    call(attributePaybillPayment, { params, body: { customerId, providerId } }, operator);
  expect(await give(undefined, mercy.id)).toMatchObject({ status: 400 });
  expect(await give(world.seeded.savanna.id, foreign.id)).toMatchObject({
    status: 409,
    refusal: { reason: "paybill_not_collected" },
  });
  expect(await give(demo().id, foreign.id)).toMatchObject({ status: 404 });
  const before = await owed();
  const both = await Promise.all([give(demo().id, mercy.id), give(demo().id, mercy.id)]);
  for (const one of both) expect(one.ok && one.answer).toMatchObject({ success: true });
  const baraka = await customerWithLines(demo(), [{ cents: 100 }], { name: "Baraka" });
  expect(await give(demo().id, baraka.id)).toMatchObject({ status: 409 });
  expect(await books()).toMatchObject({ balance: 0, sales: 150_000, open: 1 });
  expect(await books(baraka)).toMatchObject({ balance: 0, sales: 0 });
  expect((await owed()) - before).toBe(150_000);
  expect(await listed("UKPLWRONG1")).toMatchObject({ status: "attributed", providerId: demo().id });
});

test("what is nobody's goes back to its payer by the platform's own credentials, and is in no books", async () => {
  const typed = await world.daraja.typed({ shortCode, account: "x", amount: 5, phone: "254722000111" });
  expect(await typed.text()).toContain("refused");
  await world.daraja.set({ validation: false });
  const answer = await world.daraja.typed({ shortCode, account: "RENT", amount: 700, phone: "254722000111" });
  const { receipt } = await answer.json<{ receipt: string }>();
  await world.advance(0);
  const operator = await at.asOperator();
  const params = { id: `${shortCode}-${receipt}` };
  const before = await at.books();
  const offer = await call(paybillRefundOffer, { params }, operator);
  expect(offer.ok && offer.answer).toMatchObject({ provider: "The platform", why: null, left: 700 });
  const back = await call(refundPaybillPayment, { params, body: { reason: "Rent, not WiFi" } }, operator);
  expect(back.ok && back.answer).toMatchObject({ success: true });
  await world.advance(120_000);
  expect(await listed(receipt)).toMatchObject({ status: "refunded" });
  expect(await at.books()).toEqual(before);
});

test("a prompt that is collected is told a second time by its account code, and is one sale", async () => {
  const buyer = world.buyer("demo");
  const { transactionId, amount } = await buyer.start();
  const [prompt] = await buyer.prompts();
  expect(String(prompt?.accountReference)).toMatch(/^[1-7]\d{7}$/);
  const before = await owed();
  await buyer.answer("paid");
  await world.advance(60_000);
  const money = await call(listPaybillPayments, {}, await at.asOperator());
  expect(money.ok && money.answer.find((one) => one.transactionId === transactionId)).toMatchObject({
    status: "matched",
    providerId: demo().id,
  });
  expect((await owed()) - before).toBe(amount * 100);
});

test("a purchase may be typed there under its code, and belongs to its provider", async () => {
  const buyer = world.buyer("demo");
  const { transactionId, amount } = await buyer.start();
  const [prompt] = await buyer.prompts();
  await buyer.answer("cancelled");
  const code = String(prompt?.accountReference);
  expect(await type(code, amount + 1)).toContain("C2B00013");
  const before = await owed();
  expect(await type(code, amount)).toContain('"0"');
  expect(await buyer.status(transactionId)).toMatchObject({ status: "completed" });
  expect((await owed()) - before).toBe(amount * 100);
  expect(await type(code, amount)).toContain("C2B00012");
});

test("money under the name of a prompt is that prompt's, though it begins like a customer's number", async () => {
  await report(`${mercy.number}AB`, 600, "UKPLREF001");
  expect(await books()).toMatchObject({ balance: 0 });
  expect(await listed("UKPLREF001")).toMatchObject({ status: "unmatched", providerId: platformBooks });
});

test("where invoices are paid at the same pay bill, they go through, and wait for nobody", async () => {
  const settings = readSettings(env);
  Object.assign(settings, { PLATFORM_PAYBILL: shortCode });
  onTestFinished(() => {
    Reflect.deleteProperty(settings, "PLATFORM_PAYBILL");
  });
  await env.DB.prepare(
    `INSERT INTO billing_configs (provider_id, billing_model, monthly_fee_cents, billing_cycle, due_day, payment_account_number,
      billed_from, created_at, updated_at) VALUES (?1, 'monthly_fee', 5000, 'monthly', 28, 'PROV DEMO', '2031-01-01', 1, 1)`,
  )
    .bind(demo().id)
    .run();
  expect(await type("prov demo", 1_500)).toContain('"0"');
  expect(await type("prov demi", 1_500)).toContain("C2B00012");
  const open = await call(listPaybillPayments, { query: { q: "prov" } }, await at.asOperator());
  expect(open.ok && open.answer).toEqual([]);
  expect(await type(mercy.number, 100)).toContain('"0"');
});
