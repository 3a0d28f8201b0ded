import type { Context } from "../../context.ts";
import type { Statement, StatementLine } from "../../contract/payouts.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { shillings } from "../../contract/values/money.ts";
import { dayMs } from "../../contract/values/time.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";

// Every line of the books that changes what is owed: of payments by day and kind, of payouts one by one. So it agrees with the
// books to the cent, whatever happened.

const mostDays = 366;

type ByDay = { day: string; kind: string; count: number; cents: number };
type OfPayout = {
  day: string;
  journalId: string;
  cents: number;
  feeCents: number;
  account: string;
  receipt: string | null;
};

/** @throws AppError invalid */
export async function statementOf(
  ctx: Context,
  providerId: string,
  asked: { from?: string | undefined; to?: string | undefined },
): Promise<Statement> {
  const to = asked.to ?? nairobiDay(ctx.now());
  const from = asked.from ?? new Date(Date.parse(to) - 30 * dayMs).toISOString().slice(0, 10);
  if (from > to || Date.parse(to) - Date.parse(from) > mostDays * dayMs)
    throw refuse("invalid", "statement_period");
  // The two accounts as the index `ledger_held` names them, else it is not read.
  const owed = sql`account IN ('owed to provider', 'diverted, not settled') AND account = 'owed to provider'`;
  const [before, others, byDay, ofPayouts] = await ctx.tenant(providerId).batch([
    sql<{
      cents: number;
    }>`SELECT coalesce(-sum(cents), 0) AS cents FROM ledger WHERE ${owed} AND day < ${from}`,
    sql<{ cents: number }>`SELECT coalesce(-sum(cents), 0) AS cents FROM general_ledger
      WHERE account = 'owed to provider' AND day < ${from}`,
    sql<ByDay>`SELECT day, kind, count(*) AS count, -sum(cents) AS cents FROM ledger
      WHERE ${owed} AND day >= ${from} AND day <= ${to} GROUP BY day, kind ORDER BY day, kind`,
    sql<OfPayout>`SELECT general_ledger.day, general_ledger.journal_id AS journalId, -general_ledger.cents AS cents,
        payouts.fee_cents AS feeCents, payouts.account, payouts.receipt
      FROM general_ledger JOIN payouts ON payouts.id = substr(general_ledger.journal_id, -32)
      WHERE general_ledger.account = 'owed to provider' AND general_ledger.day >= ${from}
        AND general_ledger.day <= ${to}
      ORDER BY general_ledger.at, general_ledger.journal_id`,
  ]);
  const opening = (before[0]?.cents ?? 0) + (others[0]?.cents ?? 0);
  const closing = [...byDay, ...ofPayouts].reduce((sum, { cents }) => sum + cents, opening);
  const lines = [...byDay.map(lineOfDay), ...ofPayouts.map(lineOfPayout)];
  // Within a day what came in stands before what went out.
  const goesOut = ({ amount }: StatementLine) => Number(amount < 0);
  lines.sort((one, other) => one.day.localeCompare(other.day) || goesOut(one) - goesOut(other));
  return { from, to, opening: shillings(opening), closing: shillings(closing), lines };
}

const kinds: Record<string, StatementLine["kind"]> = {
  sale: "sales",
  "taken-back": "taken-back",
  refund: "refunds",
};

function lineOfDay({ day, kind, count, cents }: ByDay): StatementLine {
  const known = kinds[kind];
  if (!known) throw new Error(`a journal of kind ${kind} changes what is owed`);
  return { day, kind: known, count, amount: shillings(cents), fee: null, account: null, receipt: null };
}

function lineOfPayout({ day, journalId, cents, feeCents, account, receipt }: OfPayout): StatementLine {
  const kind = journalId.startsWith("payout given back")
    ? "payout-given-back"
    : journalId.startsWith("payout reversed")
      ? "payout-reversed"
      : "payout";
  return { day, kind, count: 1, amount: shillings(cents), fee: shillings(feeCents), account, receipt };
}
