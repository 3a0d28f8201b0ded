import type { ReportKind } from "../../contract/reports.ts";
import { packed, unpacked } from "../../db/packed-rows.ts";
import type { Statement, TenantDb } from "../../db/tenant-db.ts";
import { type DayRange, paidSince, type Sum } from "../transactions/index.ts";

const inDays = "provider_id = ?1 AND day >= ?2 AND day <= ?3";

export type SumOfPlan = Sum & { planName: string };

/** By the name under which each was sold, most revenue first. */
export function paidByPlan(db: TenantDb, { from, to }: DayRange): Statement {
  return db.statement(
    `SELECT plan_name AS planName, sum(count) AS count, sum(cents) AS cents FROM plan_daily WHERE ${inDays}
    GROUP BY plan_name ORDER BY cents DESC, plan_name`,
    from,
    to,
  );
}

// The last of the three tells apart what only stands in another row, on another day or of another plan; its factors are
// small enough for a sum of years.
const money = (table: string) =>
  `coalesce((SELECT sum(count) || ' ' || sum(cents) || ' ' || sum(cents % 1000003 * (rowid % 1000003))
    FROM ${table} WHERE ${inDays}), '')`;

/** What each report is made of, as one text. */
const states: Record<ReportKind, string> = {
  revenue: ["sales_daily", "plan_daily", "voucher_daily"].map(money).join(" || ',' || "),
  usage: `(SELECT sum(devices) || ' ' || sum(bytes_up) || ' ' || sum(bytes_down) || ' ' || sum(seconds)
    FROM traffic_daily WHERE ${inDays})`,
  // Who is new depends on who had paid before.
  customers: `${money("sales_daily")} || ',' ||
    (SELECT coalesce(sum(count), 0) FROM sales_daily WHERE provider_id = ?1 AND day < ?2 AND day < ?3)`,
};

/**
 * Two reports of the same days are equal when this is: every sale, refund, redemption and session of theirs changes a kept
 * sum, and nothing does so unseen.
 */
export async function stateOf(db: TenantDb, kind: ReportKind, { from, to }: DayRange): Promise<string> {
  const [row] = await db.all<{ state: string }>(db.statement(`SELECT ${states[kind]} AS state`, from, to));
  return row?.state ?? "";
}

export type Payer = { phone: string; count: number; cents: number; first: number; last: number };
const payerColumns = ["phone", "count", "cents", "first", "last"] as const;

/** Journals of one kind, found by the beginning of their names: there are few of these, among many sales. */
const named = (name: string) => `ledger.provider_id = ?1 AND ledger.journal_id >= '${name} '
  AND ledger.journal_id < '${name}!' AND ledger.account = 'sales'`;

/**
 * Who paid in the range, most revenue first; what was given back in it is taken off, and who only got money back paid no
 * times. A sale that was taken back is no row any more that says when it was made: its entries are read instead. `first` is this payer's first payment of all times, `last` the last one that is counted or given back; UTC ms.
 */
export async function payers(db: TenantDb, range: DayRange): Promise<Payer[]> {
  const since = await paidSince(db, range);
  const found = await db.all<Record<string, unknown>>(
    packed(
      db,
      payerColumns,
      `WITH gone AS (SELECT DISTINCT ledger.payment_id AS id FROM ledger WHERE ${named("taken back")})
      SELECT paid.phone, paid.count, paid.cents, customers.first_paid_at AS first, paid.last
      FROM (SELECT phone, sum(count) AS count, sum(cents) AS cents, max(last) AS last FROM (
          SELECT phone, 1 AS count, amount_cents AS cents, completed_at AS last FROM payments
          WHERE provider_id = ?1 AND created_at >= ?2 AND created_at < ?4 AND completed_at >= ?3 AND completed_at < ?4
            AND id NOT IN (SELECT id FROM gone)
          UNION ALL
          SELECT payments.phone, booked.count, -booked.cents AS cents, coalesce(payments.completed_at, booked.at) AS last
          FROM (SELECT payment_id, 0 AS count, cents, at FROM ledger WHERE ${named("refund")}
              UNION ALL SELECT payment_id, -1, cents, at FROM ledger WHERE ${named("taken back")}
              UNION ALL SELECT ledger.payment_id, 1, ledger.cents, ledger.at FROM gone CROSS JOIN ledger
                ON ledger.provider_id = ?1 AND ledger.journal_id >= 'sale ' || gone.id
                AND ledger.journal_id < 'sale ' || gone.id || '!' AND ledger.account = 'sales') AS booked
          JOIN payments ON payments.provider_id = ?1 AND payments.id = booked.payment_id
          WHERE booked.at >= ?3 AND booked.at < ?4)
        GROUP BY phone) AS paid
      CROSS JOIN customers ON customers.provider_id = ?1 AND customers.phone = paid.phone
      ORDER BY paid.cents DESC, paid.phone`,
      since,
      range.start,
      range.end,
    ),
  );
  return unpacked<Payer>(payerColumns, found);
}

export type UsageSum = { bytesUp: number; bytesDown: number; seconds: number; devices: number };
export type UsageOfDay = UsageSum & { day: string };

/**
 * Days are read as they are kept. How many devices there were in all can't be added up from days, and usage is kept by
 * device and day: each device that was seen since the range began is looked up.
 */
export async function usageIn(
  db: TenantDb,
  { from, to, start }: DayRange,
): Promise<{ days: UsageOfDay[]; devices: number }> {
  const [days, devices] = await db.batch([
    db.statement(
      `SELECT day, bytes_up AS bytesUp, bytes_down AS bytesDown, seconds, devices FROM traffic_daily WHERE ${inDays}`,
      from,
      to,
    ),
    db.statement(
      `SELECT count(*) AS devices FROM hotspot_users WHERE provider_id = ?1 AND last_seen_at >= ?4
        AND EXISTS (SELECT 1 FROM usage_daily WHERE provider_id = ?1 AND mac = hotspot_users.mac
          AND day >= ?2 AND day <= ?3)`,
      from,
      to,
      start,
    ),
  ]);
  return { days: (days ?? []) as UsageOfDay[], devices: Number(devices?.[0]?.devices ?? 0) };
}
