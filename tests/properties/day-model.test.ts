import fc from "fast-check";
import { expect, test } from "vitest";
import { dayMs } from "#contract/values/time";
import { Agenda } from "../bench/agenda.ts";
import { type Day, seededRandom, simulateDay } from "../bench/day-model.ts";
import { Waits } from "../bench/waits.ts";

// The simulated day is believed as far as it obeys what is proven of queues.

const none: Day = {
  hours: Array.from({ length: 24 }, () => 1),
  providers: 1,
  skew: 0,
  sales: 0,
  failedPerSale: 0,
  otherViews: 0,
  ms: { view: 0, initiate: 0, grant: 0, end: 0, statement: 0 },
  trips: { onWay: 0, beside: 0 },
  spread: "fixed",
};
/** Views of one object that keep it busy for this share of the day. */
const views = (load: number, spread: Day["spread"]): Day => {
  const otherViews = 400_000;
  return { ...none, otherViews, ms: { ...none.ms, view: (load * dayMs) / otherViews }, spread };
};
const seeds = fc.integer({ min: 1, max: 2 ** 31 });
const loads = fc.double({ min: 0.1, max: 0.75, noNaN: true });

test("what is on the agenda comes out in the order of its times", () => {
  const times = fc.array(fc.double({ min: 0, max: 1e9, noNaN: true }), { maxLength: 300 });
  fc.assert(
    fc.property(times, (given) => {
      const agenda = new Agenda();
      for (const [place, at] of given.entries()) agenda.add(at, place);
      const taken = given.map(() => given[agenda.take()]);
      expect(taken).toEqual([...given].sort((one, other) => one - other));
      expect(agenda.next).toBe(Number.POSITIVE_INFINITY);
    }),
  );
});

test("the share of waits that is told is met within the width of a class", () => {
  const waits = new Waits();
  for (let ms = 1; ms <= 10_000; ms += 1) waits.add(ms);
  expect(waits.mean).toBeCloseTo(5_000.5, 6);
  for (const share of [0.5, 0.9, 0.99]) {
    expect(waits.at(share)).toBeGreaterThanOrEqual(10_000 * share * 0.98);
    expect(waits.at(share)).toBeLessThanOrEqual(10_000 * share * 1.03);
  }
});

test("M/D/1: pages that all take as long wait load × time ÷ 2(1 - load)", () => {
  fc.assert(
    fc.property(seeds, loads, (seed, load) => {
      const day = views(load, "fixed");
      const { page, busiest } = simulateDay(day, seededRandom(seed));
      const expected = (load * day.ms.view) / (2 * (1 - load));
      expect(Math.abs(page.mean / expected - 1)).toBeLessThan(0.15);
      expect(busiest.mean).toBeCloseTo(load, 1);
    }),
    { numRuns: 8 },
  );
});

test("M/M/1: pages of chance length wait twice as long, and an exponential share of them longer", () => {
  fc.assert(
    fc.property(seeds, loads, (seed, load) => {
      const day = views(load, "exponential");
      const { page } = simulateDay(day, seededRandom(seed));
      const expected = (load * day.ms.view) / (1 - load);
      expect(Math.abs(page.mean / expected - 1)).toBeLessThan(0.15);
      // P(wait > t) = load × exp(-t (1 - load) ÷ time).
      const p99 = (Math.log(load / 0.01) * day.ms.view) / (1 - load);
      expect(Math.abs(page.at(0.99) / p99 - 1)).toBeLessThan(0.15);
    }),
    { numRuns: 8 },
  );
});

test("an hour at three times the mean is three times as busy", () => {
  const hours = [3, ...Array.from({ length: 21 }, () => 1), 0, 0];
  const { busiest } = simulateDay({ ...views(0.2, "fixed"), hours }, seededRandom(7));
  expect(busiest.mean).toBeCloseTo(0.2, 2);
  expect(busiest.peak).toBeCloseTo(0.6, 1);
});

test("every sale is sold and makes its trips, and a single one waits for nothing", () => {
  const sales = 2_000;
  const ms = { view: 1, initiate: 2, grant: 3, end: 4, statement: 5 };
  const day: Day = { ...none, sales, providers: sales * 50, ms, trips: { onWay: 2, beside: 3 } };
  const { sold, access, d1, lateMs } = simulateDay({ ...day, failedPerSale: 0.5 }, seededRandom(3));
  expect(Math.abs(sold / sales - 1)).toBeLessThan(0.1);
  expect(access.count).toBe(sold);
  expect(access.at(0.5)).toBeLessThan(ms.grant + 2 * ms.statement + 0.5);
  expect(d1.mean * dayMs).toBeGreaterThan(sold * 5 * ms.statement);
  expect(lateMs).toBeLessThan(60_000);
  // The same chance, the same day.
  expect(simulateDay(day, seededRandom(3)).sold).toBe(simulateDay(day, seededRandom(3)).sold);
});

test("more work than a thread can do is not done when the day ends", () => {
  const { busiest, page, lateMs } = simulateDay(
    { ...views(1.2, "fixed"), otherViews: 50_000, ms: { ...none.ms, view: (1.2 * dayMs) / 50_000 } },
    seededRandom(5),
  );
  expect(page.at(0.99)).toBeGreaterThan(0.1 * dayMs);
  expect(busiest.peak).toBeGreaterThan(0.99);
  expect(lateMs).toBeGreaterThan(0);
});
