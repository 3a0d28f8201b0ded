import fc from "fast-check";
import { expect, test } from "vitest";
import { type DayWindow, openingAt, weekDays } from "#contract/values/day-window";

const nairobi = (text: string) => Date.parse(`${text}+03:00`);
const office: DayWindow = { days: ["monday", "friday"], start: "08:00", end: "17:30" };

test("a moment inside a window finds its own opening, another one the next", () => {
  // 2026-11-20 was a Friday.
  const friday = { start: nairobi("2026-11-20T08:00"), end: nairobi("2026-11-20T17:30") };
  const monday = { start: nairobi("2026-11-23T08:00"), end: nairobi("2026-11-23T17:30") };
  expect(openingAt(office, nairobi("2026-11-20T00:00"))).toEqual(friday);
  expect(openingAt(office, friday.start)).toEqual(friday);
  expect(openingAt(office, friday.end - 1)).toEqual(friday);
  expect(openingAt(office, friday.end)).toEqual(monday);
  expect(openingAt({ ...office, days: ["friday"] }, friday.end)?.start).toBe(friday.start + 7 * 86_400_000);
  expect(openingAt({ ...office, days: [] }, friday.start)).toBeNull();
});

test("days are those of Nairobi: Sunday 21:30 UTC is Monday half past midnight there", () => {
  const night: DayWindow = { days: ["monday"], start: "00:00", end: "01:00" };
  const at = Date.UTC(2026, 10, 22, 21, 30);
  expect(openingAt(night, at)).toEqual({ start: at - 1_800_000, end: at + 1_800_000 });
});

test("openings do not overlap, and the next one is the nearest", () => {
  const time = fc.integer({ min: 0, max: 1_439 });
  const hhmm = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.constantFrom(...weekDays), { minLength: 1 }),
      fc.tuple(time, time).filter(([a, b]) => a < b),
      fc.integer({ min: 1_700_000_000_000, max: 2_000_000_000_000 }),
      (days, [start, end], at) => {
        const window = { days, start: hhmm(start), end: hhmm(end) };
        const found = openingAt(window, at);
        expect(found && found.end > at && found.end - found.start === (end - start) * 60_000).toBe(true);
        const after = openingAt(window, found?.end ?? 0);
        expect(after && found && after.start > found.end - 1).toBe(true);
        // A moment between now and the opening finds the same one.
        expect(openingAt(window, Math.max(at, (found?.start ?? 0) - 1))).toEqual(found);
      },
    ),
  );
});
