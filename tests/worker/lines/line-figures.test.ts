import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { lineFigures } from "#contract/lines";
import { dayMs } from "#contract/values/time";
import { type FigureRow, figuresOf } from "#worker/features/lines/line-figures";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth } from "../../support/worker-context.ts";
import { customerWithLines } from "./account-world.ts";

// How many lines are on, overdue and left, and what they are to bring until the end of the month.

/** 20 November, noon in Nairobi. */
const now = Date.UTC(2031, 10, 20, 9);
const lineOf = (changes: Partial<FigureRow> & { cents?: number; days?: number }): FigureRow => {
  const { cents = 100_000, days, ...row } = changes;
  const terms = {
    packageId: "p",
    packageName: "Home",
    priceCents: cents,
    period: days === undefined ? { months: 1 } : { days },
    upKbps: 1,
    downKbps: 1,
    graceDays: 0,
    daysFromCents: null,
  };
  const unpaid = { paidUntil: null, periodDay: null, blocksAt: 0, heldAt: null, pausedAt: null };
  return { customerId: "c", balanceCents: 0, terms, nextTerms: null, ...unpaid, ...row };
};
const expected = (...lines: FigureRow[]) => figuresOf(lines, 0, now).expected;
const at = (days: number) => now + days * dayMs;

test("a line is expected to pay what begins before the month is over, and no more", () => {
  expect(expected(lineOf({ paidUntil: at(5) }))).toBe(1_000);
  // It ends in December.
  expect(expected(lineOf({ paidUntil: at(11) }))).toBe(0);
  // On the 20th, 27th and no third time.
  expect(expected(lineOf({ paidUntil: at(-2), days: 7 }))).toBe(2_000);
  expect(expected(lineOf({}))).toBe(1_000);
  expect(expected(lineOf({ paidUntil: at(5), nextTerms: lineOf({ cents: 250_050 }).terms }))).toBe(2_500.5);
  for (const away of [{ paidUntil: at(-40) }, { pausedAt: now }, { heldAt: now }])
    expect(expected(lineOf(away))).toBe(0);
});

test("what an account holds is not expected again, once for all of its lines", () => {
  const two = { paidUntil: at(3), balanceCents: 120_000 };
  expect(expected(lineOf(two), lineOf(two))).toBe(800);
  expect(expected(lineOf({ paidUntil: at(3), balanceCents: 500_000 }), lineOf({ customerId: "d" }))).toBe(
    1_000,
  );
  // Owed by who was denied: it is not lent.
  expect(expected(lineOf({ paidUntil: at(3), balanceCents: -50_000 }))).toBe(1_000);
});

test("for any lines the figures are no more than there are, and customers add up", () => {
  const line = fc.record({
    customerId: fc.constantFrom("a", "b", "c"),
    cents: fc.integer({ min: 100, max: 500_000 }),
    days: fc.constantFrom(undefined, 1, 7, 30),
    paidUntil: fc.option(fc.integer({ min: at(-60), max: at(60) })),
    pausedAt: fc.option(fc.constant(now)),
    blocksAt: fc.option(fc.integer({ min: at(-60), max: at(60) })),
  });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (drawn) => {
      const lines = drawn.map(({ days, ...one }) => lineOf(days === undefined ? one : { ...one, days }));
      const all = figuresOf(lines, 2, now);
      expect(all.on).toBeLessThanOrEqual(all.lines);
      expect(all.overdue + all.paused).toBeLessThanOrEqual(all.lines);
      const parts = ["a", "b", "c"].map((id) =>
        expected(...lines.filter(({ customerId }) => customerId === id)),
      );
      expect(all.expected).toBeCloseTo(
        parts.reduce((sum, one) => sum + one, 0),
        6,
      );
      expect(Number.isFinite(all.expected) && all.expected >= 0).toBe(true);
    }),
  );
});

let seeded: TwoProviders;
beforeAll(async () => {
  seeded = await seedBoth();
});

test("an owner reads those of the own lines", async () => {
  const read = async (who: "demo" | "savanna") => {
    const as = { host: hostOf(who), cookie: await signInProvider(seeded[who]) };
    const told = await call(lineFigures, {}, as);
    return told.ok ? told.answer : null;
  };
  const [before, foreign] = [await read("demo"), await read("savanna")];
  const customer = await customerWithLines(seeded.demo, [{ cents: 90_000 }, { cents: 90_000 }]);
  await tenantDatabase(seeded.demo.id)
    .prepare("UPDATE lines SET closed_at = ?2 WHERE id = ?1")
    .bind(`${customer.id} 1`, Date.now())
    .run();
  const after = await read("demo");
  expect(after).toEqual({
    ...before,
    lines: (before?.lines ?? 0) + 1,
    left: (before?.left ?? 0) + 1,
    expected: (before?.expected ?? 0) + 900,
  });
  expect(await read("savanna")).toEqual(foreign);
});
