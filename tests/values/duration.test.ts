import fc from "fast-check";
import { expect, test } from "vitest";
import { englishTime, nairobiDay, nairobiTime, planDuration, timeLeft } from "#contract/values/duration";
import { hourMs } from "#contract/values/time";

test.each([
  [1, "1 Hour"],
  [3, "3 Hours"],
  [23, "23 Hours"],
  [24, "1 Day"],
  [25, "1 Day 1 Hour"],
  [36, "1 Day 12 Hours"],
  [48, "2 Days"],
  [168, "7 Days"],
  [720, "30 Days"],
])("%i hours read %s", (hours, words) => {
  expect(planDuration(hours)).toBe(words);
});

test("no two lengths of a plan read alike, and the words add up", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20_000 }), (hours) => {
      const days = Number(/(\d+) Days?/.exec(planDuration(hours))?.[1] ?? 0);
      const rest = Number(/(\d+) Hours?/.exec(planDuration(hours))?.[1] ?? 0);
      expect(days * 24 + rest).toBe(hours);
      expect(rest).toBeLessThan(24);
    }),
  );
});

test.each([
  [-5, "under a minute"],
  [0, "under a minute"],
  [59_999, "under a minute"],
  [60_000, "1 min"],
  [60_001, "2 min"],
  [hourMs - 1, "1 h"],
  [hourMs, "1 h"],
  [3 * hourMs + 12 * 60_000, "3 h 12 min"],
  [24 * hourMs, "1 d"],
  [51 * hourMs, "2 d 3 h"],
])("%i ms left read %s", (ms, words) => {
  expect(timeLeft(ms)).toBe(words);
});

test("a moment falls on the day that Nairobi's calendar shows", () => {
  const calendar = new Intl.DateTimeFormat("en-CA", { timeZone: "Africa/Nairobi" });
  fc.assert(
    fc.property(
      fc.date({ min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true }),
      (date) => {
        expect(nairobiDay(date.getTime())).toBe(calendar.format(date));
      },
    ),
  );
  expect(nairobiDay(Date.parse("2026-11-20T20:59:59.999Z"))).toBe("2026-11-20");
  expect(nairobiDay(Date.parse("2026-11-20T21:00:00Z"))).toBe("2026-11-21");
});

test("a moment reads as Nairobi's day and clock", () => {
  expect(nairobiTime(Date.parse("2026-11-20T11:05:00Z"))).toBe("20 Nov, 14:05");
  expect(nairobiTime(Date.parse("2026-12-31T21:30:00Z"))).toBe("1 Jan, 00:30");
});

test("another language brings its own words", () => {
  const words = {
    plan: (days: number, hours: number) => `siku ${days}, saa ${hours}`,
    left: (days: number, hours: number, minutes: number) => `${days}/${hours}/${minutes}`,
    months: englishTime.months.map((month) => month.toUpperCase()),
  };
  expect(planDuration(36, words)).toBe("siku 1, saa 12");
  expect(timeLeft(51 * hourMs + 60_000, words)).toBe("2/3/1");
  expect(timeLeft(59_999, words)).toBe("0/0/0");
  expect(nairobiTime(Date.parse("2026-11-20T11:05:00Z"), words)).toBe("20 NOV, 14:05");
});
