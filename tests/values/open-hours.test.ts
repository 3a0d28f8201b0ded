import fc from "fast-check";
import { expect, test } from "vitest";
import {
  closesAt,
  endAfter,
  isOpenAt,
  opensAt,
  openTime,
  parseTimeOfDay,
  timeOfDay,
  usedBetween,
  windowsOf,
} from "#contract/values/open-hours";

const minute = 60_000;
const day = 1_440 * minute;
const nairobi = (text: string) => Date.parse(`2026-11-${text.replace(" ", "T")}:00+03:00`);
const night = windowsOf({ from: 22 * 60, until: 6 * 60 });

const ofDay = fc.nat(1_439);
const hours = fc
  .tuple(ofDay, ofDay)
  .filter(([from, until]) => from !== until)
  .map(([from, until]) => windowsOf({ from, until }));
const moment = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2030, 0, 1) });
const span = fc.integer({ min: 1, max: 40 * day });

/** Minutes that are open between two whole minutes, counted one by one. */
function counted(windows: ReturnType<typeof windowsOf>, from: number, until: number): number {
  let open = 0;
  for (let at = from; at < until; at += minute) if (isOpenAt(windows, at)) open += 1;
  return open;
}

test.for([
  ["before it opens", "25 21:00", "26 06:00"],
  ["as it opens", "25 22:00", "26 06:00"],
  ["in its middle, the rest of this night and the start of the next", "26 02:00", "27 02:00"],
  ["as it closes", "26 06:00", "27 06:00"],
  ["at noon", "26 12:00", "27 06:00"],
] as const)("eight hours of 22:00 to 06:00 that begin %s end when all of them were used", ([, from, end]) => {
  expect(endAfter(night, nairobi(from), 480 * minute)).toBe(nairobi(end));
});

test("hours within one day, and a minute of each, are counted likewise", () => {
  const noon = windowsOf({ from: 12 * 60, until: 14 * 60 });
  expect(endAfter(noon, nairobi("25 13:30"), 60 * minute)).toBe(nairobi("26 12:30"));
  const one = windowsOf({ from: 23 * 60 + 59, until: 0 });
  expect(endAfter(one, nairobi("25 10:00"), 3 * minute)).toBe(nairobi("28 00:00"));
});

test("what is used up to an end is what was bought, and the end is in a window or closes it", () => {
  fc.assert(
    fc.property(hours, moment, span, (windows, from, ms) => {
      const end = endAfter(windows, from, ms);
      expect(usedBetween(windows, from, end)).toBe(ms);
      expect(isOpenAt(windows, end - 1)).toBe(true);
    }),
  );
});

test("open minutes counted one by one are as many as bought", () => {
  fc.assert(
    fc.property(hours, moment, fc.integer({ min: 1, max: 2_000 }), (windows, at, minutes) => {
      const from = at - (at % minute);
      expect(counted(windows, from, endAfter(windows, from, minutes * minute))).toBe(minutes);
    }),
    { numRuns: 50 },
  );
});

test("a later start ends no earlier, more time ends later, and two gifts end as one of both", () => {
  fc.assert(
    fc.property(hours, moment, span, span, (windows, from, ms, more) => {
      const end = endAfter(windows, from, ms);
      expect(endAfter(windows, from + more, ms)).toBeGreaterThanOrEqual(end);
      expect(endAfter(windows, from, ms + more)).toBeGreaterThan(end);
      expect(endAfter(windows, end, more)).toBe(endAfter(windows, from, ms + more));
    }),
  );
});

test("who begins while it is closed ends as who begins when it opens", () => {
  fc.assert(
    fc.property(hours, moment, span, (windows, from, ms) => {
      expect(endAfter(windows, opensAt(windows, from), ms)).toBe(endAfter(windows, from, ms));
      expect(isOpenAt(windows, opensAt(windows, from))).toBe(true);
      expect(opensAt(windows, from) - from).toBeLessThan(day);
    }),
  );
});

test("a window never reaches beyond its close, and open time passes in windows alone", () => {
  fc.assert(
    fc.property(hours, moment, fc.integer({ min: 1, max: day }), (windows, at, later) => {
      const closes = closesAt(windows, at);
      expect(closes - at).toBe(isOpenAt(windows, at) ? usedBetween(windows, at, closes) : 0);
      expect(isOpenAt(windows, closes)).toBe(false);
      const passed = openTime(windows, at + later) - openTime(windows, at);
      expect(passed).toBeGreaterThanOrEqual(0);
      expect(passed).toBeLessThanOrEqual(later);
    }),
  );
});

test("any opening is as good as another: a site that was told one of them ends with the worker", () => {
  fc.assert(
    fc.property(hours, moment, fc.integer({ min: -400, max: 400 }), span, (windows, from, days, ms) => {
      const told = { ...windows, openedAt: windows.openedAt + days * day };
      expect(endAfter(told, from, ms)).toBe(endAfter(windows, from, ms));
    }),
  );
});

test("without hours time runs day and night", () => {
  expect(endAfter(null, 1_000, 500)).toBe(1_500);
  expect(usedBetween(null, 1_000, 1_500)).toBe(500);
});

test("times of the day are read as they are written", () => {
  fc.assert(
    fc.property(ofDay, (minutes) => {
      expect(parseTimeOfDay(timeOfDay(minutes))).toBe(minutes);
    }),
  );
  for (const wrong of ["24:00", "6:00", "06:60", "0600", "", "22:00 "])
    expect(parseTimeOfDay(wrong)).toBeUndefined();
});
