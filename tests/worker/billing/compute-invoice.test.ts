import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { computeInvoice, type Terms } from "#worker/features/billing/compute-invoice";
import { dueDateOf, monthsIn, periodFrom, plusDays } from "#worker/features/billing/periods";
import { histories } from "../../support/histories.ts";

const terms = (some: Partial<Terms>): Terms => ({
  billingModel: "percentage",
  percentageBasisPoints: null,
  transactionFeeCents: null,
  monthlyFeeCents: null,
  billingCycle: "monthly",
  dueDay: 5,
  paymentAccountNumber: "PROV-1",
  ...some,
});
const november = { start: "2026-11-01", end: "2026-12-01" };

describe("a period", () => {
  test("ends with the calendar's month, quarter or year, from any day on", () => {
    expect(periodFrom("2026-11-20", "monthly")).toEqual({ start: "2026-11-20", end: "2026-12-01" });
    expect(periodFrom("2026-12-01", "monthly").end).toBe("2027-01-01");
    expect(periodFrom("2026-08-31", "quarterly").end).toBe("2026-10-01");
    expect(periodFrom("2026-10-01", "quarterly").end).toBe("2027-01-01");
    expect(periodFrom("2026-02-28", "yearly").end).toBe("2027-01-01");
  });

  test("is due on the day of the month after it", () => {
    expect(dueDateOf(november, 1)).toBe("2026-12-01");
    expect(dueDateOf({ start: "2026-01-01", end: "2027-01-01" }, 28)).toBe("2027-01-28");
  });

  test("follows the one before without a gap, whatever cycles were chosen", () => {
    const cycle = fc.constantFrom("monthly", "quarterly", "yearly");
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000 }), fc.array(cycle, { minLength: 1 }), (offset, cycles) => {
        let start = plusDays("2024-01-01", offset);
        for (const one of cycles) {
          const period = periodFrom(start, one);
          expect(period.end > start).toBe(true);
          expect(period.end.slice(8)).toBe("01");
          const months = monthsIn(period);
          expect(months[0]?.start).toBe(start);
          expect(months.at(-1)?.end).toBe(period.end);
          for (const [index, month] of months.entries())
            if (index > 0) expect(month.start).toBe(months[index - 1]?.end);
          start = period.end;
        }
      }),
    );
  });
});

describe("an invoice", () => {
  test("takes a percentage of the completed payments and rounds half up once", () => {
    const sales = [
      { day: "2026-11-01", count: 2, cents: 1_050 },
      { day: "2026-11-30", count: 1, cents: 1_050 },
    ];
    const half = terms({ percentageBasisPoints: 250 });
    // 2.5 % of 21.00 is 0.525; each day alone would round to 0.26 and 0.26.
    expect(computeInvoice(half, november, sales)).toEqual({
      rows: [{ kind: "sales", from: "2026-11-01", end: "2026-12-01", count: 3, baseCents: 2_100, cents: 53 }],
      baseCount: 3,
      baseCents: 2_100,
      amountCents: 53,
    });
  });

  test("counts payments where the fee is for each; a refund does not undo that one was served", () => {
    const sales = [{ day: "2026-11-09", count: 3, cents: -500 }];
    const { amountCents } = computeInvoice(
      terms({ billingModel: "per_transaction", transactionFeeCents: 150 }),
      november,
      sales,
    );
    expect(amountCents).toBe(450);
  });

  test("charges every month's fee, and of a part of a month the share of its days", () => {
    const monthly = terms({ billingModel: "monthly_fee", monthlyFeeCents: 100_000 });
    const { rows, amountCents } = computeInvoice(monthly, { start: "2026-11-21", end: "2027-01-01" }, []);
    expect(rows).toEqual([
      { kind: "fee", from: "2026-11-21", end: "2026-12-01", count: 10, baseCents: 100_000, cents: 33_333 },
      { kind: "fee", from: "2026-12-01", end: "2027-01-01", count: 31, baseCents: 100_000, cents: 100_000 },
    ]);
    expect(amountCents).toBe(133_333);
  });

  test("knows no money of days outside its period", () => {
    const sales = [
      { day: "2026-10-31", count: 1, cents: 100_000 },
      { day: "2026-12-01", count: 1, cents: 100_000 },
    ];
    const all = terms({ percentageBasisPoints: 10_000 });
    expect(computeInvoice(all, november, sales).amountCents).toBe(0);
  });

  test("costs nothing where more was refunded than sold, and shows it", () => {
    const sales = [{ day: "2026-11-02", count: 0, cents: -5_000 }];
    expect(computeInvoice(terms({ percentageBasisPoints: 1_000 }), november, sales)).toMatchObject({
      baseCents: -5_000,
      amountCents: 0,
    });
  });

  const day = fc.integer({ min: 0, max: 91 }).map((offset) => plusDays("2026-10-01", offset));
  const sale = fc.record({
    day,
    count: fc.integer({ min: 0, max: 5_000 }),
    cents: fc.integer({ min: -1_000_000, max: 90_000_000_000 }),
  });
  const quarter = { start: "2026-10-01", end: "2027-01-01" };
  const anyTerms = fc.oneof(
    fc
      .integer({ min: 0, max: 10_000 })
      .map((percentageBasisPoints) => terms({ percentageBasisPoints, billingCycle: "quarterly" })),
    fc
      .integer({ min: 0, max: 1_000_000 })
      .map((transactionFeeCents) => terms({ billingModel: "per_transaction", transactionFeeCents })),
  );

  test("is the same when it is computed again, in any order of its days", () => {
    fc.assert(
      fc.property(anyTerms, fc.array(sale), (some, sales) => {
        const once = computeInvoice(some, quarter, sales);
        expect(computeInvoice(some, quarter, sales.toReversed())).toEqual(once);
        expect(once.rows.reduce((sum, { cents }) => sum + cents, 0)).toBe(once.amountCents);
        expect(once.rows.reduce((sum, { baseCents }) => sum + baseCents, 0)).toBe(once.baseCents);
        expect(Number.isSafeInteger(once.amountCents) && once.amountCents >= 0).toBe(true);
      }),
      { numRuns: histories(500) },
    );
  });

  test("has the same base when its period is split on any day", () => {
    fc.assert(
      fc.property(anyTerms, fc.array(sale), day, (some, sales, split) => {
        const whole = computeInvoice(some, quarter, sales);
        const parts = [
          { start: quarter.start, end: split },
          { start: split, end: quarter.end },
        ].map((part) => computeInvoice(some, part, sales));
        const sum = (of: "baseCents" | "baseCount") => parts.reduce((total, part) => total + part[of], 0);
        expect(sum("baseCents")).toBe(whole.baseCents);
        expect(sum("baseCount")).toBe(whole.baseCount);
      }),
      { numRuns: histories(500) },
    );
  });

  test("is within half a cent of the exact percentage", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), fc.array(sale), (basisPoints, sales) => {
        const { baseCents, amountCents } = computeInvoice(
          terms({ percentageBasisPoints: basisPoints }),
          quarter,
          sales,
        );
        const exact = BigInt(Math.max(0, baseCents)) * BigInt(basisPoints);
        const off = BigInt(amountCents) * 10_000n - exact;
        expect(off <= 5_000n && off > -5_000n).toBe(true);
      }),
      { numRuns: histories(500) },
    );
  });
});
