import type { ReportKind } from "../../contract/reports.ts";
import { packed, unpacked } from "../../db/packed-rows.ts";
import { names, type Sql, sql } from "../../db/sql.ts";
import type { TenantDb } from "../../db/tenant-db.ts";
import { type DayRange, paidSince, type Sum } from "../transactions/index.ts";

type Days = Pick<DayRange, "from" | "to">;

const inDays = ({ from, to }: Days): Sql => sql`day >= ${from} AND day <= ${to}`;

export type SumOfPlan = Sum & { planName: string };

/** By the name under which each was sold, most revenue first. */
export function paidByPlan(days: Days): Sql<SumOfPlan> {
  return sql<SumOfPlan>`SELECT plan_name AS planName, sum(count) AS count, sum(cents) AS cents FROM plan_daily
    WHERE ${inDays(days)} GROUP BY plan_name ORDER BY cents DESC, plan_name`;
}

/** Free trials: nothing was paid for them, and they are in no other sum. */
export const trialsGiven = (days: Days): Sql<{ given: number }> =>
  sql<{ given: number }>`SELECT coalesce(sum(given), 0) AS given FROM trial_days WHERE ${inDays(days)}`;

// The last of the three tells apart what only stands in another row, on another day or of another plan; its factors are
// small enough for a sum of years.
const money = (table: keyof typeof keysOf, days: Days): Sql =>
  sql`coalesce((SELECT sum(count) || ' ' || sum(cents) || ' ' || sum(cents % 1000003 * place)
    FROM (SELECT count, cents, row_number() OVER (ORDER BY ${names(...keysOf[table])}) AS place
      FROM ${names(table)} WHERE ${inDays(days)})), '')`;

const keysOf = {
  sales_daily: ["day", "router_id", "method", "settlement"],
  plan_daily: ["day", "plan_name"],
  voucher_daily: ["day", "router_id"],
} as const;

/** What each report is made of, as one text. */
const states: Record<ReportKind, (days: Days) => Sql> = {
  revenue: (days) =>
    sql`${money("sales_daily", days)} || ',' || ${money("plan_daily", days)} || ',' || ${money("voucher_daily", days)} || ',' ||
    (SELECT coalesce(sum(given), 0) FROM trial_days WHERE ${inDays(days)})`,
  usage: (
    days,
  ) => sql`(SELECT sum(devices) || ' ' || sum(bytes_up) || ' ' || sum(bytes_down) || ' ' || sum(seconds)
    FROM traffic_daily WHERE ${inDays(days)})`,
  // Who is new depends on who had paid before.
  customers: (days) => sql`${money("sales_daily", days)} || ',' ||
    (SELECT coalesce(sum(count), 0) FROM sales_daily
      WHERE day < ${days.from})`,
};

/** Equal while nothing changed: every sale, refund, redemption and session changes a kept sum. */
export async function stateOf(db: TenantDb, kind: ReportKind, days: Days): Promise<string> {
  const row = await db.first(sql<{ state: string }>`SELECT ${states[kind](days)} AS state`);
  return row?.state ?? "";
}

type Payer = { phone: string; count: number; cents: number; first: number; last: number };
const payerColumns = ["phone", "count", "cents", "first", "last"] as const;

/** Journals of one kind, found by the beginning of their names: there are few of these, among many sales. */
const named = (name: string): Sql =>
  sql`ledger.journal_id >= ${`${name} `}
  AND ledger.journal_id < ${`${name}!`} AND ledger.account = 'sales'`;

/** Cash of customers with lines: what was taken or given back in the range, or, by `-1`, was undone in it. */
function cashIn({ start, end }: DayRange, sign: 1 | -1): Sql {
  const at = sign === 1 ? sql`cash.at` : sql`cash.undone_at`;
  return sql`SELECT account.phone, ${sign} * (cash.cents > 0), ${sign} * cash.cents, ${at}
    FROM customer_cash AS cash JOIN customer_accounts AS account ON account.id = cash.customer_id
    WHERE ${at} >= ${start} AND ${at} < ${end}`;
}

/**
 * Who paid in the range, most revenue first; what was given back in it is taken off, and who only got money back paid no
 * times. A sale that was taken back is no row any more that says when it was made: its entries are read instead. `first` is
 * this payer's first payment of all times, `last` the last one that is counted or given back; UTC ms.
 */
export async function payers(db: TenantDb, range: DayRange): Promise<Payer[]> {
  const { start, end } = range;
  const since = await paidSince(db, range);
  const found = await db.all(
    packed(
      payerColumns,
      sql`WITH gone AS (SELECT DISTINCT ledger.payment_id AS id FROM ledger WHERE ${named("taken back")})
        SELECT paid.phone, paid.count, paid.cents, customers.first_paid_at AS first, paid.last
        FROM (SELECT phone, sum(count) AS count, sum(cents) AS cents, max(last) AS last FROM (
            SELECT phone, 1 AS count, amount_cents AS cents, completed_at AS last FROM payments
            WHERE created_at >= ${since} AND created_at < ${end}
              AND completed_at >= ${start} AND completed_at < ${end} AND id NOT IN (SELECT id FROM gone)
            UNION ALL
            SELECT payments.phone, booked.count, -booked.cents AS cents,
              coalesce(payments.completed_at, booked.at) AS last
            FROM (SELECT payment_id, 0 AS count, cents, at FROM ledger WHERE ${named("refund")}
                UNION ALL SELECT payment_id, -1, cents, at FROM ledger WHERE ${named("taken back")}
                UNION ALL SELECT ledger.payment_id, 1, ledger.cents, ledger.at FROM gone CROSS JOIN ledger
                  ON ledger.journal_id >= 'sale ' || gone.id
                  AND ledger.journal_id < 'sale ' || gone.id || '!' AND ledger.account = 'sales') AS booked
            JOIN payments ON payments.id = booked.payment_id
            WHERE booked.at >= ${start} AND booked.at < ${end}
            UNION ALL ${cashIn(range, 1)} UNION ALL ${cashIn(range, -1)})
          GROUP BY phone) AS paid
        CROSS JOIN customers ON customers.phone = paid.phone
        ORDER BY paid.cents DESC, paid.phone`,
    ),
  );
  return unpacked<Payer>(payerColumns, found);
}

export type UsageSum = { bytesUp: number; bytesDown: number; seconds: number; devices: number };
type UsageOfDay = UsageSum & { day: string };

/** Devices in all can't be added up from days: each that was seen since the range began is looked up. */
export async function usageIn(
  db: TenantDb,
  { from, to, start }: DayRange,
): Promise<{ days: UsageOfDay[]; devices: number }> {
  const [days, [counted]] = await db.batch([
    sql<UsageOfDay>`SELECT day, bytes_up AS bytesUp, bytes_down AS bytesDown, seconds, devices
      FROM traffic_daily WHERE ${inDays({ from, to })}`,
    sql<{ devices: number }>`SELECT count(*) AS devices FROM hotspot_users
      WHERE last_seen_at >= ${start}
      AND EXISTS (SELECT 1 FROM usage_daily WHERE subject = hotspot_users.subject
        AND day >= ${from} AND day <= ${to})`,
  ]);
  return { days, devices: counted?.devices ?? 0 };
}
