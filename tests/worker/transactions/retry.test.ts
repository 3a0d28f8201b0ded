import { env } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { retryActivation, type Transaction } from "#contract/transactions";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { setAside } from "#worker/features/entitlements/detach-device";
import { entitlementIdOf } from "#worker/features/payments/index";
import { clearAudit } from "../../support/clear-audit.ts";
import { databaseChecksum } from "../../support/database-checksum.ts";
import { closeAllLinks, FakeBridge, type FakeLink } from "../../support/fake-bridge.ts";
import { giveRouter } from "../../support/give-router.ts";
import { setEntitlement } from "../../support/sell.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { openWorld, type PaymentWorld } from "../payments/payment-world.ts";
import { putPayment, putRedemption, start } from "./sales-rows.ts";

let world: PaymentWorld;
let cookie: string;
let bridge: FakeBridge;

const host = hostOf("demo");
const demo = () => world.seeded.demo;

beforeAll(async () => {
  world = await openWorld();
  cookie = await signInProvider(demo());
  const owner = { providerId: demo().id, adminId: null };
  bridge = await FakeBridge.enrol((await createBridgeCode(testContext(), owner, "Gate")).code);
  await bridgeServes(true);
});
beforeEach(() => world.renew());
afterEach(closeAllLinks);
afterAll(() => world.close());

/** Whether the first router has a bridge. */
async function bridgeServes(does: boolean): Promise<void> {
  await env.DB.prepare("UPDATE routers SET bridge_id = ?1 WHERE id = ?2")
    .bind(does ? bridge.id : null, demo().routers[0]?.id)
    .run();
}

/** What the bridge says of the first router. */
async function says(
  link: FakeLink,
  state: "reachable" | "unreachable" | "superseded",
  foreignUsers: string[] = [],
): Promise<void> {
  const routerId = demo().routers[0]?.id ?? "";
  const more = foreignUsers.length > 0 ? { foreignUsers } : {};
  link.say({ type: "router", routerId, state, message: "", version: null, ...more });
  await link.settled();
}

type Retried = { success: boolean; message: string; transaction: Transaction };

async function retry(id: string): Promise<Retried> {
  const answer = await call(retryActivation, { params: { id } }, { host, cookie });
  if (!answer.ok) throw new Error(`${answer.status} ${answer.text}`);
  return answer.answer;
}

const statusOf = (id: string) =>
  tenantDatabase(demo().id)
    .prepare("SELECT status FROM payments WHERE id = ?1")
    .bind(id)
    .first<string>("status");

/** Wants that the bridge is told of this purchase. */
const desiredEntitlementsOf = (link: FakeLink, entitlementId: string) =>
  link.desiredEntitlements.filter(({ id }) => id === entitlementId);

describe("a payment that is asked about again", () => {
  test("is paid when the gateway says so, although no callback ever came, and goes to its router", async () => {
    const link = await bridge.connect();
    await says(link, "reachable");
    await world.daraja.set({ callbacks: "lost" });
    const buyer = world.buyer();
    const { transactionId } = await buyer.start();
    await buyer.answer("paid");
    expect(await statusOf(transactionId)).toBe("pending");
    const { success, message, transaction } = await retry(transactionId);
    expect(transaction).toMatchObject({ id: transactionId, status: "completed", phoneNumber: buyer.phone });
    expect([success, message]).toEqual([
      true,
      "The payment has arrived. Sent to the router again. It is let out as soon as the router confirms.",
    ]);
    const entitlementId = entitlementIdOf(transactionId);
    expect(transaction.entitlementId).toBe(entitlementId);
    await link.until(() => desiredEntitlementsOf(link, entitlementId).length > 0, "a want");
  });

  test("stays open while the gateway has no result, and failed when it was not paid", async () => {
    const buyer = world.buyer();
    const { transactionId } = await buyer.start();
    expect(await retry(transactionId)).toMatchObject({
      success: false,
      message: "Asked again: there is no result yet. We keep asking.",
      transaction: { status: "pending", activation: "none" },
    });
    await buyer.answer("cancelled");
    await world.advance(10_000);
    expect(await retry(transactionId)).toMatchObject({
      success: false,
      message: "Asked again: no money has arrived for this one.",
      transaction: { status: "failed", activation: "none" },
    });
  });

  test("is asked about also when it had been called failed: late money is money", async () => {
    await world.daraja.set({ callbacks: "lost" });
    const buyer = world.buyer();
    const { transactionId } = await buyer.start();
    await buyer.answer("cancelled");
    await world.advance(30_000);
    expect((await retry(transactionId)).transaction.status).toBe("failed");
    await buyer.answer("late-paid");
    await world.advance(6_000);
    expect(await statusOf(transactionId)).toBe("failed");
    expect((await retry(transactionId)).transaction.status).toBe("completed");
  });

  test("says so when it is too old to be known to anybody", async () => {
    const put = await putPayment(demo(), { status: "pending" });
    expect(await retry(put.id)).toMatchObject({
      success: false,
      message: "This payment is too old to be asked about.",
    });
  });
});

describe("what is paid or redeemed", () => {
  test.each(["payment", "voucher"] as const)(
    "by a %s is handed to its router's bridge again",
    async (kind) => {
      const put = kind === "payment" ? await putPayment(demo()) : await putRedemption(demo());
      const link = await bridge.connect();
      await says(link, "reachable");
      const before = desiredEntitlementsOf(link, put.entitlementId).length;
      const retried = await retry(put.id);
      expect(retried).toMatchObject({
        success: true,
        message: "Sent to the router again. It is let out as soon as the router confirms.",
        transaction: { id: put.id, type: kind, status: "completed" },
      });
      await link.until(() => desiredEntitlementsOf(link, put.entitlementId).length > before, "a want");
    },
  );

  test("says that a user of another system keeps its device out, in place of one more try", async () => {
    const put = await putPayment(demo());
    const link = await bridge.connect();
    await says(link, "reachable", [put.mac ?? ""]);
    expect(await retry(put.id)).toMatchObject({
      success: false,
      message:
        "The router has a user of another system for this device, so it cannot be let in. Hand that user over: open the device under Users, or the router's checklist.",
    });
    await says(link, "reachable");
    expect((await retry(put.id)).message).toMatch(/^Sent to the router again/);
  });

  test.each(["unreachable", "superseded"] as const)(
    "says that its router is away, and is no success: %s",
    async (state) => {
      const put = await putPayment(demo());
      await says(await bridge.connect(), state);
      expect(await retry(put.id)).toMatchObject({
        success: false,
        message:
          "The bridge does not reach the router right now: Routers says why. It is delivered as soon as the router is back.",
      });
    },
  );

  test("says that its router was removed, and what can be done then", async () => {
    const put = await putPayment(demo());
    const routerId = demo().routers[0]?.id ?? "";
    await setAside(testContext(), demo().id, routerId);
    await giveRouter(routerId, null);
    const { success, message, transaction } = await retry(put.id);
    await giveRouter(routerId, demo().id);
    expect([success, message]).toEqual([
      false,
      "Its router was removed. It goes on when the buyer opens the portal on the WiFi of another one, or when you move it to a device there.",
    ]);
    expect(transaction.activation).toBe("open");
  });

  test("says what stands in the way: no bridge, a bridge that is away, no device, cut off, over", async () => {
    const put = await putPayment(demo());
    const said = async (id = put.id) => {
      const { success, message } = await retry(id);
      return [success, message];
    };
    expect(await said()).toEqual([
      false,
      "The bridge at this site is not connected. It is delivered as soon as the bridge is back.",
    ]);
    await bridgeServes(false);
    expect(await said()).toEqual([false, "No bridge installed. It is delivered as soon as one is."]);
    await bridgeServes(true);
    const waiting = await putPayment(demo(), { mac: null });
    expect((await said(waiting.id))[1]).toMatch(/^This purchase waits for its device/);
    await start(put, Date.now());
    await setEntitlement({ ...put, id: put.entitlementId }, { state: "cut_off" });
    expect((await said())[1]).toBe("You have disconnected this device. Allow it again first.");
    await setEntitlement({ ...put, id: put.entitlementId }, { state: "ended" });
    expect((await said())[1]).toMatch(/^This purchase is over/);
  });
});

test("of another provider, or of nobody, is not found, and nothing is changed or asked", async () => {
  const foreign = await putPayment(world.seeded.savanna, { status: "pending" });
  const redeemed = await putRedemption(world.seeded.savanna);
  const before = await databaseChecksum();
  const queries = (await world.daraja.counts()).queries;
  for (const id of [foreign.id, redeemed.id, "0".repeat(48), "0".repeat(80), "nothing"]) {
    const answer = await call(retryActivation, { params: { id } }, { host, cookie });
    expect([id, answer.status]).toEqual([id, 404]);
    expect(!answer.ok && answer.refusal).toMatchObject({
      success: false,
      message: "This transaction does not exist.",
    });
  }
  expect((await call(retryActivation, { params: { id: foreign.id } }, { host })).status).toBe(401);
  expect((await world.daraja.counts()).queries).toBe(queries);
  expect(await databaseChecksum()).toBe(before);
});

test("leaves a line of who asked", async () => {
  const put = await putPayment(demo());
  await clearAudit();
  await retry(put.id);
  const { results } = await env.DB.prepare("SELECT actor_id, provider_id, action, subject FROM audit").all();
  expect(results).toEqual([
    {
      actor_id: demo().admin.id,
      provider_id: demo().id,
      action: "transaction.retry",
      subject: put.id,
    },
  ]);
});
