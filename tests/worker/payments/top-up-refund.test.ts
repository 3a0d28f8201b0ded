import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { refundPayment } from "#contract/refunds";
import { minuteMs } from "#contract/values/time";
import { savannaApp } from "../../seed/two-providers.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { collectBy } from "./collect-by.ts";
import { type Buyer, openWorld, type PaymentWorld, refunder, stateOf } from "./payment-world.ts";
import { refundRows, untilConfirmed } from "./refund-world.ts";
import { cap, capped, more, purchaseRow, run, running, servedBy, toppedUp, usedUp } from "./top-up-world.ts";

// More data, and its money given back, or that of the purchase it was for.

let world: PaymentWorld;
let operator: string;

beforeAll(async () => {
  world = await openWorld();
  await capped(world, "savanna");
});
beforeEach(async () => {
  await world.renew();
  operator = await signInOperator(world.seeded.operator);
  const { shortCode: accountNumber, ...own } = savannaApp;
  await collectBy(world.seeded.savanna.id, { type: "mpesa", accountNumber }, { ...own, ...refunder });
});
afterAll(() => world.close());

async function givenBack(id: string, endAccess: boolean, cents = 500): Promise<void> {
  await untilConfirmed(world, id);
  const body = { providerId: world.seeded.savanna.id, reason: "Paid by mistake", endAccess };
  await call(refundPayment, { params: { id }, body }, { host: hostOf(), cookie: operator });
  await world.advance(2_000);
  expect(await refundRows(id)).toMatchObject([{ status: "done", cents }]);
}

/** A purchase that runs, and what paid for it. */
async function bought(buyer: Buyer): Promise<{ id: string; paymentId: string; cents: number }> {
  const id = await running(buyer);
  const paid = await tenantDatabase(buyer.provider.id)
    .prepare("SELECT id, amount_cents AS cents FROM payments WHERE entitlement_id = ?1")
    .bind(id)
    .first<{ id: string; cents: number }>();
  return { id, paymentId: paid?.id ?? "", cents: paid?.cents ?? 0 };
}

async function expectOwnPurchase(buyer: Buyer, transactionId: string, id: string): Promise<void> {
  const own = (await servedBy(buyer, transactionId)) ?? "";
  expect(own).not.toBe(id);
  const row = await purchaseRow(buyer, own);
  expect(row).toMatchObject({ state: "waiting", top_up_bytes: 0 });
  const { topUp } = JSON.parse((await purchaseRow(buyer, id))?.terms ?? "{}");
  expect(JSON.parse(row?.terms ?? "{}")).toMatchObject({ ...topUp.share, priceCents: 500 });
  expect(await purchaseRow(buyer, id)).toMatchObject({ state: "cut_off", top_up_bytes: 0 });
}

test("a top-up that is given back takes its data away and leaves the purchase; the others stay", async () => {
  const buyer = world.buyer("savanna");
  const id = await running(buyer);
  await usedUp(buyer, id);
  await toppedUp(buyer);
  await world.advance(5 * minuteMs);
  const second = await toppedUp(buyer);
  const before = await purchaseRow(buyer, id);
  expect(before?.top_up_bytes).toBe(2 * more);
  await givenBack(second, true);
  const after = await purchaseRow(buyer, id);
  expect(after).toMatchObject({ state: "running", top_up_bytes: more, ends_at: before?.ends_at });
  expect(after?.rev).toBeGreaterThan(before?.rev ?? 0);
});

test("where its access is left, its data stays", async () => {
  const buyer = world.buyer("savanna");
  const id = await running(buyer);
  await usedUp(buyer, id);
  await givenBack(await toppedUp(buyer), false);
  expect(await purchaseRow(buyer, id)).toMatchObject({ state: "running", top_up_bytes: more });
});

describe("between prompt and payment its purchase", () => {
  test("is given back: the money makes a purchase of its own", async () => {
    const buyer = world.buyer("savanna");
    const { id, paymentId, cents } = await bought(buyer);
    await untilConfirmed(world, paymentId);
    const { transactionId } = await buyer.start({ topUp: true });
    await givenBack(paymentId, true, cents);
    await buyer.answer("paid");
    await expectOwnPurchase(buyer, transactionId, id);
  });

  test("is given back and its access left: the data is its", async () => {
    const buyer = world.buyer("savanna");
    const { id, paymentId, cents } = await bought(buyer);
    await untilConfirmed(world, paymentId);
    const { transactionId } = await buyer.start({ topUp: true });
    await givenBack(paymentId, false, cents);
    await buyer.answer("paid");
    expect(await servedBy(buyer, transactionId)).toBe(id);
    expect(await purchaseRow(buyer, id)).toMatchObject({ state: "running", top_up_bytes: more });
  });

  test("is given back after all its data was used: the money makes a purchase of its own", async () => {
    const buyer = world.buyer("savanna");
    const { id, paymentId, cents } = await bought(buyer);
    await usedUp(buyer, id);
    await untilConfirmed(world, paymentId);
    const { transactionId } = await buyer.start({ topUp: true });
    await givenBack(paymentId, true, cents);
    await buyer.answer("paid");
    await expectOwnPurchase(buyer, transactionId, id);
  });

  test("turns out not to be paid: the money makes a purchase of its own", async () => {
    const buyer = world.buyer("savanna");
    await world.daraja.set({ query: "down" });
    const { id, paymentId } = await bought(buyer);
    const { transactionId } = await buyer.start({ topUp: true });
    await world.daraja.set({ query: "normal" });
    const denied = (await stateOf(paymentId)).handle ?? "none";
    world.wire = async (request) =>
      request.url.includes("stkpushquery") && (await request.text()).includes(denied)
        ? Response.json({ ResponseCode: "0", ResultCode: "1032", ResultDesc: "code 1032" })
        : undefined;
    await world.advance(30_000);
    expect((await stateOf(paymentId)).status).toBe("failed");
    await buyer.answer("paid");
    await expectOwnPurchase(buyer, transactionId, id);
  });
});

test("what was used of a top-up that is given back is not paid for by the next one", async () => {
  const buyer = world.buyer("savanna");
  const id = await running(buyer);
  await usedUp(buyer, id);
  const first = await toppedUp(buyer);
  const half = more / 2;
  const used = (bytes: number, end: string) =>
    run(
      buyer.provider.id,
      `UPDATE entitlements SET used_bytes = ?2, rev = rev + 1 ${end} WHERE id = ?1`,
      id,
      bytes,
    );
  await used(cap + half, "");
  await givenBack(first, true);
  expect(await purchaseRow(buyer, id)).toMatchObject({ top_up_bytes: half });
  await used(cap + half, ", state = 'ended', end_reason = 'data'");
  await world.advance(5 * minuteMs);
  await toppedUp(buyer);
  expect(await purchaseRow(buyer, id)).toMatchObject({ state: "running", top_up_bytes: half + more });
});

test("a plan that was used up, and whose money went back with its access, is not topped up", async () => {
  const buyer = world.buyer("savanna");
  const { id, paymentId, cents } = await bought(buyer);
  await usedUp(buyer, id);
  await givenBack(paymentId, true, cents);
  await world.advance(5 * minuteMs);
  expect((await buyer.initiate({ topUp: true })).status).toBe(409);
});
