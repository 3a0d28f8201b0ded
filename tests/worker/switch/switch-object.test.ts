import {
  abortAllDurableObjects,
  evictDurableObject,
  runDurableObjectAlarm,
  runInDurableObject,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { notifySite } from "#worker/features/billing/index";
import { customerPath } from "#worker/features/customers/index";
import { shownRecoveryCode } from "#worker/features/entitlements/index";
import { noteAbsence } from "#worker/features/owner-news/index";
import { reserveAtSwitch, settleAtSwitch } from "#worker/features/switch/index";
import { offlineVoucherPorts } from "#worker/features/vouchers/index";
import { bindPorts, type DivertedOutcome } from "#worker/ports";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";
import { idOf, operatorCalls } from "./switch-world.ts";

let seeded: TwoProviders;
let operator: Awaited<ReturnType<typeof operatorCalls>>;
/** What payments would say, by their id. */
const outcomes = new Map<string, DivertedOutcome>();
const asked: string[] = [];

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2031, 2, 4, 9) });
  seeded = await seedBoth();
  bindPorts({
    ...offlineVoucherPorts,
    customerPath,
    recoveryCode: shownRecoveryCode,
    noteAbsence,
    notifySite,
    async divertedOutcome(_ctx, paymentId) {
      asked.push(paymentId);
      return outcomes.get(paymentId) ?? "none";
    },
  });
});
beforeEach(async () => {
  // A session does not last the days that pass here.
  operator = await operatorCalls(seeded);
  asked.length = 0;
  outcomes.clear();
});
afterEach(async () => {
  vi.restoreAllMocks();
  operator = await operatorCalls(seeded);
  for (const { id, isActive } of await operator.list()) {
    if (isActive) await operator.deactivate(id);
    await operator.remove(id);
  }
});

const stubOf = (id: string) => env.SWITCH.getByName(id);
const reserve = (
  paymentId: string,
  cents: number,
  rails: readonly ("mpesa" | "bank" | "airtel_money")[] = ["mpesa"],
) => reserveAtSwitch(testContext(), { paymentId, providerId: seeded.demo.id, cents, rails });
const settle = (switchId: string, paymentId: string, cents: number, outcome: "paid" | "failed" = "paid") =>
  settleAtSwitch(testContext(), {
    switchId,
    paymentId,
    providerId: seeded.demo.id,
    cents,
    outcome,
    at: Date.now(),
  });

async function active(over: Parameters<typeof operator.create>[0] = {}): Promise<string> {
  const id = idOf(await operator.create(over));
  await operator.activate(id);
  return id;
}

test("without an active switch nothing is diverted and no object is called", async () => {
  await operator.create();
  const get = vi.spyOn(env.SWITCH, "getByName");
  expect(await reserve("p0", 100)).toBeNull();
  expect(get).not.toHaveBeenCalled();
});

test("acknowledged, an activation holds for the next payment, and so does a stop", async () => {
  const id = idOf(await operator.create());
  expect(await reserve("p1", 10_000)).toBeNull();
  expect(await operator.activate(id)).toMatchObject({
    ok: true,
    answer: { message: "Payment gateway switch activated successfully", actualId: id },
  });
  expect(await reserve("p2", 10_000)).toEqual({
    switchId: id,
    cycle: 1,
    accountType: "mobile_money",
    centralPaymentGatewayId: "mpesa",
    centralAccountNumber: "600200",
  });
  expect(await reserve("p2", 10_000)).toMatchObject({ switchId: id });
  expect((await operator.stop(id, "wrong account")).ok).toBe(true);
  expect(await reserve("p3", 10_000)).toBeNull();
  // What is out drains.
  await settle(id, "p2", 10_000);
  await settle(id, "p2", 10_000);
  const [row] = await operator.list();
  expect(row).toMatchObject({
    isActive: false,
    currentAmount: 100,
    reservedAmount: 0,
    stopReason: "wrong account",
  });
  expect(await operator.transactions({ switchId: id })).toMatchObject({
    total: 1,
    rows: [{ id: "p2", amount: 100, providerId: seeded.demo.id, centralAccountNumberSnapshot: "600200" }],
  });
});

test("a payment that cannot pay the account goes direct; of several switches the oldest activation that fits wins", async () => {
  const bank = await active({
    accountType: "bank",
    centralPaymentGatewayId: "kcb",
    centralAccountNumber: "110022",
  });
  vi.setSystemTime(Date.now() + 1_000);
  const paybill = await active({ centralAccountNumber: "600300", targetAmount: 50 });
  expect(await reserve("q1", 1_000, ["airtel_money"])).toBeNull();
  expect(await reserve("q2", 1_000, [])).toBeNull();
  expect((await reserve("q3", 1_000, ["mpesa"]))?.switchId).toBe(paybill);
  expect((await reserve("q4", 99_000, ["mpesa", "bank"]))?.switchId).toBe(bank);
  expect((await reserve("q5", 4_000, ["mpesa", "bank"]))?.switchId).toBe(bank);
  // The oldest is full by what it holds room for: the next one takes it.
  expect((await reserve("q6", 2_000, ["mpesa", "bank"]))?.switchId).toBe(paybill);
});

test("500 payments around the target, restarted in the middle: what is collected is what was admitted", async () => {
  const id = await active({ targetAmount: 1_000 });
  const cents = (at: number) => 100 * (1 + (at % 40));
  const all = Array.from({ length: 500 }, (_, at) => at);
  const admitted: number[] = [];
  const one = async (at: number) => {
    const diversion = await reserve(`r${at}`, cents(at));
    if (!diversion) return;
    admitted.push(at);
    await settle(id, `r${at}`, cents(at), at % 5 === 0 ? "failed" : "paid");
    if (at % 10 < 2) await settle(id, `r${at}`, cents(at), at % 5 === 0 ? "failed" : "paid");
  };
  // Fifty at a time, so that room which a failure gives back finds somebody to take it.
  const pay = async (waiting: number[]) => {
    const payer = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await one(next);
    };
    await Promise.all(Array.from({ length: 50 }, payer));
  };
  await pay(all.slice(0, 60));
  await evictDurableObject(stubOf(id));
  await pay(all.slice(60));
  const expected = admitted.filter((at) => at % 5 !== 0).reduce((sum, at) => sum + cents(at), 0);
  const [row] = await operator.list();
  expect(row).toMatchObject({ isActive: false, currentAmount: expected / 100, reservedAmount: 0 });
  expect(row?.lastTargetReached).not.toBeNull();
  expect(expected).toBeGreaterThanOrEqual(100_000);
  expect(expected).toBeLessThan(100_000 + 4_000);
  const { rows, total } = await operator.transactions({ switchId: id });
  expect(total).toBe(admitted.filter((at) => at % 5 !== 0).length);
  expect(rows.reduce((sum, { amount }) => sum + amount * 100, 0)).toBe(expected);
});

test("room whose worker died is given back once its payment says so; one that was paid is counted", async () => {
  const id = await active();
  for (const paymentId of ["dead", "paid", "open", "direct"]) await reserve(paymentId, 10_000);
  outcomes.set("paid", "paid");
  outcomes.set("open", "open");
  outcomes.set("direct", "direct");
  vi.setSystemTime(Date.now() + 9 * 60_000);
  await runDurableObjectAlarm(stubOf(id));
  expect(asked).toEqual([]);
  vi.setSystemTime(Date.now() + 61_000);
  await runDurableObjectAlarm(stubOf(id));
  expect(new Set(asked)).toEqual(new Set(["dead", "paid", "open", "direct"]));
  expect(await stubOf(id).read()).toMatchObject({ collectedCents: 10_000, reservedCents: 10_000 });
  // After a day nobody waits any more; the money that comes then is counted as late.
  vi.setSystemTime(Date.now() + 24 * 3_600_000);
  await runDurableObjectAlarm(stubOf(id));
  expect(await stubOf(id).read()).toMatchObject({ reservedCents: 0 });
  await settle(id, "open", 10_000);
  operator = await operatorCalls(seeded);
  const { rows } = await operator.transactions({ switchId: id });
  expect(rows.map((row) => [row.id, row.late])).toEqual([
    ["open", true],
    ["paid", false],
  ]);
});

test("a switch that waits for nothing sleeps; one that holds room wakes to ask, and not before", async () => {
  const id = await active();
  const alarm = () => runInDurableObject(stubOf(id), (_object, { storage }) => storage.getAlarm());
  await reserve("w1", 10_000);
  vi.setSystemTime(Date.now() + 10 * 60_000);
  outcomes.set("w1", "open");
  await runDurableObjectAlarm(stubOf(id));
  expect(await alarm()).toBe(Date.now() + 10 * 60_000);
  outcomes.set("w1", "failed");
  vi.setSystemTime(Date.now() + 10 * 60_000);
  await runDurableObjectAlarm(stubOf(id));
  expect(await alarm()).toBeNull();
});

test("D1 away: the counter goes on, and everything is told when it is back", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const id = await active();
  await reserve("d1", 10_000);
  const batch = vi.spyOn(env.DB, "batch").mockRejectedValue(new Error("no database"));
  await settle(id, "d1", 10_000);
  expect(batch).toHaveBeenCalled();
  expect(await stubOf(id).read()).toMatchObject({ collectedCents: 10_000 });
  batch.mockRestore();
  expect((await operator.transactions({ switchId: id })).total).toBe(0);
  vi.setSystemTime(Date.now() + 10_000);
  await runDurableObjectAlarm(stubOf(id));
  expect((await operator.transactions({ switchId: id })).total).toBe(1);
  expect((await operator.list())[0]?.currentAmount).toBe(100);
});

test("D1 away at the very moment of an act: it holds, and its line in the audit comes when D1 is back, once", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const id = await active();
  const lines = async () =>
    (
      await env.DB.prepare("SELECT action, detail, at FROM audit WHERE subject = ?1 ORDER BY at, rowid")
        .bind(id)
        .all<{ action: string; detail: string; at: number }>()
    ).results;
  const acted = Date.now();
  const batch = vi.spyOn(env.DB, "batch").mockRejectedValue(new Error("no database"));
  const stub = stubOf(id);
  const line = {
    id: "line 1" as const,
    at: acted,
    actor: "platform" as const,
    actorId: "a" as const,
    providerId: null,
  };
  const stop = { type: "stopped", reason: "wrong account" } as const;
  const settings = (await stub.read())?.settings;
  if (!settings) throw new Error("no settings");
  const answer = await stub.act(id, settings, stop, {
    ...line,
    action: "switch.emergency_stop",
    subject: id,
    detail: { reason: stop.reason },
  });
  expect(answer).toEqual({ refusal: null, shown: false });
  expect(await reserve("a1", 10_000)).toBeNull();
  batch.mockRestore();
  expect((await lines()).map(({ action }) => action)).toEqual(["switch.create", "switch.activate"]);
  await abortAllDurableObjects();
  vi.setSystemTime(Date.now() + 10_000);
  await runDurableObjectAlarm(stubOf(id));
  await runDurableObjectAlarm(stubOf(id));
  expect((await lines()).at(-1)).toEqual({
    action: "switch.emergency_stop",
    at: acted,
    detail: JSON.stringify({ reason: "wrong account", collected: "KSh 0" }),
  });
  expect(await lines()).toHaveLength(3);
});

test("an object that nobody made decides nothing and keeps nothing", async () => {
  const stub = stubOf(crypto.randomUUID());
  expect(await stub.reserve({ paymentId: "x", providerId: "y", cents: 1 })).toBeNull();
  await expect(settle(crypto.randomUUID(), "x", 1)).rejects.toThrow();
  expect(await stub.read()).toBeNull();
});
