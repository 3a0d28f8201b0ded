import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listActivity } from "#contract/audit";
import {
  appealRefund,
  declineRefundAppeal,
  listRefundAppeals,
  ownRefund,
  refundOwnPayment,
} from "#contract/own-refunds";
import { reconciliationCounts } from "#contract/reconciliation";
import { noteRefund, refundPayment } from "#contract/refunds";
import { signInProvider } from "../../support/sign-in.ts";
import { rowsOfAllTenants } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { idOf, operatorCalls } from "../switch/switch-world.ts";
import { moneyRows, salesOf } from "./money-rows.ts";
import { centralTill, openWorld, type PaymentWorld } from "./payment-world.ts";
import { expectGivenBack, refundRows, untilConfirmed } from "./refund-world.ts";

// A provider gives back what its own account received, by the operator's own use case; what an account of the platform received, or no
// gateway gives back, it asks the operator for. However often and by whomever it is asked for, it goes back once.

let world: PaymentWorld;
let operator: Awaited<ReturnType<typeof operatorCalls>>;
let owner: { host: string; cookie: string };

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  await world.renew();
  operator = await operatorCalls(world.seeded);
  owner = await ownerOf("demo");
});
afterAll(() => world.close());

const ownerOf = async (who: "demo" | "savanna") => ({
  host: hostOf(who),
  cookie: await signInProvider(world.seeded[who]),
});

async function paid(answered: "paid" | "cancelled" = "paid") {
  const buyer = world.buyer();
  const { transactionId: id, amount } = await buyer.start();
  await buyer.answer(answered);
  await world.advance(1_000);
  if (answered === "paid") await untilConfirmed(world, id);
  return { id, cents: amount * 100 };
}

const own = async (id: string, as = owner) => {
  const answer = await call(ownRefund, { params: { id } }, as);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
};
const giveBack = (id: string, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  call(refundOwnPayment, { params: { id }, body: { reason: "Paid twice", ...more } }, { ...owner, headers });
const byOperator = (id: string) =>
  call(
    refundPayment,
    { params: { id }, body: { providerId: world.seeded.demo.id, reason: "Asked by its provider" } },
    operator.as,
  );
const ask = (id: string, reason = "Paid twice", as = owner) =>
  call(appealRefund, { params: { id }, body: { reason } }, as);
const decline = (id: string, note = "The access was used") =>
  call(declineRefundAppeal, { params: { id }, body: { note } }, operator.as);

async function appeals() {
  const answer = await call(listRefundAppeals, {}, operator.as);
  if (!answer.ok) throw new Error(answer.text);
  expect(answer.headers.get("x-total-count")).toBe(String(answer.answer.length));
  const counts = await call(reconciliationCounts, {}, operator.as);
  expect(counts.ok && counts.answer.appeals).toBe(answer.answer.length);
  return answer.answer;
}
const statusesOf = async (id: string) =>
  (
    await env.DB.prepare("SELECT status FROM refund_appeals WHERE payment_id = ?1 ORDER BY asked_at")
      .bind(id)
      .all<{ status: string }>()
  ).results.map(({ status }) => status);

/** Paid while a switch is active; it is off again afterwards. */
async function diverted() {
  const id = idOf(await operator.create({ centralAccountNumber: centralTill }));
  await operator.activate(id);
  const payment = await paid();
  expect((await moneyRows(payment.id)).payment).toMatchObject({ settlement: "diverted" });
  await operator.deactivate(id);
  await operator.remove(id);
  return payment;
}

test("what its own account received a provider gives back, once, and it says before from where", async () => {
  const before = await salesOf(world.seeded.demo.id);
  const { id, cents } = await paid();
  expect(await own(id)).toEqual({
    amount: cents / 100,
    refunded: 0,
    account: { kind: "till", number: expect.any(String), reference: null },
    left: cents / 100,
    partial: true,
    endsAccess: true,
    by: "gateway",
    why: null,
    appeal: null,
  });
  const key = { "idempotency-key": crypto.randomUUID() };
  const first = await giveBack(id, { endAccess: true }, key);
  expect(first.ok && first.answer).toMatchObject({ success: true, refund: { status: "pending" } });
  const repeat = await giveBack(id, { endAccess: true }, key);
  expect(repeat.ok && repeat.answer.refund.id).toBe(first.ok && first.answer.refund.id);
  const second = await giveBack(id);
  expect(second).toMatchObject({ status: 409 });
  expect(second.text).toContain("on its way");
  expect(await own(id)).toMatchObject({ by: null, why: "A refund of this payment is on its way." });
  await world.advance(2_000);
  await expectGivenBack(world, id, cents);
  expect(await salesOf(world.seeded.demo.id)).toMatchObject({ cents: before.cents });
  expect((await moneyRows(id)).entitlements).toMatchObject([{ state: "cut_off" }]);
  expect((await giveBack(id)).text).toContain("given back already");
  expect(await ask(id)).toMatchObject({ status: 409 });
  const told = await call(listActivity, {}, owner);
  expect(told.ok && told.answer.map(({ kind, what }) => [kind, what])).toContainEqual([
    "person",
    "Gave a payment back",
  ]);
});

test("asked for by operator and provider in one moment it goes back once", async () => {
  const { id, cents } = await paid();
  const answers = await Promise.all([byOperator(id), giveBack(id), giveBack(id), byOperator(id)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  await world.advance(2_000);
  await expectGivenBack(world, id, cents);
});

test("where an account of the platform received it nothing goes back at the provider's word: the operator is asked", async () => {
  const { id, cents } = await diverted();
  const shown = await own(id);
  expect(shown).toMatchObject({ by: "operator", account: null, appeal: null });
  expect(JSON.stringify(shown)).not.toContain(centralTill);
  for (const more of [{}, { amount: 1 }]) {
    const refused = await giveBack(id, more);
    expect(refused).toMatchObject({ status: 409 });
    expect(refused.text).toContain("the operator gives it back");
  }
  expect(await refundRows(id)).toEqual([]);
  const asked = await Promise.all([ask(id), ask(id, "Once more")]);
  expect(asked.map(({ status }) => status)).toEqual([200, 200]);
  expect(await appeals()).toMatchObject([
    {
      providerId: world.seeded.demo.id,
      provider: world.seeded.demo.businessName,
      transactionId: id,
      receipt: expect.stringMatching(/^\w{10}$/),
      amount: cents / 100,
      isUnderWay: false,
    },
  ]);
  expect((await own(id)).appeal).toMatchObject({ status: "open", note: null });
  expect(await byOperator(id)).toMatchObject({ status: 200 });
  expect(await appeals()).toMatchObject([{ isUnderWay: true }]);
  await world.advance(2_000);
  await expectGivenBack(world, id, cents);
  expect(await appeals()).toEqual([]);
  expect(await own(id)).toMatchObject({ by: null, refunded: cents / 100, appeal: { status: "done" } });
  const told = await call(listActivity, {}, owner);
  expect(told.ok && told.answer.filter(({ what }) => what.startsWith("Asked the operator"))).toHaveLength(1);
});

test("what is declined is decided once, its provider reads why, and money that goes back later answers it", async () => {
  const { id } = await diverted();
  await ask(id);
  const [{ id: appeal = "" } = {}] = await appeals();
  expect(await decline("nothing")).toMatchObject({ status: 404 });
  const decided = await Promise.all([decline(appeal), decline(appeal, "Another word")]);
  expect(decided.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await appeals()).toEqual([]);
  expect(await own(id)).toMatchObject({ by: "operator", appeal: { status: "declined" } });
  expect((await own(id)).appeal?.note).toMatch(/The access was used|Another word/);
  await ask(id, "It was never used");
  expect(await appeals()).toMatchObject([{ reason: "It was never used" }]);
  await byOperator(id);
  await world.advance(2_000);
  expect(await statusesOf(id)).toEqual(["done", "done"]);
});

test("asked while the operator gives it back, it stays open for nobody", async () => {
  const { id, cents } = await diverted();
  await Promise.all([ask(id), byOperator(id)]);
  await world.advance(2_000);
  await expectGivenBack(world, id, cents);
  expect(await appeals()).toEqual([]);
});

test("what M-Pesa gives back no more a provider sends itself, and the operator notes it", async () => {
  const { id, cents } = await paid();
  await giveBack(id, { amount: 1 });
  await world.advance(2_000);
  expect(await own(id)).toMatchObject({ by: "operator", refunded: 1, account: { kind: "till" } });
  expect(await giveBack(id)).toMatchObject({ status: 409 });
  await ask(id, "Sent by phone, SGA1BCDE2F");
  expect(await appeals()).toMatchObject([{ amount: cents / 100 - 1 }]);
  const body = { providerId: world.seeded.demo.id, reason: "By phone", reference: "SGA1BCDE2F" };
  expect(await call(noteRefund, { params: { id }, body }, operator.as)).toMatchObject({ status: 200 });
  expect(await own(id)).toMatchObject({ by: null, refunded: cents / 100, appeal: { status: "done" } });
  expect(await world.daraja.counts()).toMatchObject({ reversals: 1 });
});

test("another provider's payment, one that was not paid and one that is none: nothing is said, asked or sent", async () => {
  const { id } = await paid();
  const savanna = await ownerOf("savanna");
  const { id: unpaid } = await paid("cancelled");
  for (const foreign of [id, unpaid, "0".repeat(48), "SGA1BCDE2F"]) {
    const params = { params: { id: foreign } };
    const body = { reason: "Paid twice" };
    for (const answer of [
      await call(ownRefund, params, savanna),
      await call(refundOwnPayment, { ...params, body }, savanna),
      await call(appealRefund, { ...params, body }, savanna),
    ])
      expect(answer.status).toBe(404);
  }
  expect(await own(unpaid)).toMatchObject({
    by: null,
    why: "Only a payment that was completed can be given back.",
  });
  expect(await giveBack(unpaid)).toMatchObject({ status: 409 });
  expect(await ask(unpaid)).toMatchObject({ status: 409 });
  // One's own account gives it back itself.
  expect(await ask(id)).toMatchObject({ status: 409 });
  expect(await appeals()).toEqual([]);
  expect(await rowsOfAllTenants("SELECT id FROM refunds WHERE payment_id IN (?1, ?2)", id, unpaid)).toEqual(
    [],
  );
});
