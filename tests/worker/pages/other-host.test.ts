import { afterAll, beforeAll, expect, test } from "vitest";
import { paymentStatus } from "#contract/payments";
import { generateVouchers } from "#worker/features/vouchers/generate-vouchers";
import { visit } from "../../support/portal-page.ts";
import { newMac } from "../../support/sell.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { openWorld, type PaymentWorld } from "../payments/payment-world.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test("a purchase is known on its provider's host and on the main one, and on no other provider's", async () => {
  const { demo } = world.seeded;
  const paid = await world.buyer().start();
  const [voucher] = await generateVouchers(
    testContext(),
    demo.id,
    { planId: demo.plans[0]?.id ?? "", quantity: 1 },
    null,
  );
  const form = { voucherCode: voucher?.code ?? "", mac: newMac(), routerId: demo.routers[0]?.id ?? "" };
  const { location } = await visit("/redeem", { form });
  const redeemed = /^\/pay\/(\w+)/.exec(location ?? "")?.[1] ?? "";
  for (const id of [paid.transactionId, redeemed]) {
    const at = async (host: string) => (await call(paymentStatus, { params: { id } }, { host })).status;
    expect([id, await at(hostOf("demo")), await at(hostOf())]).toEqual([id, 200, 200]);
    expect([id, await at(hostOf("savanna"))]).toEqual([id, 404]);
  }
});
