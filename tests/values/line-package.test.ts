import fc from "fast-check";
import { expect, test } from "vitest";
import type { LinePeriod } from "#contract/values/line-period";
import { dayMs } from "#contract/values/time";
import type { LineTerms } from "#worker/db/schema/tenant";
import { onPackage } from "#worker/features/lines/line-acts";
import { newcomer } from "#worker/features/lines/line-periods";
import type { LineNow } from "#worker/features/lines/line-state";

// A line that goes from one package to another and back, on days that suit it.

const terms = (index: number, priceCents: number, period: LinePeriod): LineTerms => ({
  packageId: `p${index}`,
  packageName: `Home ${index}`,
  priceCents,
  period,
  upKbps: 1_000,
  downKbps: 1_000,
  graceDays: 0,
  daysFromCents: null,
});
const period = fc.oneof(
  fc.record({ days: fc.integer({ min: 1, max: 366 }) }),
  fc.record({ months: fc.integer({ min: 1, max: 12 }) }),
);
const price = fc.integer({ min: 10_000, max: 1_000_000 });
const packages = fc.array(fc.tuple(price, period), { minLength: 2, maxLength: 4 });
const visits = fc.array(fc.record({ to: fc.nat({ max: 3 }), after: fc.integer({ min: 0, max: 40 }) }), {
  maxLength: 12,
});

/** How many days of its first package a day on this one is worth. */
const worth = (one: LineTerms, first: LineTerms) => dayPrice(one) / dayPrice(first);
const dayPrice = ({ priceCents, period: long }: LineTerms) =>
  priceCents / ("months" in long ? (long.months * 365.25) / 12 : long.days);

test("whatever packages a line goes through, and when, no day is won by it", () => {
  fc.assert(
    fc.property(packages, visits, fc.integer({ min: 0, max: 1_500 }), (prices, path, begin) => {
      const all = prices.map(([cents, long], index) => terms(index, cents, long));
      const first = all[0] as LineTerms;
      let now = Date.UTC(2030, 0, 1) + begin * dayMs;
      const paidUntil = now + 400 * dayMs;
      let line: LineNow = Object.assign(newcomer("l", first, now), { paidUntil, blocksAt: paidUntil });
      // In days of the first package.
      let used = 0;
      const left = () => Math.max(0, (line.paidUntil ?? 0) - now) / dayMs;
      for (const { to, after } of path) {
        const gone = Math.min(after, left());
        used += gone * worth(line.terms, first);
        now += gone * dayMs;
        line = onPackage(all[to % all.length] as LineTerms, line, [], { hours: null, now }).after;
      }
      const total = used + left() * worth(line.terms, first);
      expect(total).toBeLessThanOrEqual(400.001);
      expect(total).toBeGreaterThan(399.9);
    }),
  );
});

test("from a month to thirty days in February and back in March leaves what was there", () => {
  const [month, thirty] = [terms(0, 150_000, { months: 1 }), terms(1, 150_000, { days: 30 })];
  const february = Date.UTC(2031, 1, 28, 9);
  const paidUntil = february + 365 * dayMs;
  const line = Object.assign(newcomer("l", month, february), { paidUntil, blocksAt: paidUntil });
  const there = onPackage(thirty, line, [], { hours: null, now: february }).after;
  const march = february + dayMs;
  const back = onPackage(month, there, [], { hours: null, now: march }).after;
  expect(back.paidUntil ?? 0).toBeLessThanOrEqual(paidUntil);
});
