import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { extendPurchase } from "#worker/features/entitlements/extend";
import { noteOutage, resumeStatement, sweepAccess } from "#worker/features/entitlements/index";
import { listOutages, settleOutage } from "#worker/features/entitlements/outages";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { histories, historiesLimitMs } from "../../support/histories.ts";
import { entitlementRow, type Sold, sell, setEntitlement } from "../../support/sell.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";
import { give } from "./move-world.ts";

// An outage took from a purchase the minutes that it ran at that router, and no others: not those that it was elsewhere or over,
// and none twice.

const minute = 60_000;

let seeded: TwoProviders;
let routers: string[];
/** Each history has days of its own. */
let zero = Date.UTC(2031, 5, 1, 8);

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: zero });
  seeded = await seedBoth();
  routers = seeded.demo.routers.slice(0, 2).map(({ id }) => id);
});
beforeEach(begin);

async function begin(): Promise<void> {
  zero += 9 * 24 * 60 * minute;
  goTo(0);
  await tenantDatabase(seeded.demo.id).prepare("DELETE FROM outages").run();
}

// All in minutes of `zero`.
const goTo = (at: number) => vi.setSystemTime(zero + at * minute);
const routerOf = (place: number) => routers[place] ?? "";
const outage = (place: number, from: number, until: number) =>
  noteOutage(testContext(), seeded.demo.id, {
    routerId: routerOf(place),
    beganAt: zero + from * minute,
    endedAt: zero + until * minute,
  });
const settle = (place: number, from: number, giveBack = true) =>
  settleOutage(testContext(), seeded.demo.id, `${routerOf(place)}.${zero + from * minute}`, giveBack);
const extend = (id: string, minutes: number) =>
  extendPurchase(testContext(), seeded.demo.id, id, minutes * minute);

/** The purchase after so many moves between routers. */
const after = ({ id, providerId }: Sold, moves: number) => ({
  id: moves === 0 ? id : `${id}.${moves + 1}`,
  providerId,
});
const endOf = async (sold: Sold, moves = 0) =>
  ((await entitlementRow(after(sold, moves))).ends_at ?? 0) / minute - zero / minute;

/** Runs from now on. */
async function bought(minutes: number): Promise<Sold> {
  const sold = await sell(seeded.demo, { undelivered: true });
  await setEntitlement(sold, {
    state: "running",
    started_at: Date.now(),
    ends_at: Date.now() + minutes * minute,
  });
  return sold;
}

const leave = (sold: Sold, to: number, moves = 0) =>
  give({ ...sold, ...after(sold, moves) }, { mac: sold.mac ?? "", routerId: routerOf(to) });

/** The router that it leaves took its device off. */
async function arrive(sold: Sold, moves = 0): Promise<void> {
  await setEntitlement(after(sold, moves), { confirmed_rev: 99 });
  await sweepAccess(testContext(), seeded.demo.id);
}

test("an hour without internet at two routers is given to a purchase once, wherever its buyer goes before the second is settled", async () => {
  const sold = await bought(300);
  goTo(90);
  await outage(0, 10, 70);
  await outage(1, 10, 70);
  await settle(0, 10);
  expect(await endOf(sold)).toBe(360);
  await leave(sold, 1);
  await arrive(sold);
  await settle(1, 10);
  expect(await endOf(sold, 1)).toBe(360);
});

test("of an outage of both its routers a purchase is given what fell into its time at each", async () => {
  const sold = await bought(300);
  goTo(30);
  await leave(sold, 1);
  await arrive(sold);
  goTo(90);
  await outage(0, 10, 70);
  await outage(1, 10, 70);
  expect((await listOutages(testContext(), seeded.demo.id)).map(({ purchases }) => purchases)).toEqual([
    1, 1,
  ]);
  await settle(0, 10);
  expect(await endOf(sold, 1)).toBe(320);
  await settle(1, 10);
  expect(await endOf(sold, 1)).toBe(360);
});

test("who wants to go on at another router is given what the first one, being away, held it back, on the way or there", async () => {
  const sold = await bought(300);
  goTo(20);
  expect(await leave(sold, 1)).toBe("moving");
  goTo(70);
  await outage(0, 10, 70);
  await settle(0, 10);
  expect(await entitlementRow(sold)).toMatchObject({ state: "moved", end_reason: "moved", rev: 2 });
  await arrive(sold);
  expect(await endOf(sold, 1)).toBe(360);
  expect(await entitlementRow(after(sold, 1))).toMatchObject({ state: "running", router_id: routerOf(1) });
});

test("time that was withheld, and given back as a payment was paid after all, was lost in no outage", async () => {
  const sold = await bought(300);
  const resume = (from: number, until: number) =>
    testContext()
      .tenant(seeded.demo.id)
      .run(
        resumeStatement({
          id: sold.id,
          now: zero + until * minute,
          unlessBooked: "none",
          withheld: { from: zero + from * minute, until: zero + until * minute },
        }),
      );
  await setEntitlement(sold, { state: "cut_off" });
  goTo(70);
  await resume(20, 70);
  expect(await endOf(sold)).toBe(350);
  await outage(0, 10, 60);
  await settle(0, 10);
  // Ten minutes before it was withheld.
  expect(await endOf(sold)).toBe(360);
});

test("time that one outage gave back was not lost in another one before", async () => {
  const sold = await bought(20);
  goTo(120);
  await outage(0, 5, 40);
  await outage(0, 60, 100);
  await settle(0, 5);
  expect(await endOf(sold)).toBe(135);
  await settle(0, 60);
  expect(await endOf(sold)).toBe(135);
});

test("time that was given later was not lost in an outage before, here or where the purchase went with it", async () => {
  const sold = await bought(30);
  goTo(100);
  await outage(0, 20, 80);
  await extend(sold.id, 60);
  expect(await endOf(sold)).toBe(160);
  await leave(sold, 1);
  await arrive(sold);
  await settle(0, 20);
  expect(await endOf(sold, 1)).toBe(170);
});

describe("for any history of a purchase", () => {
  const step = fc.oneof(
    fc.record({ does: fc.constant("gift" as const), minutes: fc.integer({ min: 1, max: 60 }) }),
    fc.record({ does: fc.constant("move" as const) }),
    fc.record({ does: fc.constant("sweep" as const) }),
    fc.record({
      does: fc.constant("outage" as const),
      places: fc.constantFrom([0], [1], [0, 1]),
      minutes: fc.integer({ min: 5, max: 90 }),
    }),
    fc.record({ does: fc.constant("settle" as const), which: fc.nat(9), gives: fc.boolean() }),
  );
  const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), step), { minLength: 3, maxLength: 14 });

  test("it is given the minutes that it ran at a router that was away, each once", {
    timeout: historiesLimitMs(60, 300),
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 5, max: 120 }), steps, async (minutes, all) => {
        await begin();
        const sold = await bought(minutes);
        const given = new Set<number>();
        // Where it was in each minute that it ran.
        const ran = new Map<number, number>();
        let [at, end, place, moves, isMoving] = [0, minutes, 0, 0, false];

        const take = async (which: number, gives: boolean): Promise<boolean> => {
          const open = (await listOutages(testContext(), seeded.demo.id)).filter((one) => !one.settled);
          const one = open[which % Math.max(1, open.length)];
          if (!one) return false;
          const [from, until] = [one.beganAt, one.endedAt].map((text) => (Date.parse(text) - zero) / minute);
          const away = routers.indexOf(one.routerId);
          const lost = [...ran].filter(
            ([when, there]) => there === away && when >= (from ?? 0) && when < (until ?? 0),
          );
          expect(lost.filter(([when]) => given.has(when))).toEqual([]);
          expect(one.purchases).toBe(lost.length > 0 ? 1 : 0);
          await settle(away, from ?? 0, gives);
          if (gives && lost.length > 0) {
            for (const [when] of lost) given.add(when);
            end = Math.max(end, at) + lost.length;
          }
          expect(await endOf(sold, moves)).toBe(end);
          return true;
        };

        for (const [pause, now] of all) {
          for (let left = pause; left > 0; left -= 1, at += 1) if (at < end) ran.set(at, place);
          goTo(at);
          if (now.does === "outage")
            for (const each of now.places) await outage(each, Math.max(0, at - now.minutes), at);
          if (now.does === "sweep") await sweepAccess(testContext(), seeded.demo.id);
          if (now.does === "gift" && (await extend(after(sold, moves).id, now.minutes)) !== null)
            end = Math.max(end, at) + now.minutes;
          if (now.does === "settle") await take(now.which, now.gives);
          if (now.does === "move" && isMoving) {
            await arrive(sold, moves);
            [moves, place, isMoving] = [moves + 1, 1 - place, false];
          } else if (now.does === "move" && end > at) {
            expect(await leave(sold, 1 - place, moves)).toBe("moving");
            isMoving = true;
          }
          expect(await endOf(sold, moves)).toBe(end);
        }
        while (await take(0, true));
        expect(end).toBeGreaterThanOrEqual(minutes + given.size);
      }),
      { numRuns: histories(60, 300) },
    );
  });
});
