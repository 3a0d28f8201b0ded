import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { customerAccount, takeCash } from "#contract/customer-accounts";
import { ownRefund, refundOwnPayment } from "#contract/own-refunds";
import { noteRefund, refundOffer, refundPayment } from "#contract/refunds";
import type { Customer } from "#worker/features/customers/index";
import { settleAccount } from "#worker/features/lines/index";
import { payIntoAccount } from "#worker/features/payments/index";
import { savannaApp } from "../../seed/two-providers.ts";
import { signInOperator, signInProvider } from "../../support/sign-in.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { collectBy } from "../payments/collect-by.ts";
import { salesOf } from "../payments/money-rows.ts";
import { kill, openWorld, type PaymentWorld, paymentStub, refunder } from "../payments/payment-world.ts";
import { refundRows, untilConfirmed } from "../payments/refund-world.ts";
import { booksOf, customerWithLines } from "./account-world.ts";

// What was paid into an account goes back out of it: only what is left there, held before it is sent, and in it again where it did not go.

let world: PaymentWorld;
let mercy: Customer;
let owner: { host: string; cookie: string };
const { shortCode, ...own } = savannaApp;
const savanna = () => world.seeded.savanna;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  await world.renew();
  await collectBy(savanna().id, { type: "mpesa", accountNumber: shortCode }, { ...own, ...refunder });
  owner = { host: hostOf("savanna"), cookie: await signInProvider(savanna()) };
  phones += 1;
  const phone = `2547220${String(20_000 + phones)}`;
  mercy = await customerWithLines(savanna(), [{ cents: 150_000 }], { phone });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => world.close());

let phones = 0;

/** By a prompt of the customer's page, confirmed by the gateway. */
async function paid(amount: number): Promise<string> {
  const { transactionId: id } = await payIntoAccount(testContext(), {
    providerId: savanna().id,
    customerId: mercy.id,
    phoneNumber: "",
    amount,
    network: `10.0.0.${phones % 250}`,
    idempotencyKey: crypto.randomUUID(),
    language: "en",
  });
  const asked = (await world.daraja.prompts()).find(({ phoneNumber }) => phoneNumber === mercy.phone);
  await world.daraja.answer(asked?.id ?? "none", "paid");
  await world.advance(1_000);
  await untilConfirmed(world, id);
  return id;
}

const books = () => booksOf(savanna().id, mercy.id);
const offered = async (id: string) => {
  const answer = await call(ownRefund, { params: { id } }, owner);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
};
const giveBack = (id: string, more: { amount?: number } = {}, key: string = crypto.randomUUID()) =>
  call(
    refundOwnPayment,
    { params: { id }, body: { reason: "Moves away", ...more } },
    { ...owner, headers: { "idempotency-key": key } },
  );

test("what is left in the account goes back by one press; what was spent does not", async () => {
  const before = await salesOf(savanna().id);
  const id = await paid(2_000);
  expect(await books()).toMatchObject({ balance: 50_000, spent: 150_000, open: 1 });
  expect(await offered(id)).toMatchObject({ amount: 2_000, left: 500, endsAccess: false, by: "gateway" });
  const account = await call(customerAccount, { params: { id: mercy.id } }, owner);
  expect(account.ok && account.answer).toMatchObject({ balance: 500, backBy: id });
  expect(await giveBack(id, { amount: 501 })).toMatchObject({
    status: 409,
    refusal: { reason: "refund_beyond_balance" },
  });
  const key = crypto.randomUUID();
  const first = await giveBack(id, {}, key);
  expect(first.ok && first.answer).toMatchObject({
    success: true,
    refund: { amount: 500, status: "pending" },
  });
  // On its way it is no customer's to spend any more.
  expect(await books()).toMatchObject({ balance: 0, entries: 0, owed: 0, open: 1 });
  const again = await giveBack(id, {}, key);
  expect(again.ok && first.ok && again.answer.refund.id).toBe(first.ok && first.answer.refund.id);
  await world.advance(2_000);
  expect(await refundRows(id)).toMatchObject([{ status: "done", cents: 50_000 }]);
  expect(await books()).toEqual({
    balance: 0,
    entries: 0,
    owed: 0,
    sales: 150_000,
    cash: 0,
    spent: 150_000,
    open: 1,
  });
  expect(await salesOf(savanna().id)).toEqual({ count: before.count + 1, cents: before.cents + 150_000 });
  expect(await offered(id)).toMatchObject({ by: null });
});

test("a payment that a line was bought with is not given back: a sentence says so", async () => {
  const id = await paid(1_500);
  expect(await offered(id)).toMatchObject({
    left: 0,
    by: null,
    why: expect.stringContaining("paid for time"),
  });
  expect(await giveBack(id)).toMatchObject({ status: 409, refusal: { reason: "refund_account_spent" } });
  expect(await books()).toMatchObject({ balance: 0, sales: 150_000, open: 1 });
});

test("a refund that the gateway did not carry out is in the account again, and buys what it can", async () => {
  const id = await paid(900);
  await world.daraja.set({ results: "timeout" });
  await giveBack(id);
  expect(await books()).toMatchObject({ balance: 0, owed: 0 });
  await world.daraja.set({ results: "normal" });
  await world.advance(900_000);
  expect(await refundRows(id)).toMatchObject([{ status: "failed" }]);
  await settleAccount(testContext(), savanna().id, mercy.id);
  expect(await books()).toMatchObject({ balance: 90_000, entries: 90_000, owed: 90_000, sales: 90_000 });
});

test("two payments of one account never give back more together than it has", async () => {
  const first = await paid(700);
  await world.advance(61_000);
  const second = await paid(600);
  expect(await books()).toMatchObject({ balance: 130_000 });
  // A taking of cash in between buys the line, so that 300 are left.
  await call(takeCash, { params: { id: mercy.id }, body: { amount: 500 } }, owner);
  expect(await books()).toMatchObject({ balance: 30_000, spent: 150_000 });
  const both = await Promise.all([giveBack(first, { amount: 300 }), giveBack(second, { amount: 300 })]);
  await world.advance(5_000);
  const rows = [...(await refundRows(first)), ...(await refundRows(second))];
  expect(rows.filter(({ status }) => status === "done")).toHaveLength(1);
  expect(both.some(({ ok }) => ok)).toBe(true);
  expect(await books()).toMatchObject({
    balance: 0,
    entries: 0,
    owed: 0,
    sales: 150_000,
    spent: 150_000,
    open: 1,
  });
});

test("a process that dies while it is on its way sends it once, and takes it out once", async () => {
  const id = await paid(900);
  await giveBack(id);
  await kill(id);
  await paymentStub(id).sweep();
  await world.advance(60_000);
  expect((await refundRows(id)).filter(({ status }) => status === "done")).toHaveLength(1);
  expect(await books()).toMatchObject({ balance: 0, entries: 0, owed: 0, sales: 0 });
});

test("the operator sees what is left, and what was given back by hand leaves the account, too", async () => {
  const as = { host: hostOf(), cookie: await signInOperator(world.seeded.operator) };
  const id = await paid(2_100);
  const providerId = savanna().id;
  const offer = await call(refundOffer, { params: { id }, query: { providerId } }, as);
  expect(offer.ok && offer.answer).toMatchObject({ amount: 2_100, left: 600, endsAccess: false, why: null });
  const body = { providerId, reason: "By the counter", amount: 200, reference: "Bank slip 7" };
  expect((await call(noteRefund, { params: { id }, body }, as)).ok).toBe(true);
  expect(await books()).toMatchObject({ balance: 40_000, owed: 40_000, sales: 190_000 });
  expect(await call(noteRefund, { params: { id }, body: { ...body, amount: 401 } }, as)).toMatchObject({
    status: 409,
    refusal: { reason: "refund_beyond_balance" },
  });
  expect(
    await call(refundPayment, { params: { id }, body: { providerId, reason: "Too late", amount: 401 } }, as),
  ).toMatchObject({ status: 409 });
});
