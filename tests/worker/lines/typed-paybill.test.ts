import { env, exports } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { blockedLinePage, customerPage } from "#contract/lines";
import {
  attributeOwnPaybillPayment,
  attributePaybillPayment,
  listOwnPaybillPayments,
  ownPaybillCustomers,
  registerPaybillAddresses,
} from "#contract/paybill";
import { customerNumberFrom } from "#contract/values/account-code";
import { type Customer, customerLink } from "#worker/features/customers/index";
import { payByStatement, sweepPaybill } from "#worker/features/payments/index";
import { paybillAddresses } from "#worker/features/payments/paybill/paybill-address";
import { PaymentObject } from "#worker/features/payments/payment-object";
import { savannaApp } from "../../seed/two-providers.ts";
import { signInOperator, signInProvider } from "../../support/sign-in.ts";
import { type CallOptions, call, hostOf, send } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { collectBy } from "../payments/collect-by.ts";
import { salesOf } from "../payments/money-rows.ts";
import { openWorld, type PaymentWorld, refunder } from "../payments/payment-world.ts";
import { booksOf, customerWithLines } from "./account-world.ts";

// Money typed in the M-Pesa menu under a customer's own number: any amount, however the number is written, and however often, late or
// falsely it is told.

let world: PaymentWorld;
const { shortCode, ...own } = savannaApp;
const paybill = { environment: "sandbox", shortCode } as const;
let mercy: Customer;
let operator: CallOptions;
const owners = new Map<string, CallOptions>();
const savanna = () => world.seeded.savanna;

beforeAll(async () => {
  world = await openWorld();
  operator = { host: hostOf(), cookie: await signInOperator(world.seeded.operator) };
  for (const provider of [world.seeded.savanna, world.seeded.demo])
    owners.set(provider.id, { host: hostOf(provider.subdomain), cookie: await signInProvider(provider) });
});
beforeEach(async () => {
  await world.renew();
  await collectBy(savanna().id, { type: "mpesa", accountNumber: shortCode }, { ...own, ...refunder });
  const gateway = await env.DB.prepare(
    "SELECT id FROM gateways WHERE provider_id = ?1 AND type = 'mpesa' AND is_active = 1",
  )
    .bind(savanna().id)
    .first<{ id: string }>();
  const params = { id: savanna().id, configId: gateway?.id ?? "" };
  await call(registerPaybillAddresses, { params }, operator);
  mercy = await customerWithLines(savanna(), [{ cents: 150_000 }]);
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

const bodyOf = (account: string, amount: number, receipt: string, over: object = {}) =>
  JSON.stringify({
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

/** A report at the pay bill's own address, also of money that nobody validated. */
async function report(account: string, amount: number, receipt: string, over: object = {}): Promise<void> {
  const { confirmation: url } = paybillAddresses(testContext(), paybill);
  const body = bodyOf(account, amount, receipt, over);
  expect((await exports.default.fetch(new Request(url, { method: "POST", body }))).status).toBe(200);
  await world.advance(0);
}

async function validated(account: string): Promise<string> {
  const { validation: url } = paybillAddresses(testContext(), paybill);
  const body = bodyOf(account, 100, `UKV${Math.floor(Math.random() * 1e7)}`);
  return (await exports.default.fetch(new Request(url, { method: "POST", body }))).text();
}

const books = (customer = mercy) => booksOf(savanna().id, customer.id);
const owner = (provider = savanna()) => owners.get(provider.id) ?? {};

async function listed(receipt: string) {
  const answer = await call(listOwnPaybillPayments, {}, owner());
  return answer.ok ? answer.answer.find((one) => one.receipt === receipt) : undefined;
}

/** Another digit in the last place: nobody's. */
const mistyped = (number: string) => `${number.slice(0, 7)}${(Number(number[7]) + 1) % 10}`;

test.each([
  ["as it is", (number: string) => number],
  ["in two parts", (number: string) => `${number.slice(0, 4)} ${number.slice(4)}`],
  ["with dashes", (number: string) => `${number.slice(0, 2)}-${number.slice(2, 5)}-${number.slice(5)}`],
  ["with a name behind", (number: string) => `${number} MERCY`],
  ["with a name before", (number: string) => `Wanjiru ${number}`],
  ["behind acc", (number: string) => `Acc no. ${number}`],
])("a number written %s raises the balance, and opens the line once it covers it", async (_how, written) => {
  const before = await salesOf(savanna().id);
  expect(await type(written(mercy.number), 600)).toContain('"0"');
  expect(await books()).toMatchObject({
    balance: 60_000,
    entries: 60_000,
    owed: 60_000,
    sales: 60_000,
    open: 0,
  });
  expect(await type(written(mercy.number), 950)).toContain('"0"');
  expect(await books()).toMatchObject({
    balance: 5_000,
    owed: 5_000,
    sales: 155_000,
    spent: 150_000,
    open: 1,
  });
  expect(await salesOf(savanna().id)).toEqual({ count: before.count + 2, cents: before.cents + 155_000 });
});

test("no money moves for a number that is wrong by one digit, another provider's, or nobody's", async () => {
  const foreign = await customerWithLines(world.seeded.demo, [{ cents: 150_000 }]);
  expect(await type(mistyped(mercy.number), 600)).toContain("C2B00012");
  expect(await type(foreign.number, 600)).toContain("C2B00012");
  expect(await type(`${mercy.number} or ${foreign.number}`, 600)).toContain("C2B00012");
  expect(await books()).toMatchObject({ balance: 0 });
});

test("who tries numbers learns no more of one that is another provider's than of one that was never given", async () => {
  const foreign = await customerWithLines(world.seeded.demo, [{ cents: 150_000 }]);
  const unknown = await validated(customerNumberFrom(1_234_567));
  expect(unknown).toContain("C2B00012");
  expect(await validated(foreign.number)).toBe(unknown);
  expect(await validated(mistyped(mercy.number))).toBe(unknown);
  const page = (link: string, host = "savanna") =>
    send(customerPage, { params: { link } }, { host: hostOf(host) });
  const real = customerLink(testContext(), savanna(), mercy.number).split("/my/")[1] ?? "";
  expect((await page(real)).status).toBe(200);
  expect((await page(mercy.number)).status).toBe(404);
  expect((await page(`${mercy.number}-0000000000000`)).status).toBe(404);
  expect((await page(real.replace(mercy.number, foreign.number))).status).toBe(404);
  expect((await page(real, "demo")).status).toBe(404);
});

test("the page of a customer says how it is typed, where what is typed is reported", async () => {
  const real = customerLink(testContext(), savanna(), mercy.number).split("/my/")[1] ?? "";
  const page = async (host: string, link: string) =>
    (await send(customerPage, { params: { link } }, { host: hostOf(host) })).text();
  expect(await page("savanna", real)).toContain(shortCode);
  // The demo provider collects at a till: nobody types an account number there.
  const guest = await customerWithLines(world.seeded.demo, [{ cents: 100_000 }]);
  const theirs = customerLink(testContext(), world.seeded.demo, guest.number).split("/my/")[1] ?? "";
  expect(await page("demo", theirs)).not.toContain("Business number");
});

test("whoever is blocked and has no link is told how it is paid, of no customer, and not where there is no provider", async () => {
  const page = (host: string, query = {}) => send(blockedLinePage, { query }, { host: hostOf(host) });
  const answer = await page("savanna");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("x-robots-tag")).toBe("noindex");
  const text = await answer.text();
  expect(text).toContain("Open the link in the last message");
  expect(text).toContain(shortCode);
  expect(text).not.toContain(mercy.number);
  expect(await (await page("savanna", { lang: "sw" })).text()).toContain("Fungua kiungo");
  expect(await (await page("demo")).text()).not.toContain("Business number");
  expect((await page("nobody-here")).status).toBe(404);
});

/** As it stands in the gateway's statement. */
const stated = (receipt: string, amountCents: number, account: string) => {
  return { receipt, amountCents, account, at: Date.now(), phone: null };
};

test("told twice, by the queue and by the statement as well, it is one payment", async () => {
  await report(mercy.number, 600, "UKTWICE001");
  await report(`${mercy.number} again`, 600, "UKTWICE001");
  await payByStatement(testContext(), paybill, stated("UKTWICE001", 60_000, mercy.number));
  expect(await books()).toMatchObject({ balance: 60_000, owed: 60_000, sales: 60_000 });
});

test("a report that was lost is made up for by the statement, once", async () => {
  const row = stated("UKLOST0001", 150_000, mercy.number);
  const paid = await payByStatement(testContext(), paybill, row);
  expect(paid).not.toBeNull();
  expect(await payByStatement(testContext(), paybill, row)).toBe(paid);
  await report(mercy.number, 1_500, "UKLOST0001");
  expect(await books()).toMatchObject({ balance: 0, sales: 150_000, spent: 150_000, open: 1 });
  const unknown = stated("UKLOST0002", 100, customerNumberFrom(7));
  expect(await payByStatement(testContext(), paybill, unknown)).toBeNull();
});

test("a process that dies between the report and the account leaves it for the sweep", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const dead = vi
    .spyOn(PaymentObject.prototype, "beginPaybillPayment")
    .mockRejectedValue(new Error("the object was reset"));
  await report(mercy.number, 1_500, "UKDEAD0001");
  expect(await books()).toMatchObject({ balance: 0, sales: 0 });
  dead.mockRestore();
  await world.advance(61_000);
  await sweepPaybill(testContext());
  expect(await books()).toMatchObject({ balance: 0, sales: 150_000, open: 1 });
  expect(await listed("UKDEAD0001")).toMatchObject({ status: "matched" });
});

test("a report that the gateway's books do not have is taken back: the account, the sale and the time on the line", async () => {
  const before = await salesOf(savanna().id);
  await report(mercy.number, 1_500, "UKF0RGED01");
  expect(await books()).toMatchObject({ sales: 150_000, open: 1 });
  await world.advance(60_000);
  expect(await books()).toMatchObject({ balance: 0, entries: 0, owed: 0, sales: 0, spent: 0, open: 0 });
  expect(await salesOf(savanna().id)).toEqual(before);
});

test("a report of another pay bill, or at a made-up address, credits nobody", async () => {
  await report(mercy.number, 1_500, "UKOTHER001", { BusinessShortCode: "600100" });
  const { confirmation } = paybillAddresses(testContext(), paybill);
  for (const url of [`${confirmation}0`, confirmation.replace(`/0${shortCode}`, `/1${shortCode}`)]) {
    const body = bodyOf(mercy.number, 1_500, "UKOTHER002");
    await exports.default.fetch(new Request(url, { method: "POST", body }));
  }
  await world.advance(0);
  expect(await books()).toMatchObject({ balance: 0, sales: 0 });
  expect(await listed("UKOTHER001")).toMatchObject({ status: "unmatched" });
  expect(await listed("UKOTHER002")).toBeUndefined();
});

test("money under a wrong number waits for a person, who sees whom it may be meant for, and gives it once", async () => {
  await report(mistyped(mercy.number), 1_500, "UKWRONG001");
  const as = owner();
  const id = `${shortCode}-UKWRONG001`;
  expect(await listed("UKWRONG001")).toMatchObject({ status: "unmatched", transactionId: null });
  const likely = await call(ownPaybillCustomers, { params: { id } }, as);
  expect(likely.ok && likely.answer).toMatchObject({ hasCustomers: true });
  expect(likely.ok && likely.answer.customers).toContainEqual({
    id: mercy.id,
    number: mercy.number,
    name: "Mercy Wanjiru",
    phoneNumber: "2547 ***** 200",
    provider: null,
  });
  const found = await call(ownPaybillCustomers, { params: { id }, query: { q: "wanji" } }, as);
  expect(found.ok && found.answer.customers.map((one) => one.id)).toContain(mercy.id);
  const give = (customerId: string) =>
    call(attributeOwnPaybillPayment, { params: { id }, body: { customerId } }, as);
  const foreign = await customerWithLines(world.seeded.demo, [{ cents: 100 }]);
  expect(await give(foreign.id)).toMatchObject({ status: 404, refusal: { reason: "customer_unknown" } });
  const given = await give(mercy.id);
  expect(given.ok && given.answer).toMatchObject({ success: true, paybillPayment: { status: "attributed" } });
  expect((await give(mercy.id)).ok).toBe(true);
  const other = await customerWithLines(savanna(), [{ cents: 100 }], { name: "Baraka" });
  expect(await give(other.id)).toMatchObject({ status: 409 });
  expect(await books()).toMatchObject({ balance: 0, sales: 150_000, open: 1 });
  expect(await books(other)).toMatchObject({ balance: 0, sales: 0 });
});

test("the operator gives it for a provider, and nobody gives what is another provider's", async () => {
  await report("HOUSE 4", 700, "UKHOUSE001");
  const id = `${shortCode}-UKHOUSE001`;
  const body = { customerId: mercy.id };
  expect(
    await call(attributeOwnPaybillPayment, { params: { id }, body }, owner(world.seeded.demo)),
  ).toMatchObject({ status: 404 });
  expect((await call(attributePaybillPayment, { params: { id }, body }, operator)).ok).toBe(true);
  expect(await books()).toMatchObject({ balance: 70_000, owed: 70_000, sales: 70_000 });
});
