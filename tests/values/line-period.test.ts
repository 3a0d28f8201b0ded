import fc from "fast-check";
import { expect, test } from "vitest";
import { dayOfMonth, periodEnd } from "#contract/values/line-period";

const at = (text: string) => Date.parse(`${text}+03:00`);

test("a month ends on its day, on the last one where there is none, and on its day again", () => {
  const first = at("2027-01-31T10:00:00");
  const second = periodEnd(first, { months: 1 }, 31);
  expect(second).toBe(at("2027-02-28T10:00:00"));
  expect(periodEnd(second, { months: 1 }, 31)).toBe(at("2027-03-31T10:00:00"));
  expect(periodEnd(at("2028-01-30T23:30:00"), { months: 1 }, 30)).toBe(at("2028-02-29T23:30:00"));
  expect(periodEnd(at("2026-12-15T00:10:00"), { months: 3 }, 15)).toBe(at("2027-03-15T00:10:00"));
  expect(periodEnd(at("2026-12-15T00:10:00"), { days: 30 }, 15)).toBe(at("2027-01-14T00:10:00"));
});

test("months one after the other are as many days as the calendar has, and never skip one", () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date("2026-01-01"), max: new Date("2040-01-01"), noInvalidDate: true }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 24 }),
      (begin, months, count) => {
        const day = dayOfMonth(begin.getTime());
        let end = begin.getTime();
        for (let period = 0; period < count; period += 1) {
          const next = periodEnd(end, { months }, day);
          const days = (next - end) / 86_400_000;
          expect(days).toBeGreaterThanOrEqual(28 * months);
          expect(days).toBeLessThanOrEqual(31 * months);
          end = next;
        }
        const whole = periodEnd(begin.getTime(), { months: 12 }, day);
        if (months === 1 && count >= 12) expect(whole).toBeGreaterThan(begin.getTime());
      },
    ),
  );
});
