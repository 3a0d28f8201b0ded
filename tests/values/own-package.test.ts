import fc from "fast-check";
import { expect, test } from "vitest";
import type { LinePeriod } from "#contract/values/line-period";
import { windowsOf } from "#contract/values/open-hours";
import { dayMs, hourMs } from "#contract/values/time";
import type { LineTerms } from "#worker/db/schema/tenant";
import { onOwnPackage, onPackage } from "#worker/features/lines/line-acts";
import { newcomer, type StandingPeriod } from "#worker/features/lines/line-periods";
import { blockedFrom, type LineNow, standingOf } from "#worker/features/lines/line-state";
import { histories, historiesLimitMs } from "../support/histories.ts";

// Whatever a customer chooses, in whichever order and at whatever moment of the year: the line is paid and on for no longer than before.

const period = fc.oneof<fc.Arbitrary<LinePeriod>[]>(
  fc.record({ days: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ months: fc.integer({ min: 1, max: 12 }) }),
);
const terms: fc.Arbitrary<LineTerms> = fc
  .record({
    cents: fc.integer({ min: 100, max: 900_000 }),
    period,
    graceDays: fc.integer({ min: 0, max: 31 }),
  })
  .map(({ cents, ...more }) => ({
    packageId: `p${cents}`,
    packageName: "Home",
    priceCents: cents,
    upKbps: 1_000,
    downKbps: 1_000,
    daysFromCents: null,
    ...more,
  }));
const hours = fc.constantFrom(null, windowsOf({ from: 8 * 60, until: 20 * 60 }));
const usual = 500;
const start = Date.UTC(2031, 0, 15, 9);

/** Paid from the start on, in one period or two. */
function paidLine(on: LineTerms, lengths: readonly number[], cut: ReturnType<typeof windowsOf> | null) {
  const standing: StandingPeriod[] = [];
  let from = start;
  for (const [index, days] of lengths.entries()) {
    const until = from + days * dayMs;
    const times = { from, until, day: 1, cents: on.priceCents, boughtAt: start, askId: null };
    standing.push(Object.assign({ lineId: "l", number: index + 1 }, times));
    from = until;
  }
  const bare: LineNow = Object.assign(newcomer("l", on, start), { paidUntil: from, periodDay: 1 });
  const line: LineNow = Object.assign({}, bare, { blocksAt: blockedFrom(bare, cut, start, true) });
  return { line, standing };
}

test(
  "no choice wins time: neither what is paid, nor how long it stays on",
  () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 2 });
    const choices = fc.array(fc.record({ to: terms, afterHours: fc.integer({ min: 0, max: 900 }) }), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(terms, lengths, hours, choices, (first, days, cut, chosen) => {
        let { line, standing } = paidLine(first, days, cut);
        let now = start;
        for (const { to, afterHours } of chosen) {
          now += afterHours * hourMs;
          const changed = onOwnPackage(to, line, standing, { hours: cut, now });
          if (changed === null) continue;
          const { after, moved } = changed;
          expect(standingOf(line, now)).toBe("open");
          expect(after.paidUntil).toBeLessThanOrEqual(line.paidUntil ?? 0);
          expect(after.paidUntil).toBeGreaterThan(now);
          expect(after.blocksAt).toBeLessThanOrEqual(line.blocksAt ?? 0);
          expect(after.terms).toEqual(to);
          const movedBy = new Map(moved.map((one) => [one.number, one]));
          standing = standing.map((one) => movedBy.get(one.number) ?? one);
          expect(standing.at(-1)?.until).toBe(after.paidUntil);
          line = after;
        }
      }),
      { numRuns: histories(usual) },
    );
  },
  historiesLimitMs(usual),
);

test(
  "what is dearer by the day is had at once, where grace does not make it longer",
  () => {
    const dearer = fc.tuple(terms, fc.integer({ min: 2, max: 9 }));
    fc.assert(
      fc.property(dearer, fc.integer({ min: 2, max: 300 }), ([on, times], days) => {
        const { line, standing } = paidLine(on, [days], null);
        const to = Object.assign({}, on, { priceCents: on.priceCents * times });
        const around = { hours: null, now: start + hourMs };
        expect(onOwnPackage(to, line, standing, around)).toEqual(onPackage(to, line, standing, around));
      }),
      { numRuns: histories(usual) },
    );
  },
  historiesLimitMs(usual),
);

test("a line that is not paid, is paused or blocked by hand, is never changed at once", () => {
  const on: LineTerms = {
    packageId: "p",
    packageName: "Home",
    priceCents: 150_000,
    period: { months: 1 },
    upKbps: 1,
    downKbps: 1,
    graceDays: 3,
    daysFromCents: null,
  };
  const to = Object.assign({}, on, { priceCents: 300_000 });
  const { line, standing } = paidLine(on, [10], null);
  const at = (now: number, more: Partial<LineNow> = {}) =>
    onOwnPackage(to, Object.assign({}, line, more), standing, { hours: null, now });
  expect(at(start + dayMs)).not.toBeNull();
  expect(at(start + 11 * dayMs)).toBeNull();
  expect(at(start + 40 * dayMs)).toBeNull();
  expect(at(start + dayMs, { pausedAt: start })).toBeNull();
  expect(at(start + dayMs, { heldAt: start })).toBeNull();
});
