import type { Morning } from "../../contract/transactions.ts";
import { shillings } from "../../contract/values/money.ts";

// What yesterday came to, from sums that are kept. Pure.

/** Half open, UTC ms. */
export type Span = { from: number; until: number };
/** @property until null: it is away now */
export type Absence = { routerId: string; from: number; until: number | null };

export type DayOf = {
  day: string;
  /** The whole day. */
  span: Span;
  before: { day: string; cents: number };
  cents: number;
  sales: number;
  vouchers: number;
  notRenewed: number;
  linesOverdue: number;
  linesDue: number;
  absences: readonly Absence[];
  names: ReadonlyMap<string, string>;
  /** Left for messages by the platform's account; null where none go out by it. */
  creditCents: number | null;
};

/** What is shorter than this took nothing from anybody, and is not told. */
const shortestMs = 60_000;

export function morningOf(of: DayOf): Morning {
  const { day, cents, sales, vouchers, notRenewed, linesOverdue, linesDue, before } = of;
  return {
    day,
    revenue: shillings(cents),
    sales,
    vouchers,
    before: { day: before.day, revenue: shillings(before.cents) },
    ...compared(cents, before.cents),
    notRenewed,
    linesOverdue,
    linesDue,
    away: awayOn(of),
    smsCredits: of.creditCents === null ? null : shillings(of.creditCents),
  };
}

/** A day on which more went back than came in is nothing to compare with. */
export function compared(cents: number, before: number): Pick<Morning, "change" | "percent"> {
  if (before <= 0) return { change: "none", percent: null };
  const percent = Math.round((Math.abs(cents - before) / before) * 100);
  if (percent === 0) return { change: "same", percent: null };
  return { change: cents > before ? "more" : "less", percent };
}

/** By router; what overlaps counts once, and only the day's part. */
function awayOn({ span, absences, names }: DayOf): Morning["away"] {
  const byRouter = Map.groupBy(absences, ({ routerId }) => routerId);
  return [...byRouter]
    .map(([routerId, own]) => ({
      routerId,
      name: names.get(routerId) ?? null,
      ms: coveredMs(own, span),
      isAway: own.some(({ until }) => until === null),
    }))
    .filter(({ ms }) => ms >= shortestMs)
    .sort((one, other) => other.ms - one.ms || one.routerId.localeCompare(other.routerId))
    .map(({ ms, ...router }) => ({ ...router, seconds: Math.floor(ms / 1_000) }));
}

function coveredMs(absences: readonly Absence[], span: Span): number {
  let [ms, reached] = [0, span.from];
  for (const { from, until } of [...absences].sort((one, other) => one.from - other.from)) {
    const end = Math.min(until ?? span.until, span.until);
    ms += Math.max(0, end - Math.max(from, reached));
    reached = Math.max(reached, end);
  }
  return ms;
}
