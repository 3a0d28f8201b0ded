import type { Context } from "../../context.ts";
import type { LineFigures } from "../../contract/lines.ts";
import { dayStart, nairobiDay } from "../../contract/values/duration.ts";
import { dayOfMonth, periodEnd } from "../../contract/values/line-period.ts";
import { shillings } from "../../contract/values/money.ts";
import { dayMs } from "../../contract/values/time.ts";
import type { LineTerms } from "../../db/schema/tenant.ts";
import { sql } from "../../db/sql.ts";
import { isGivenUp } from "./move-line.ts";

/** Of a line, as far as the figures are made of it; moments are UTC ms. */
export type FigureRow = {
  customerId: string;
  balanceCents: number;
  terms: LineTerms;
  nextTerms: LineTerms | null;
  paidUntil: number | null;
  periodDay: number | null;
  blocksAt: number | null;
  heldAt: number | null;
  pausedAt: number | null;
};

/** Who has not paid for so long has left without a word. */
const longestWait = 31 * dayMs;
/** Days a month, and none is a period of its own twice. */
const mostPeriods = 40;

export async function lineFigures(ctx: Context, providerId: string): Promise<LineFigures> {
  const now = ctx.now();
  const month = `${nairobiDay(now).slice(0, 8)}01`;
  const [rows, [gone]] = await ctx.tenant(providerId).batch([
    sql<Omit<FigureRow, "terms" | "nextTerms"> & { terms: string; nextTerms: string | null }>`SELECT
        c.id AS customerId, c.balance_cents AS balanceCents, terms, next_terms AS nextTerms, paid_until AS paidUntil,
        period_day AS periodDay, blocks_at AS blocksAt, held_at AS heldAt, paused_at AS pausedAt
      FROM lines JOIN customer_accounts c ON c.id = lines.customer_id WHERE closed_at IS NULL`,
    sql<{ count: number }>`SELECT count(*) AS count FROM lines
      WHERE closed_at >= ${dayStart(month)} AND ${isGivenUp}`,
  ]);
  const lines = rows.map(({ terms, nextTerms, ...row }) => ({
    ...row,
    terms: JSON.parse(terms) as LineTerms,
    nextTerms: nextTerms === null ? null : (JSON.parse(nextTerms) as LineTerms),
  }));
  return figuresOf(lines, gone?.count ?? 0, now);
}

export function figuresOf(lines: readonly FigureRow[], left: number, now: number): LineFigures {
  const count = (fits: (line: FigureRow) => boolean) => lines.filter(fits).length;
  const end = monthEnd(now);
  const due = new Map<string, { cents: number; balance: number }>();
  for (const line of lines) {
    const known = due.get(line.customerId) ?? { cents: 0, balance: line.balanceCents };
    due.set(line.customerId, { ...known, cents: known.cents + expectedOf(line, now, end) });
  }
  const expected = [...due.values()].reduce(
    (sum, { cents, balance }) => sum + Math.max(0, cents - Math.max(0, balance)),
    0,
  );
  return {
    lines: lines.length,
    on: count(({ blocksAt }) => blocksAt === null || blocksAt > now),
    // As the list of lines shows them.
    overdue: count(({ paidUntil, pausedAt }) => paidUntil !== null && paidUntil <= now && pausedAt === null),
    paused: count(({ pausedAt }) => pausedAt !== null),
    left,
    expected: shillings(expected),
  };
}

/** Cents of the periods that begin before `end`. */
function expectedOf(line: FigureRow, now: number, end: number): number {
  const { paidUntil, pausedAt, heldAt, terms } = line;
  if (pausedAt !== null || heldAt !== null) return 0;
  if (paidUntil !== null && paidUntil < now - longestWait) return 0;
  const { priceCents, period } = line.nextTerms ?? terms;
  let from = Math.max(now, paidUntil ?? now);
  const day = line.periodDay ?? dayOfMonth(from);
  let cents = 0;
  for (let place = 0; place < mostPeriods && from < end; place += 1) {
    cents += priceCents;
    from = periodEnd(from, period, day);
  }
  return cents;
}

/** The first moment of the next month, in Nairobi. */
function monthEnd(now: number): number {
  const [year = 0, month = 1] = nairobiDay(now).split("-").map(Number);
  const next = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
  return dayStart(next);
}
