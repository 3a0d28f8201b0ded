import type { SumOfDay } from "../transactions/index.ts";
import { daysBetween, monthsIn, type Period } from "./periods.ts";

/** The rule as it stood when the invoice was made. Rates are whole: basis points and cents. */
export type Terms = {
  billingModel: "percentage" | "per_transaction" | "monthly_fee";
  percentageBasisPoints: number | null;
  transactionFeeCents: number | null;
  monthlyFeeCents: number | null;
  billingCycle: "monthly" | "quarterly" | "yearly";
  dueDay: number;
  paymentAccountNumber: string;
};

/** A line as it is kept: `baseCents` is what the rate is taken of, [from, end) the days it is about. */
export type KeptRow = {
  kind: "sales" | "fee" | "late" | "carried";
  from: string;
  end: string;
  count: number;
  baseCents: number;
  cents: number;
};

type Computed = { rows: KeptRow[]; baseCount: number; baseCents: number; amountCents: number };

/** What an earlier period left for this one. */
export type Left = Pick<KeptRow, "from" | "end" | "count" | "baseCents"> & { kind: "late" | "carried" };

/**
 * An invoice from the daily sums of completed payments, diverted ones included and refunds taken off; vouchers are not among
 * them. A percentage is rounded half up once, for the invoice: its rows show by how much each of them raised the whole, so that
 * they add up to the cent. More refunds than sales cost nothing, and the next invoice takes the difference.
 */
export function computeInvoice(
  terms: Terms,
  period: Period,
  sales: readonly SumOfDay[],
  left: readonly Left[] = [],
): Computed {
  if (terms.billingModel === "monthly_fee") return monthlyFees(terms.monthlyFeeCents ?? 0, period);
  const bases = [...left, ...monthsIn(period).map((month) => salesOf(month, sales))];
  let baseCount = 0;
  let baseCents = 0;
  let amountCents = 0;
  const rows = bases.map((base): KeptRow => {
    baseCount += base.count;
    baseCents += base.baseCents;
    const before = amountCents;
    amountCents = amountOf(terms, { count: baseCount, cents: baseCents });
    return { ...base, cents: amountCents - before };
  });
  return { rows, baseCount, baseCents, amountCents };
}

function salesOf({ start, end }: Period, sales: readonly SumOfDay[]) {
  const inside = sales.filter(({ day }) => day >= start && day < end);
  return {
    kind: "sales" as const,
    from: start,
    end,
    count: inside.reduce((sum, { count }) => sum + count, 0),
    baseCents: inside.reduce((sum, { cents }) => sum + cents, 0),
  };
}

function amountOf(terms: Terms, base: { count: number; cents: number }): number {
  const { percentageBasisPoints, transactionFeeCents } = terms;
  if (terms.billingModel === "per_transaction") return Math.max(0, base.count * (transactionFeeCents ?? 0));
  if (base.cents <= 0) return 0;
  return Number((BigInt(base.cents) * BigInt(percentageBasisPoints ?? 0) + 5_000n) / 10_000n);
}

/** The fee for every month; a part of one costs its share of days, rounded half up. */
function monthlyFees(feeCents: number, period: Period): Computed {
  const rows = monthsIn(period).map(({ start, end, daysInMonth }): KeptRow => {
    const days = daysBetween(start, end);
    const cents = Math.floor((2 * feeCents * days + daysInMonth) / (2 * daysInMonth));
    return { kind: "fee", from: start, end, count: days, baseCents: feeCents, cents };
  });
  return { rows, baseCount: 0, baseCents: 0, amountCents: rows.reduce((sum, { cents }) => sum + cents, 0) };
}
