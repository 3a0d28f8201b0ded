import fc from "fast-check";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { noteOutage } from "#worker/features/entitlements/index";
import { listOutages, settleOutage } from "#worker/features/entitlements/outages";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { histories, historiesLimitMs } from "../../support/histories.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

// A router and its bridge are told of apart and in any order. Each minute that either was away lies in one outage, and in no two.

const minute = 60_000;
const beganAt = Date.UTC(2031, 5, 1, 8);

let seeded: TwoProviders;
let routerId: string;

const forget = () => tenantDatabase(seeded.demo.id).prepare("DELETE FROM outages").run();

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: beganAt + 24 * 60 * minute });
  seeded = await seedBoth();
  routerId = seeded.demo.routers[0]?.id ?? "";
});
beforeEach(forget);

/** All in minutes of `beganAt`. */
type Noted = { from: number; until: number; isSettled: boolean };

const note = (from: number, until: number, at = routerId) =>
  noteOutage(testContext(), seeded.demo.id, {
    routerId: at,
    beganAt: beganAt + from * minute,
    endedAt: beganAt + until * minute,
  });
const settle = (from: number) =>
  settleOutage(testContext(), seeded.demo.id, `${routerId}.${beganAt + from * minute}`, false);

async function noted(): Promise<Noted[]> {
  const { results } = await tenantDatabase(seeded.demo.id)
    .prepare(
      `SELECT (began_at - ?2) / 60000.0 AS "from", (ended_at - ?2) / 60000.0 AS until, settled_at IS NOT NULL AS isSettled
        FROM outages WHERE router_id = ?1 AND ended_at > began_at ORDER BY began_at`,
    )
    .bind(routerId, beganAt)
    .all<Noted>();
  return results.map((one) => ({ ...one, isSettled: Boolean(one.isSettled) }));
}

const open = (from: number, until: number): Noted => ({ from, until, isSettled: false });
const settled = (from: number, until: number): Noted => ({ from, until, isSettled: true });

test("a short outage of a bridge and its router's long one are one outage, whichever is told first", async () => {
  await note(60, 66);
  await note(0, 110);
  expect(await noted()).toEqual([open(0, 110)]);
  await note(60, 66);
  await note(90, 130);
  await note(200, 210);
  await note(80, 90, seeded.demo.routers[1]?.id);
  expect(await noted()).toEqual([open(0, 130), open(200, 210)]);
  await note(120, 205);
  expect(await noted()).toEqual([open(0, 210)]);
  const listed = await listOutages(testContext(), seeded.demo.id);
  expect(listed.filter((one) => one.routerId === routerId).map(({ id }) => id)).toEqual([
    `${routerId}.${beganAt}`,
  ]);
  await expect(settle(60)).rejects.toMatchObject({ code: "not_found" });
});

test("of a router whose bridge's outage was settled, what lies before and after it is still open", async () => {
  await note(60, 66);
  await settle(60);
  await note(0, 110);
  expect(await noted()).toEqual([open(0, 60), settled(60, 66), open(66, 110)]);
  await settle(0);
  await note(0, 110.5);
  expect(await noted()).toEqual([settled(0, 60), settled(60, 66), open(66, 110.5)]);
  await settle(66);
  // Of less than a minute nobody is given anything.
  await note(0, 111);
  expect(await noted()).toEqual([settled(0, 60), settled(60, 66), settled(66, 110.5)]);
});

test("every minute that was told lies in one outage, what was settled stays, and telling all again changes nothing", {
  timeout: historiesLimitMs(60, 300),
}, async () => {
  const span = fc.record({
    from: fc.nat(120),
    length: fc.integer({ min: 1, max: 60 }),
    settles: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(span, { minLength: 1, maxLength: 8 }), async (spans) => {
      await forget();
      const told = new Set<number>();
      let before: Noted[] = [];
      for (const { from, length, settles } of spans) {
        await note(from, from + length);
        for (let at = from; at < from + length; at += 1) told.add(at);
        const now = await noted();
        const minutes = now.flatMap((one) =>
          Array.from({ length: one.until - one.from }, (_none, index) => one.from + index),
        );
        expect(minutes).toEqual([...told].sort((a, b) => a - b));
        expect(now).toEqual(expect.arrayContaining(before.filter(({ isSettled }) => isSettled)));
        if (settles) await settle(now.find(({ isSettled }) => !isSettled)?.from ?? 0).catch(() => undefined);
        before = await noted();
      }
      for (const { from, length } of spans) await note(from, from + length);
      expect(await noted()).toEqual(before);
    }),
    { numRuns: histories(60, 300) },
  );
});
