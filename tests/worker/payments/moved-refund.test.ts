import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { refundPayment } from "#contract/refunds";
import { savannaApp } from "../../seed/two-providers.ts";
import { closeAllLinks, type FakeLink } from "../../support/fake-bridge.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { collectBy } from "./collect-by.ts";
import { leaves, moves, next, reachableSite } from "./moved-world.ts";
import { type Buyer, openWorld, type PaymentWorld, refunder, stateOf } from "./payment-world.ts";
import { refundRows, untilConfirmed } from "./refund-world.ts";
import { capped, purchaseRow, runs, servedBy } from "./top-up-world.ts";

// What a payment bought went on at another router: it ends there when its money goes back.

let world: PaymentWorld;
let link: FakeLink;

beforeAll(async () => {
  world = await openWorld();
  await capped(world);
});
beforeEach(async () => {
  await world.renew();
  link = await reachableSite(world);
  const { shortCode: accountNumber, ...own } = savannaApp;
  await collectBy(world.seeded.demo.id, { type: "mpesa", accountNumber }, { ...own, ...refunder });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await closeAllLinks();
});
afterAll(() => world.close());

/** It runs at the gate. */
async function bought(buyer: Buyer): Promise<{ id: string; paymentId: string }> {
  const { transactionId: paymentId } = await buyer.start();
  await buyer.answer("paid");
  return { id: await runs(buyer, (await servedBy(buyer, paymentId)) ?? ""), paymentId };
}

async function giveBack(id: string): Promise<void> {
  await untilConfirmed(world, id);
  const body = { providerId: world.seeded.demo.id, reason: "Paid by mistake", endAccess: true };
  const as = { host: hostOf(), cookie: await signInOperator(world.seeded.operator) };
  await call(refundPayment, { params: { id }, body }, as);
  await world.advance(2_000);
  expect(await refundRows(id)).toMatchObject([{ status: "done", cents: 1_000 }]);
}

const endedAtStall = (id: string) =>
  link.until(() => link.desired(next(id))?.spec.kind === "end", "its end at the stall");

test("given back after it moved", async () => {
  const buyer = world.buyer();
  const { id, paymentId } = await bought(buyer);
  await moves(link, buyer, id);
  const { transactionId } = await buyer.start({ topUp: true, routerId: world.seeded.demo.routers[1]?.id });
  await giveBack(paymentId);
  expect(await purchaseRow(buyer, next(id))).toMatchObject({ state: "cut_off" });
  await endedAtStall(id);
  // What was asked for before comes too late for it.
  await buyer.answer("paid");
  expect([id, next(id)]).not.toContain(await servedBy(buyer, transactionId));
  expect(await purchaseRow(buyer, next(id))).toMatchObject({ state: "cut_off", top_up_bytes: 0 });
});

test("given back while it is on its way", async () => {
  const refused = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const buyer = world.buyer();
  const { id, paymentId } = await bought(buyer);
  const { arrived } = await leaves(link, buyer, id);
  await giveBack(paymentId);
  expect(refused).toHaveBeenCalled();
  await arrived();
  await world.advance(60_000);
  expect(await purchaseRow(buyer, next(id))).toMatchObject({ state: "cut_off" });
  await endedAtStall(id);
});

test("taken back, as the gateway denies it, and paid after all", async () => {
  const buyer = world.buyer();
  await world.daraja.set({ query: "down" });
  const { id, paymentId } = await bought(buyer);
  await moves(link, buyer, id);
  const before = await purchaseRow(buyer, next(id));
  world.wire = (request) =>
    request.url.includes("stkpushquery")
      ? Response.json({ ResponseCode: "0", ResultCode: "1032", ResultDesc: "code 1032" })
      : undefined;
  await world.advance(60_000);
  expect((await stateOf(paymentId)).status).toBe("failed");
  expect(await purchaseRow(buyer, next(id))).toMatchObject({ state: "cut_off" });
  await endedAtStall(id);

  world.wire = null;
  await world.daraja.set({ query: "normal" });
  await world.advance(3_600_000);
  expect((await stateOf(paymentId)).status).toBe("completed");
  const after = await purchaseRow(buyer, next(id));
  expect(after?.state).toBe("running");
  expect(after?.ends_at).toBeGreaterThan(before?.ends_at ?? 0);
  await link.until(() => link.desired(next(id))?.spec.kind === "serve", "its way back in");
});

test("denied while it is on its way", async () => {
  const buyer = world.buyer();
  await world.daraja.set({ query: "down" });
  const { id, paymentId } = await bought(buyer);
  const { arrived } = await leaves(link, buyer, id);
  world.wire = (request) =>
    request.url.includes("stkpushquery")
      ? Response.json({ ResponseCode: "0", ResultCode: "1032", ResultDesc: "code 1032" })
      : undefined;
  await world.advance(60_000);
  world.wire = null;
  expect((await stateOf(paymentId)).status).toBe("failed");
  await arrived();
  expect(await purchaseRow(buyer, next(id))).toMatchObject({ state: "cut_off" });
});
