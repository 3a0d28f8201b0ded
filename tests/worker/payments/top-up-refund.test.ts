import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { refundPayment } from "#contract/refunds";
import { savannaApp } from "../../seed/two-providers.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { collectBy } from "./collect-by.ts";
import { openWorld, type PaymentWorld, refunder } from "./payment-world.ts";
import { refundRows, untilConfirmed } from "./refund-world.ts";
import { capped, minuteMs, more, purchaseRow, running, toppedUp, usedUp } from "./top-up-world.ts";

// More data, and its money given back.

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

async function givenBack(id: string, endAccess: boolean): Promise<void> {
  await untilConfirmed(world, id);
  const body = { providerId: world.seeded.savanna.id, reason: "Paid by mistake", endAccess };
  await call(refundPayment, { params: { id }, body }, { host: hostOf(), cookie: operator });
  await world.advance(2_000);
  expect(await refundRows(id)).toMatchObject([{ status: "done", cents: 500 }]);
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
