import fc from "fast-check";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { deviceSubject } from "#contract/values/subject";
import { dayMs, minuteMs } from "#contract/values/time";
import { claimIdempotencyKey } from "#worker/features/rate-limits/index";
import { databaseChecksum } from "../../support/database-checksum.ts";
import { closeAllLinks, type FakeLink } from "../../support/fake-bridge.ts";
import {
  type EntitlementRow,
  entitlementRow,
  newMac,
  type Sold,
  sell,
  setEntitlement,
  subjectsOf,
} from "../../support/sell.ts";
import { testContext } from "../../support/worker-context.ts";
import {
  auditLines,
  begin,
  disconnect,
  emptyUsers,
  extend,
  reachable,
  userOf,
  userWorld,
  type World,
} from "./user-world.ts";

let world: World;
let link: FakeLink;

beforeAll(async () => {
  world = await userWorld();
});

beforeEach(async () => {
  await emptyUsers();
  link = await reachable(world);
});

afterEach(async () => {
  vi.useRealTimers();
  await closeAllLinks();
});

const messageOf = (answer: Awaited<ReturnType<typeof extend>>) =>
  answer.ok ? answer.answer.message : answer.refusal?.message;
const wanted = (sold: Sold, rev: number) =>
  link.until(
    () => link.desiredEntitlements.find((desired) => desired.id === sold.id && desired.rev === rev),
    `rev ${rev}`,
  );

async function running(): Promise<Sold & { endsAt: number }> {
  const sold = await sell(world.demo);
  await begin(link, sold);
  return { ...sold, endsAt: (await entitlementRow(sold)).ends_at ?? 0 };
}

const ended = (reason: "time" | "data", at: number): Partial<EntitlementRow> => ({
  state: "ended",
  end_reason: reason,
  started_at: at - 60 * minuteMs,
  ends_at: at,
  ended_at: at,
  rev: 2,
});

describe("more time", () => {
  test("comes after the end of what runs, and the bridge is told what is left now", async () => {
    const sold = await running();
    const answer = await extend(world, sold.mac, 90);
    const endsAt = sold.endsAt + 90 * minuteMs;
    expect(answer.ok && answer.answer).toEqual({
      success: true,
      message: "90 minutes more given.",
      expiresAt: new Date(endsAt).toISOString(),
    });
    expect(await entitlementRow(sold)).toMatchObject({ state: "running", rev: 2, ends_at: endsAt });
    const { spec } = await wanted(sold, 2);
    const left = spec.kind === "serve" ? (spec.remainingMs ?? 0) : 0;
    expect(left).toBeLessThanOrEqual(endsAt - Date.now() + 6_000);
    expect(left).toBeGreaterThan(endsAt - Date.now() - 1_000);
    expect(await userOf(world, sold.mac)).toMatchObject({ status: "active" });
    expect(messageOf(await extend(world, sold.mac, 60))).toBe("1 hour more given.");
    expect(messageOf(await extend(world, sold.mac, 2_880))).toBe("2 days more given.");
    expect(await auditLines()).toMatchObject([
      {
        action: "user.extend",
        subject: sold.mac,
        actor_id: world.demo.admin.id,
        detail: { entitlementId: sold.id, minutes: 90, expiresAt: new Date(endsAt).toISOString() },
      },
      {},
      {},
    ]);
  });

  test("opens what ran out within seven days, from now on", async () => {
    const sold = await running();
    await setEntitlement(sold, ended("time", Date.now() - 7 * dayMs + 60_000));
    const before = Date.now();
    const answer = await extend(world, sold.mac, 30);
    expect(answer.status).toBe(200);
    const row = await entitlementRow(sold);
    expect(row).toMatchObject({ state: "running", end_reason: null, ended_at: null, rev: 3 });
    expect(row.ends_at).toBeGreaterThanOrEqual(before + 30 * minuteMs);
    expect(row.ends_at).toBeLessThanOrEqual(Date.now() + 30 * minuteMs);
    expect((await wanted(sold, 3)).spec).toMatchObject({ kind: "serve", subjects: subjectsOf(sold.mac) });
    expect(await userOf(world, sold.mac)).toMatchObject({ status: "active", isActive: true });
  });

  test("is not taken back by the end that was on its way when it was given", async () => {
    const sold = await running();
    await setEntitlement(sold, { ends_at: Date.now() + 1_000 });
    await extend(world, sold.mac, 60);
    const late = { ageMs: 0, routerId: sold.routerId, entitlementId: sold.id, rev: 1 } as const;
    await link.report(
      { kind: "ended", ...late, reason: "time" },
      { kind: "applied", ...late, state: "ended" },
    );
    expect(await entitlementRow(sold)).toMatchObject({ state: "running", rev: 2, ended_at: null });
  });

  test("of ten at once all counts", async () => {
    const sold = await running();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => extend(world, sold.mac, 7, { key: crypto.randomUUID() })),
    );
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect((await entitlementRow(sold)).ends_at).toBe(sold.endsAt + 70 * minuteMs);
  });

  test("is given once for one Idempotency-Key, however often and however close together", async () => {
    const sold = await running();
    const key = crypto.randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => extend(world, sold.mac, 30, { key })));
    answers.push(await extend(world, sold.mac, 30, { key }));
    const expiresAt = new Date(sold.endsAt + 30 * minuteMs).toISOString();
    for (const answer of answers) expect(answer.ok && answer.answer.expiresAt).toBe(expiresAt);
    expect(await entitlementRow(sold)).toMatchObject({ rev: 2, ends_at: sold.endsAt + 30 * minuteMs });
    expect(await auditLines()).toHaveLength(1);
    expect((await extend(world, sold.mac, 31, { key })).status).toBe(409);
    const other = await running();
    expect((await extend(world, other.mac, 30, { key })).status).toBe(409);
    expect((await entitlementRow(other)).ends_at).toBe(other.endsAt);
  });

  test("whose first request died on its way is not given again: whoever repeats it is asked to look", async () => {
    const sold = await running();
    const key = crypto.randomUUID();
    const body = { extend: deviceSubject(sold.mac ?? ""), minutes: 30 };
    await claimIdempotencyKey(testContext(), { providerId: world.demo.id }, key, body);
    const answer = await extend(world, sold.mac, 30, { key });
    expect([answer.status, messageOf(answer)]).toEqual([
      409,
      "It is not certain that this time was given. Look when the user's time ends before you give more.",
    ]);
    expect((await entitlementRow(sold)).ends_at).toBe(sold.endsAt);
  });

  test("never shortens, and is exact to the millisecond, whatever came before", async () => {
    const step = fc.record({
      minutes: fc.integer({ min: 1, max: 44_640 }),
      passMs: fc.oneof(fc.integer({ min: 0, max: 90 * minuteMs }), fc.integer({ min: 0, max: 6 * dayMs })),
      ends: fc.boolean(),
    });
    const { extendPurchase } = await import("#worker/features/entitlements/index");
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
        const sold = await sell(world.demo, { undelivered: true });
        let now = Date.now();
        let endsAt = now + sold.terms.durationMs;
        await setEntitlement(sold, { state: "running", started_at: now, ends_at: endsAt });
        const ctx = testContext({ now: () => now });
        for (const { minutes, passMs, ends } of steps) {
          now += passMs;
          // Somebody notices the end, or nobody has yet.
          if (ends && endsAt <= now) {
            if (endsAt <= now - 7 * dayMs) return;
            await setEntitlement(sold, { state: "ended", end_reason: "time", ended_at: endsAt });
          }
          const given = await extendPurchase(ctx, world.demo.id, sold.id, minutes * minuteMs);
          expect(given).toBe(Math.max(endsAt, now) + minutes * minuteMs);
          expect(given).toBeGreaterThan(endsAt);
          endsAt = given ?? 0;
          expect(await entitlementRow(sold)).toMatchObject({
            state: "running",
            ends_at: endsAt,
            ended_at: null,
          });
        }
      }),
      { numRuns: 25 },
    );
  });

  test("stays given when the router that a purchase left says late that it had started earlier", async () => {
    const { give } = await import("../entitlements/move-world.ts");
    const sold = await sell(world.demo);
    const { sayRouter } = await import("./user-world.ts");
    for (const { id } of world.demo.routers) sayRouter(link, id, "unreachable");
    await link.settled();
    expect(await give(sold, { mac: newMac(), routerId: world.demo.routers[1]?.id ?? "" })).toBe("moved");
    const next = { ...sold, id: `${sold.id}.2`, routerId: world.demo.routers[1]?.id ?? "" };
    await begin(link, next);
    const mac = (await entitlementRow(next)).mac;
    expect((await extend(world, mac, 60)).status).toBe(200);
    const before = await entitlementRow(next);
    await link.report({ kind: "started", routerId: sold.routerId, entitlementId: sold.id, rev: 1, ageMs: 0 });
    const after = await entitlementRow(next);
    const earlier = (before.started_at ?? 0) - (after.started_at ?? 0);
    expect((before.ends_at ?? 0) - (after.ends_at ?? 0)).toBe(earlier);
  });
});

describe("no time is given, and nothing changes,", () => {
  test.each([
    ["has not started yet", {}],
    ["is disconnected", { state: "cut_off", started_at: 1, ends_at: Date.now() * 2 }],
    ["has lapsed", { state: "lapsed", end_reason: "lapsed", ended_at: 5 }],
    ["is used up", ended("data", Date.now() - 1_000)],
    ["more than 7 days ago", ended("time", Date.now() - 7 * dayMs)],
  ] as [string, Partial<EntitlementRow>][])("to what %s", async (sentence, values) => {
    const sold = await sell(world.demo);
    if (Object.keys(values).length > 0) await setEntitlement(sold, values);
    const before = await databaseChecksum();
    const answer = await extend(world, sold.mac, 60);
    expect(answer.status).toBe(409);
    expect(messageOf(answer)).toContain(sentence);
    expect(await databaseChecksum()).toBe(before);
  });

  test("to a purchase whose data is over though it still runs", async () => {
    const sold = await sell(world.demo, { plan: 4 });
    await setEntitlement(sold, { ...ended("time", Date.now() - 5), used_bytes: 50 * 2 ** 30 });
    expect(messageOf(await extend(world, sold.mac, 60))).toContain("is used up");
  });

  test("to a device that was cut off, until it is allowed again", async () => {
    const sold = await running();
    await disconnect(world, sold.mac);
    expect((await extend(world, sold.mac, 60)).status).toBe(409);
    expect((await entitlementRow(sold)).ends_at).toBe(sold.endsAt);
  });

  test("for a length that is none, with the sentence for it", async () => {
    const sold = await running();
    const before = await databaseChecksum();
    for (const [minutes, sentence] of [
      [0, "Give at least one minute"],
      [-5, "Give at least one minute"],
      [44_641, "At most 31 days at a time"],
      [1.5, "Give the time in whole minutes"],
      ["60", "Give the time in whole minutes"],
    ] as const) {
      const answer = await extend(world, sold.mac, minutes);
      expect([answer.status, messageOf(answer)], String(minutes)).toEqual([400, sentence]);
    }
    expect(await databaseChecksum()).toBe(before);
  });

  test("by anybody but the provider whose device it is", async () => {
    const lodge = await sell(world.savanna);
    const before = await databaseChecksum();
    for (const id of [lodge.mac, newMac(), "unknown"]) expect((await extend(world, id, 60)).status).toBe(404);
    expect(await databaseChecksum()).toBe(before);
  });
});
