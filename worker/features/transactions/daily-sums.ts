import { type Sql, sql } from "../../db/sql.ts";
import { cashMethod } from "../ledger/index.ts";
import { type DayRange, daysOf } from "./day-range.ts";

// What is sold is summed by triggers, per day and router. Whoever shows a figure reads those sums.

/** `cents` came in by `count` completed payments and takings of cash, or are the face value of `count` redeemed vouchers. */
export type Sum = { count: number; cents: number };
export type SumOfDay = Sum & { day: string };
export type SumOfRouter = Sum & { routerId: string };

type Days = Pick<DayRange, "from" | "to">;

const inDays = ({ from, to }: Days): Sql => sql`day >= ${from} AND day <= ${to}`;
const sums = sql`sum(count) AS count, sum(cents) AS cents`;

export function paidByDay(days: Days, routerId: string | null = null): Sql<SumOfDay> {
  return sql<SumOfDay>`SELECT day, ${sums} FROM sales_daily
    WHERE ${inDays(days)} AND (${routerId} IS NULL OR router_id = ${routerId}) GROUP BY day`;
}

/** What gateways brought: of cash no fee is taken. */
export function broughtByDay(days: Days): Sql<SumOfDay> {
  return sql<SumOfDay>`SELECT day, ${sums} FROM sales_daily
    WHERE ${inDays(days)} AND method <> ${cashMethod} GROUP BY day`;
}

/** What came in over the counter. */
export function cashByDay(days: Days): Sql<SumOfDay> {
  return sql<SumOfDay>`SELECT day, ${sums} FROM sales_daily
    WHERE ${inDays(days)} AND method = ${cashMethod} GROUP BY day`;
}

/** Most revenue first. */
export function paidByRouter(days: Days): Sql<SumOfRouter> {
  return sql<SumOfRouter>`SELECT router_id AS routerId, ${sums} FROM sales_daily WHERE ${inDays(days)}
    GROUP BY router_id ORDER BY cents DESC, router_id`;
}

export function redeemedByDay(days: Days): Sql<SumOfDay> {
  return sql<SumOfDay>`SELECT day, ${sums} FROM voucher_daily WHERE ${inDays(days)} GROUP BY day`;
}

export function everyDay(range: Days, rows: readonly SumOfDay[]): SumOfDay[] {
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
export function revenueStatement(): Sql<{ cents: number }> {
  return sql<{
    cents: number;
  }>`SELECT coalesce(sum(cents), 0) AS cents FROM sales_daily`;
}
