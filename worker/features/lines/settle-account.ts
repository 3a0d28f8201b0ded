import type { Context } from "../../context.ts";
import type { Windows } from "../../contract/values/open-hours.ts";
import { type Sql, sql } from "../../db/sql.ts";
import type { TenantDb } from "../../db/tenant-db.ts";
import { customerCreditJournal, customerSpentJournal, journalStatements } from "../ledger/index.ts";
import { deliverLines } from "./deliver-lines.ts";
import {
  type BoughtPeriod,
  boughtFor,
  lookAgainAt,
  periodsToReturn,
  type StandingPeriod,
  withoutPeriod,
  withoutRow,
} from "./line-periods.ts";
import {
  isAt,
  lineNowOf,
  movedStatement,
  periodStatement,
  saveStatements,
  selectLines,
  selectPeriods,
} from "./line-rows.ts";
import { cutWindows, settingsStatement } from "./line-settings.ts";
import { blockedFrom, type LineNow, onNextTerms } from "./line-state.ts";

/** Each turn is one write that stands or falls with what was read: another one in between begins anew. */
const turns = 40;

/**
 * Spends a customer's balance on the periods and days that it covers, or returns periods that it does not cover any more, begins what
 * packages are due, and tells the bridges. Repeatable: each period is one entry, one journal and one row, or none of them.
 */
export async function settleAccount(ctx: Context, providerId: string, customerId: string): Promise<void> {
  const db = ctx.tenant(providerId);
  const changed = new Set<string>();
  for (let turn = 0; turn < turns; turn += 1) {
    const account = await readAccount(db, customerId);
    if (!account) return;
    const now = ctx.now();
    const { ids, statements } = nextWrite(customerId, account, now);
    if (statements.length === 0) {
      if (await isSettled(db, customerId, account, now)) break;
      continue;
    }
    await db.batch(statements);
    for (const id of ids) changed.add(id);
  }
  await deliverLines(ctx, providerId, [...changed]);
}

type Account = {
  balanceCents: number;
  settleAt: number | null;
  lines: LineNow[];
  periods: StandingPeriod[];
  hours: Windows | null;
};

async function readAccount(db: TenantDb, customerId: string): Promise<Account | null> {
  const [accounts, lines, periods, [settings]] = await db.batch([
    sql<{ balanceCents: number; settleAt: number | null }>`SELECT balance_cents AS balanceCents,
        settle_at AS settleAt FROM customer_accounts WHERE id = ${customerId}`,
    selectLines(sql`customer_id = ${customerId}`),
    selectPeriods(sql`customer_id = ${customerId}`),
    settingsStatement,
  ]);
  const [account] = accounts;
  if (!account) return null;
  return { ...account, lines: lines.map(lineNowOf), periods, hours: cutWindows(settings) };
}

/** What is bought, or one period that is returned, or packages that begin. */
function nextWrite(customerId: string, account: Account, now: number): { ids: string[]; statements: Sql[] } {
  const { balanceCents, lines, periods, hours } = account;
  const begun = lines.flatMap((line) => {
    const after = line.closedAt === null ? onNextTerms(line, now) : null;
    return after ? [{ ...after, blocksAt: blockedFrom(after, hours, now) }] : [];
  });
  if (begun.length > 0)
    return {
      ids: begun.map(({ id }) => id),
      statements: begun.flatMap((line) => saveStatements(line, line, now)),
    };
  const [returned] = periodsToReturn(balanceCents, periods, lines, now);
  const line = lines.find(({ id }) => id === returned?.lineId);
  if (returned && line) {
    const standing = periods.filter(({ lineId }) => lineId === line.id);
    const statements = returnStatements(customerId, line, standing, returned, hours, now);
    return { ids: [line.id], statements };
  }
  const bought = boughtFor(balanceCents, lines, hours, now);
  return {
    ids: bought.map(({ before }) => before.id),
    statements: bought.flatMap((period) => buyStatements(customerId, period, now)),
  };
}

/** Nothing is left to do by now. False where something came in since it was read. */
async function isSettled(
  db: TenantDb,
  customerId: string,
  { balanceCents, settleAt, lines, hours }: Account,
  now: number,
): Promise<boolean> {
  const next = lookAgainAt(balanceCents, lines, hours);
  const at = next !== null && next > now ? next : null;
  if (settleAt === at) return true;
  const written = await db.run(
    sql`UPDATE customer_accounts SET settle_at = ${at}
      WHERE id = ${customerId} AND settle_at IS ${settleAt} AND balance_cents = ${balanceCents}`,
  );
  return written > 0;
}

const entryOf = (what: "period" | "returned", lineId: string, number: number) =>
  `${what} ${lineId} ${number}`;
const hasEntry = (entry: string): Sql => sql`EXISTS (SELECT 1 FROM customer_entries WHERE id = ${entry})`;

/** The period's row stands with its entry, and the line's end with the row. */
function buyStatements(customerId: string, period: BoughtPeriod, now: number): Sql[] {
  const { before, after, number, cents } = period;
  const entry = entryOf("period", before.id, number);
  return [
    sql`INSERT OR IGNORE INTO customer_entries (id, customer_id, at, cents, kind, line_id)
      SELECT ${entry}, id, ${now}, ${-cents}, 'period', ${before.id} FROM customer_accounts
      WHERE id = ${customerId} AND balance_cents >= ${cents} AND ${isAt(before)}`,
    ...journalStatements(customerSpentJournal(entry, { cents, at: now }), "after-change"),
    periodStatement(period, now, hasEntry(entry)),
    ...saveStatements(before, after, now, hasEntry(entry)),
  ];
}

/**
 * A period is taken out of its line, and its price goes into the balance.
 * @param condition on the customer's balance, `balance_cents`
 */
export function returnStatements(
  customerId: string,
  line: LineNow,
  standing: readonly StandingPeriod[],
  period: StandingPeriod,
  hours: Windows | null,
  now: number,
  condition: Sql = sql`balance_cents < 0`,
): Sql[] {
  const { number, cents } = period;
  const entry = entryOf("returned", line.id, number);
  const rest = withoutRow(standing, period);
  return [
    sql`INSERT OR IGNORE INTO customer_entries (id, customer_id, at, cents, kind, line_id)
      SELECT ${entry}, id, ${now}, ${cents}, 'returned', ${line.id} FROM customer_accounts
      WHERE id = ${customerId} AND ${condition} AND ${isAt(line)}
        AND EXISTS (SELECT 1 FROM line_periods WHERE line_id = ${line.id} AND number = ${number}
          AND returned_at IS NULL)`,
    ...journalStatements(customerCreditJournal(entry, { cents, at: now }), "after-change"),
    sql`UPDATE line_periods SET returned_at = ${now}, updated_at = ${now}
      WHERE line_id = ${line.id} AND number = ${number} AND ${isAt(line)} AND ${hasEntry(entry)}`,
    ...rest
      .filter((one) => !standing.includes(one))
      .map((one) => movedStatement(line, one, now, hasEntry(entry))),
    ...saveStatements(line, withoutPeriod(line, rest, hours, now), now, hasEntry(entry)),
  ];
}
