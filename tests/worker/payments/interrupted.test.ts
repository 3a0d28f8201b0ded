import { listDurableObjectIds, runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { BridgeObject } from "#worker/features/bridges/bridge-object";
import type { PaymentEvent } from "#worker/features/payments/core/payment-state";
import { PaymentObject } from "#worker/features/payments/payment-object";
import { sweepPayments } from "#worker/features/payments/sweep-payments";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { testContext } from "../../support/worker-context.ts";
import { moneyRows } from "./money-rows.ts";
import { kill, openWorld, owed, type PaymentWorld, paymentStub } from "./payment-world.ts";

let world: PaymentWorld;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(() => world.renew());
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => world.close());

const driving = PaymentObject.prototype as unknown as { drive(): Promise<void> };

/** The payments that began in this test. */
async function begun(before: readonly string[]): Promise<DurableObjectStub<PaymentObject>[]> {
  const ids = await listDurableObjectIds(env.PAYMENT);
  return ids.filter((id) => !before.includes(String(id))).map((id) => env.PAYMENT.get(id));
}

const objects = async () => (await listDurableObjectIds(env.PAYMENT)).map(String);

test("killed while the gateway holds the answer to the push: nothing is pushed again, the callback completes it", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const before = await objects();
  const buyer = world.buyer();
  let answered = "";
  world.wire = async (request) => {
    if (!request.url.includes("stkpush/")) return undefined;
    world.wire = null;
    answered = await (await fetch(request)).text();
    return new Promise<Response>(() => undefined);
  };
  // Whether the caller of a killed object ever hears of it is the runtime's affair.
  buyer.initiate().catch(() => undefined);
  await expect.poll(() => answered).toContain('"ResponseCode":"0"');
  const [payment] = await begun(before);
  const view = await payment?.read();
  const id = view?.intent.id ?? "";
  expect(view?.status).toBe("submitting");
  // Somebody asks in between, which must not put off the alarm that finishes this.
  await payment?.query();
  await kill(id);
  expect(await buyer.status(id)).toMatchObject({ status: "pending" });
  await world.advance(31_000);
  expect((await paymentStub(id).read())?.status).toBe("pending");
  expect((await buyer.start()).transactionId).toBe(id);
  expect(await buyer.prompts()).toHaveLength(1);
  await buyer.answer("paid");
  expect((await moneyRows(id)).payment?.status).toBe("completed");
});

test("dead before the push: a repeat within seconds goes on with the same payment", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const before = await objects();
  const buyer = world.buyer();
  vi.spyOn(driving, "drive").mockRejectedValueOnce(new Error("the object was reset"));
  const headers = { "idempotency-key": crypto.randomUUID() };
  expect((await buyer.initiate({}, { headers })).status).toBe(500);
  const again = await buyer.initiate({}, { headers });
  expect(await begun(before)).toHaveLength(1);
  expect(again.ok && again.answer.success).toBe(true);
});

test("dead before the push and nobody came back: no prompt minutes later, and the same may be bought", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const before = await objects();
  const buyer = world.buyer();
  vi.spyOn(driving, "drive").mockRejectedValueOnce(new Error("the object was reset"));
  expect((await buyer.initiate()).status).toBe(500);
  await world.advance(31_000);
  for (const dead of await begun(before)) expect(await dead.read()).toBeNull();
  expect(await buyer.prompts()).toEqual([]);
  await buyer.start();
  expect(await buyer.prompts()).toHaveLength(1);
});

/** The object of a payment dies: when it is asked for the first time, or before it has stored that a prompt goes out. */
const deaths = {
  "its payment": () => vi.spyOn(PaymentObject.prototype, "begin").mockRejectedValueOnce(reset()),
  "the push": () => {
    const changing = PaymentObject.prototype as unknown as { apply(event: PaymentEvent): void };
    const { apply } = changing;
    return vi.spyOn(changing, "apply").mockImplementation(function (this: PaymentObject, event) {
      if (event.type === "submitting") throw reset();
      apply.call(this as never, event);
    });
  },
};
const reset = () => new Error("the object was reset");

test.each(["its payment", "the push"] as const)(
  "dead between its row and %s: no prompt goes out, and the sweep calls the row failed",
  async (where) => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const buyer = world.buyer();
    const dying = deaths[where]();
    expect((await buyer.initiate()).status).toBe(500);
    dying.mockRestore();
    const { demo } = world.seeded;
    const rows = async () => {
      const statement = tenantDatabase(demo.id).prepare(
        "SELECT id, status, reason, detail FROM payments WHERE phone = ?1 ORDER BY created_at",
      );
      const { results } = await statement.bind(buyer.phone).all<Record<string, string | null>>();
      return results;
    };
    const [dead] = await rows();
    expect(dead).toMatchObject({ status: "pending" });
    expect(await paymentStub(dead?.id ?? "").read()).toBeNull();
    await world.advance(4 * 60_000);
    await sweepPayments(testContext(), demo.id);
    expect(await rows()).toEqual([
      {
        id: dead?.id,
        status: "failed",
        reason: "service",
        detail: "interrupted before the prompt went out",
      },
    ]);
    expect(await buyer.prompts()).toEqual([]);
    const { transactionId } = await buyer.start();
    expect(await buyer.prompts()).toHaveLength(1);
    await buyer.answer("paid");
    expect((await rows()).map(({ id, status }) => [id, status])).toEqual([
      [dead?.id, "failed"],
      [transactionId, "completed"],
    ]);
  },
);

test("after 40 days a settled payment's object is empty, and D1 keeps the payment", async () => {
  const buyer = world.buyer();
  const { transactionId } = await buyer.start();
  await buyer.answer("paid");
  const rows = await moneyRows(transactionId);
  await world.advance(39 * 86_400_000);
  expect(await paymentStub(transactionId).read()).not.toBeNull();
  await world.advance(2 * 86_400_000);
  expect(await paymentStub(transactionId).read()).toBeNull();
  const left = await runInDurableObject(paymentStub(transactionId), async (_object, { storage }) => ({
    alarm: await storage.getAlarm(),
    tables: storage.sql
      .exec("SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\'")
      .toArray(),
  }));
  expect(left).toEqual({ alarm: null, tables: [] });
  const [sent] = world.delivered;
  const repeated = await exports.default.fetch(
    new Request(sent?.url ?? "", { method: "POST", body: sent?.body ?? "" }),
  );
  expect(repeated.status).toBe(200);
  expect(await moneyRows(transactionId)).toEqual(rows);
});

test("after 10 days the object of a payment that was cancelled is empty; one that was paid late is kept 40 days", async () => {
  const [cancels, paysLate] = [world.buyer(), world.buyer()];
  const { transactionId: unpaid } = await cancels.start();
  await cancels.answer("cancelled");
  const { transactionId: late } = await paysLate.start();
  await paysLate.answer("cancelled");
  await paysLate.answer("late-paid");
  const rows = await moneyRows(unpaid);
  await world.advance(9 * 86_400_000);
  expect(await paymentStub(unpaid).read()).toMatchObject({ status: "failed" });
  await world.advance(2 * 86_400_000);
  expect(await paymentStub(unpaid).read()).toBeNull();
  expect(await moneyRows(unpaid)).toEqual(rows);
  expect(await paymentStub(late).read()).toMatchObject({ status: "completed" });
});

test("what can't be handed to its bridge's object is tried again for a while; the minute's sweep goes on", async () => {
  const buyer = world.buyer();
  const bridgeId = crypto.randomUUID();
  const { routers } = buyer.provider;
  await env.DB.prepare("INSERT INTO bridges (id, name, public_key, enrolled_at) VALUES (?1, 'box', 'key', 1)")
    .bind(bridgeId)
    .run();
  await env.DB.prepare("UPDATE routers SET bridge_id = ?2 WHERE id = ?1")
    .bind(routers[0]?.id, bridgeId)
    .run();
  const { transactionId } = await buyer.start();
  const away = vi.spyOn(BridgeObject.prototype, "sendDesired").mockRejectedValue(new Error("away"));
  await buyer.answer("paid");
  expect(await buyer.status(transactionId)).toMatchObject({ status: "completed", access: "connecting" });
  expect(await owed(transactionId)).toEqual(["nudge"]);
  await world.advance(3_600_000);
  expect(await owed(transactionId)).toEqual([]);
  expect(away.mock.calls.length).toBeGreaterThan(5);
  away.mockRestore();
  await env.DB.prepare("UPDATE routers SET bridge_id = NULL WHERE id = ?1").bind(routers[0]?.id).run();
});

test("every push is on the gateway's list, in order, for a rebuild of the database", async () => {
  const buyers = [world.buyer(), world.buyer()];
  const from = Date.now();
  const ids: string[] = [];
  for (const buyer of buyers) {
    ids.push((await buyer.start()).transactionId);
    await world.advance(1_000);
  }
  const lists = (await listDurableObjectIds(env.PUSHES)).map((id) => env.PUSHES.get(id));
  const pushes = (await Promise.all(lists.map((list) => list.pushesSince(from, "")))).flat();
  expect(pushes).toEqual(
    ids.map((paymentId, index) => ({
      paymentId,
      providerId: world.seeded.demo.id,
      at: from + index * 1_000,
    })),
  );
});
