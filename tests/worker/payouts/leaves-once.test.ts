import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { consentToCollection, withdrawCollection } from "#contract/collection";
import { addOwnGateway, verifyOwnGateway } from "#contract/own-gateways";
import { listPayouts, readBalance } from "#contract/payouts";
import { refundOffer, refundPayment } from "#contract/refunds";
import { dayMs } from "#contract/values/time";
import { copyToPlatform } from "#worker/features/copies/index";
import { call } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { openWorld, otherPayBill, type PaymentWorld } from "../payments/payment-world.ts";
import { untilConfirmed } from "../payments/refund-world.ts";
import { type PayoutWorld, payoutWorld } from "./payout-world.ts";

// What the platform collected leaves once: to the provider or back to its payers.

let world: PaymentWorld;
let at: PayoutWorld;
let providerId: string;

beforeAll(async () => {
  world = await openWorld();
  await world.renew();
  providerId = world.seeded.demo.id;
  at = payoutWorld(world, world.seeded.demo);
  await env.DB.prepare("UPDATE gateways SET is_active = 0, archived_at = 1 WHERE provider_id = ?1")
    .bind(providerId)
    .run();
  await at.turnOn({ holdHours: 24 });
  const consented = await call(consentToCollection, {}, await at.asOwner());
  if (!consented.ok) throw new Error(consented.text);
  await at.destination();
});
beforeEach(() => world.renew());
afterAll(() => world.close());

async function sell(): Promise<{ id: string; amount: number }> {
  const buyer = world.buyer("demo");
  const { transactionId: id, amount } = await buyer.start();
  await buyer.answer("paid");
  await untilConfirmed(world, id);
  return { id, amount };
}

async function balance() {
  const answer = await call(readBalance, {}, await at.asOwner());
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}

const giveBack = async (id: string, more: Record<string, unknown> = {}, key: string | null = null) =>
  call(
    refundPayment,
    { params: { id }, body: { providerId, reason: "Slow all evening", ...more } },
    { ...(await at.asOperator()), headers: key === null ? {} : { "idempotency-key": key } },
  );

const offered = async (id: string) => {
  const answer = await call(refundOffer, { params: { id }, query: { providerId } }, await at.asOperator());
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
};

const debts = async () => {
  await copyToPlatform(testContext(), providerId);
  const answer = await call(listPayouts, {}, await at.asOperator());
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer.debts;
};

test("what was sold lately waits, is said to, and can be paid out a day later", async () => {
  await world.advance(dayMs + 1);
  const amounts: number[] = [];
  while (amounts.reduce((sum, one) => sum + one, 0) < 60) amounts.push((await sell()).amount);
  const sold = amounts.reduce((sum, one) => sum + one, 0);
  expect(await balance()).toMatchObject({ owed: sold, fresh: sold, holdHours: 24, available: 0 });
  const refused = await at.request(20);
  expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
    409,
    { reason: "payout_fresh", error: expect.stringContaining("once it is 24 hours old") },
  ]);
  // In the books themselves, too: whatever was seen before, no more than the rest is reserved.
  await world.advance(dayMs);
  const late = await sell();
  expect(await balance()).toMatchObject({ fresh: late.amount, available: sold - 5 });
  const asked = await Promise.all([at.request(sold - 5), at.request(late.amount)]);
  expect(asked.filter(({ ok }) => ok)).toHaveLength(1);
  await world.advance(5_000);
  const all = (await at.sent()).reduce((sum, { payout }) => sum + payout.amount, 0);
  expect(all).toBeLessThanOrEqual(sold);
  await at.turnOn({ holdHours: 0 });
  expect((await balance()).fresh).toBe(0);
});

test("a refund of money that was paid out says so, needs a tick, and then is the provider's debt, which keeps it", async () => {
  await at.turnOn({ holdHours: 0 });
  const sales = [await sell(), await sell(), await sell()];
  const paid = await at.request();
  expect(paid.ok).toBe(true);
  await world.advance(5_000);
  const { owed } = await balance();
  const [first, second] = sales.map(({ id }) => id) as [string, string];
  const amount = sales[0]?.amount ?? 0;
  expect(await offered(first)).toMatchObject({ balance: owed, why: null });
  const refused = await giveBack(first);
  expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
    409,
    { reason: "refund_into_debt", error: expect.stringContaining(`KSh ${amount - owed}`) },
  ]);
  expect(await balance()).toMatchObject({ owed, refunding: 0 });

  const key = crypto.randomUUID();
  const meant = await giveBack(first, { intoDebt: true }, key);
  expect(meant.ok && meant.answer.success).toBe(true);
  // The same wish again, whose tick the page has forgotten meanwhile, is the same refund.
  const again = await giveBack(first, {}, key);
  expect(again.ok && again.answer.refund.id).toBe(meant.ok && meant.answer.refund.id);
  // What is on its way counts for the next one.
  expect(await offered(second)).toMatchObject({ balance: owed - amount });
  await world.advance(5_000);
  expect(await balance()).toMatchObject({ owed: owed - amount, refunding: 0, available: 0 });
  expect(await debts()).toMatchObject([{ providerId, amount: amount - owed }]);

  const left = await call(withdrawCollection, {}, await at.asOwner());
  expect([left.status, JSON.parse(left.text)]).toMatchObject([
    409,
    { reason: "collection_debt", error: expect.stringContaining(`KSh ${amount - owed}`) },
  ]);
  expect((await balance()).collection).toBe("consented");

  // An account of its own, once KSh 1 is there, would end the collection, too.
  const inDebt = { ok: false, status: 409, refusal: { reason: "collection_debt" } };
  const body = { type: "mpesa", accountNumber: otherPayBill };
  expect(await call(addOwnGateway, { body }, await at.asOwner())).toMatchObject(inDebt);
  const waiting = await env.DB.prepare(
    `UPDATE gateways SET archived_at = NULL WHERE provider_id = ?1 AND collected IS NULL RETURNING id`,
  )
    .bind(providerId)
    .first<string>("id");
  const asked = { params: { id: waiting ?? "" }, body: { phoneNumber: "0799888001" } };
  expect(await call(verifyOwnGateway, asked, await at.asOwner())).toMatchObject(inDebt);

  while ((await balance()).owed < 0) await sell();
  expect(await debts()).toEqual([]);
  const leaves = await call(withdrawCollection, {}, await at.asOwner());
  expect(leaves.ok && leaves.answer.state).not.toBe("consented");
});
