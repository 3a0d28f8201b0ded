import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { extendBought, moveBought } from "#contract/users";
import { hourMs } from "#contract/values/time";
import { closeAllLinks } from "../../support/fake-bridge.ts";
import { entitlementRow, newMac, setEntitlement } from "../../support/sell.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { type CallOptions, call, hostOf } from "../../support/worker-call.ts";
import { forgetSales, type Put, putPayment } from "../transactions/sales-rows.ts";
import { auditLines, emptyUsers, reachable, userWorld, type World } from "./user-world.ts";

// What an operator does for a payer, from the payment (docs/behaviour/operator-console.md, OC-31c and OC-31d).

let world: World;
let operator: CallOptions;

beforeAll(async () => {
  world = await userWorld();
  operator = { host: hostOf(), cookie: await signInOperator(world.operator) };
});
beforeEach(async () => {
  await emptyUsers();
  await forgetSales();
  await reachable(world);
});
afterEach(closeAllLinks);

const entitlement = ({ entitlementId: id, providerId }: Put) => ({ id, providerId });

async function running(): Promise<Put & { endsAt: number }> {
  const put = await putPayment(world.demo);
  const now = Date.now();
  const endsAt = now + hourMs;
  const runs = { state: "running", started_at: now, ends_at: endsAt } as const;
  await setEntitlement(entitlement(put), runs);
  return { ...put, endsAt };
}
const extend = (id: string, providerId: string, key?: string) =>
  call(
    extendBought,
    { params: { id }, body: { providerId, minutes: 30 } },
    { ...operator, ...(key ? { headers: { "idempotency-key": key } } : {}) },
  );

test("what a payment bought is given more time, once for a key, and the line names the operator", async () => {
  const paid = await running();
  const { id, providerId, endsAt, mac } = paid;
  const first = await extend(id, providerId, "more");
  expect(first.ok && first.answer).toMatchObject({ message: "30 minutes more given." });
  expect((await extend(id, providerId, "more")).status).toBe(200);
  expect(await entitlementRow(entitlement(paid))).toMatchObject({ ends_at: endsAt + hourMs / 2 });
  expect(await auditLines()).toMatchObject([
    {
      action: "user.extend",
      subject: mac,
      actor: "platform",
      actor_id: world.operator.id,
      detail: { payment: id, minutes: 30 },
    },
  ]);
});

test("a payment of another provider, one that failed and one that is none are refused", async () => {
  const { id } = await running();
  const failed = await putPayment(world.demo, { status: "failed" });
  for (const [payment, provider] of [
    [id, world.savanna.id],
    [failed.id, world.demo.id],
    ["none", world.demo.id],
    [id, "none"],
  ] as const)
    expect((await extend(payment, provider)).status).toBe(404);
});

test("a payment without a device says what its payer does next", async () => {
  const { id, providerId } = await putPayment(world.demo, { mac: null });
  const answer = await extend(id, providerId);
  expect(answer.status).toBe(409);
  expect(!answer.ok && answer.text).toContain("has no device yet");
});

test("a device that the router does not see is no place to move to", async () => {
  const { id, providerId } = await running();
  const body = { providerId, macAddress: newMac() };
  const answer = await call(moveBought, { params: { id }, body }, operator);
  expect(answer.ok).toBe(false);
  expect([409, 503]).toContain(answer.status);
  const wrong = { providerId, macAddress: "AA:BB" };
  expect((await call(moveBought, { params: { id }, body: wrong }, operator)).status).toBe(400);
});
