import type { Context } from "../../context.ts";
import { type Sql, sql } from "../../db/sql.ts";
import type { TenantDb } from "../../db/tenant-db.ts";
import { customerCreditJournal, customerSpentJournal, journalStatements } from "../ledger/index.ts";
import { deliverLines } from "./deliver-lines.ts";
import {
  type BoughtPeriod,
  type LineNow,
  periodsFor,
  periodsToReturn,
  type StandingPeriod,
} from "./line-state.ts";

/** Each turn is one write that stands or falls with what was read: another one in between begins anew. */
const turns = 20;

/**
 * Spends a customer's balance on the periods that it covers, or returns periods that it does not cover any more, and tells the bridges.
 * Repeatable: each period is one entry, one journal and one row, or none of them.
 */
export async function settleAccount(ctx: Context, providerId: string, customerId: string): Promise<void> {
  const db = ctx.tenant(providerId);
  const changed = new Set<string>();
  for (let turn = 0; turn < turns; turn += 1) {
    const account = await readAccount(db, customerId);
    if (!account) return;
    const now = ctx.now();
    const bought = periodsFor(account.balanceCents, account.lines, now);
    const returned = periodsToReturn(account.balanceCents, account.periods, now);
    if (bought.length === 0 && returned.length === 0) {
      const left = await db.run(
        sql`UPDATE customer_accounts SET settle_at = NULL
          WHERE id = ${customerId} AND settle_at IS NOT NULL AND balance_cents = ${account.balanceCents}`,
      );
      if (left > 0 || account.settleAt === null) break;
      continue;
    }
    await db.batch([
      ...bought.flatMap((period) => buyStatements(customerId, period, now)),
      ...returned.flatMap((period) => returnStatements(customerId, period, now)),
    ]);
    for (const { lineId } of [...bought, ...returned]) changed.add(lineId);
  }
  await deliverLines(ctx, providerId, [...changed]);
}

type Account = {
  balanceCents: number;
  settleAt: number | null;
  lines: LineNow[];
  periods: StandingPeriod[];
};

async function readAccount(db: TenantDb, customerId: string): Promise<Account | null> {
  const [accounts, lines, periods] = await db.batch([
    sql<{ balanceCents: number; settleAt: number | null }>`SELECT balance_cents AS balanceCents,
        settle_at AS settleAt FROM customer_accounts WHERE id = ${customerId}`,
    sql<Omit<LineNow, "terms"> & { terms: string }>`SELECT id, terms, paid_until AS paidUntil,
        period_day AS periodDay, closed_at AS closedAt,
        (SELECT count(*) FROM line_periods WHERE line_id = lines.id) AS number
      FROM lines WHERE customer_id = ${customerId}`,
    sql<StandingPeriod>`SELECT line_id AS lineId, number, until_at AS until, cents, bought_at AS boughtAt
      FROM line_periods JOIN lines ON lines.id = line_id
      WHERE customer_id = ${customerId} AND returned_at IS NULL`,
  ]);
  const [account] = accounts;
  if (!account) return null;
  return {
    ...account,
    lines: lines.map((line) => ({ ...line, terms: JSON.parse(line.terms) as LineNow["terms"] })),
    periods,
  };
}

const entryOf = (what: "period" | "returned", { lineId, number }: { lineId: string; number: number }) =>
  `${what} ${lineId} ${number}`;

/** The period's row stands with its entry, and the line's end with the row. */
function buyStatements(customerId: string, period: BoughtPeriod, now: number): Sql[] {
  const { lineId, number, from, until, day, cents } = period;
  const entry = entryOf("period", period);
  return [
    sql`INSERT OR IGNORE INTO customer_entries (id, customer_id, at, cents, kind, line_id)
      SELECT ${entry}, id, ${now}, ${-cents}, 'period', ${lineId} FROM customer_accounts
      WHERE id = ${customerId} AND balance_cents >= ${cents}
        AND (SELECT count(*) FROM line_periods WHERE line_id = ${lineId}) = ${number - 1}`,
    ...journalStatements(customerSpentJournal(entry, { cents, at: now }), "after-change"),
    sql`INSERT OR IGNORE INTO line_periods (line_id, number, from_at, until_at, cents, bought_at)
      SELECT ${lineId}, ${number}, ${from}, ${until}, ${cents}, ${now}
      WHERE EXISTS (SELECT 1 FROM customer_entries WHERE id = ${entry})`,
    sql`UPDATE lines SET paid_until = ${until}, period_day = ${day}, rev = rev + 1, updated_at = ${now}
      WHERE id = ${lineId} AND coalesce(paid_until, 0) < ${until} AND EXISTS (SELECT 1 FROM line_periods
        WHERE line_id = ${lineId} AND number = ${number} AND until_at = ${until} AND bought_at = ${now})`,
  ];
}

function returnStatements(customerId: string, period: StandingPeriod, now: number): Sql[] {
  const { lineId, number, cents } = period;
  const entry = entryOf("returned", period);
  const isLast = sql`number = ${number} AND returned_at IS NULL AND NOT EXISTS (SELECT 1 FROM line_periods later
    WHERE later.line_id = ${lineId} AND later.number > ${number} AND later.returned_at IS NULL)`;
  return [
    sql`INSERT OR IGNORE INTO customer_entries (id, customer_id, at, cents, kind, line_id)
      SELECT ${entry}, ${customerId}, ${now}, ${cents}, 'returned', ${lineId} FROM line_periods
      WHERE line_id = ${lineId} AND ${isLast}
        AND (SELECT balance_cents FROM customer_accounts WHERE id = ${customerId}) < 0`,
    ...journalStatements(customerCreditJournal(entry, { cents, at: now }), "after-change"),
    sql`UPDATE line_periods SET returned_at = ${now} WHERE line_id = ${lineId} AND number = ${number}
      AND returned_at IS NULL AND EXISTS (SELECT 1 FROM customer_entries WHERE id = ${entry})`,
    sql`UPDATE lines SET rev = rev + 1, updated_at = ${now}, paid_until = (SELECT max(until_at)
        FROM line_periods WHERE line_id = lines.id AND returned_at IS NULL)
      WHERE id = ${lineId} AND EXISTS (SELECT 1 FROM line_periods
        WHERE line_id = ${lineId} AND number = ${number} AND returned_at = ${now})`,
  ];
}
