import type { Statement, TenantDb } from "../../db/tenant-db.ts";
import { type DayRange, daysOf } from "./day-range.ts";

// What is sold is summed by triggers, per day and router. Whoever shows a figure reads those sums.

/** `cents` came in by `count` completed payments, or are the face value of `count` redeemed vouchers. */
export type Sum = { count: number; cents: number };
export type SumOfDay = Sum & { day: string };
export type SumOfRouter = Sum & { routerId: string };

const inDays = "provider_id = ?1 AND day >= ?2 AND day <= ?3";
const sums = "sum(count) AS count, sum(cents) AS cents";

export function paidByDay(
  db: TenantDb,
  { from, to }: Pick<DayRange, "from" | "to">,
  routerId: string | null = null,
): Statement {
  return db.statement(
    `SELECT day, ${sums} FROM sales_daily WHERE ${inDays} AND (?4 IS NULL OR router_id = ?4) GROUP BY day`,
    from,
    to,
    routerId,
  );
}

/** Most revenue first. */
export function paidByRouter(db: TenantDb, { from, to }: DayRange): Statement {
  return db.statement(
    `SELECT router_id AS routerId, ${sums} FROM sales_daily WHERE ${inDays}
    GROUP BY router_id ORDER BY cents DESC, router_id`,
    from,
    to,
  );
}

export function redeemedByDay(db: TenantDb, { from, to }: DayRange): Statement {
  return db.statement(`SELECT day, ${sums} FROM voucher_daily WHERE ${inDays} GROUP BY day`, from, to);
}

/** A sum for every day of the range, days without a sale included. */
export function everyDay(range: DayRange, rows: readonly SumOfDay[]): SumOfDay[] {
  const known = new Map(rows.map((row) => [row.day, row]));
  return daysOf(range).map((day) => known.get(day) ?? { day, count: 0, cents: 0 });
}

export function sumOf(rows: readonly Sum[]): Sum {
  return rows.reduce<Sum>(
    (sum, { count, cents }) => ({ count: sum.count + count, cents: sum.cents + cents }),
    { count: 0, cents: 0 },
  );
}

/** All time. */
export function revenueStatement(db: TenantDb): Statement {
  return db.statement("SELECT coalesce(sum(cents), 0) AS cents FROM sales_daily WHERE provider_id = ?1");
}
