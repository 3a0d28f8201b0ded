import type { Context } from "../../context.ts";
import type { PaymentStats, ProviderStats, RouterStats } from "../../contract/transactions.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { shillings } from "../../contract/values/money.ts";
import { names, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { isOwnRouter } from "../routers/index.ts";
import { userCountsWith } from "../users/index.ts";
import { countOpen } from "./activation.ts";
import { everyDay, paidByDay, revenueStatement, type SumOfDay } from "./daily-sums.ts";
import { dayRange, lastDays } from "./day-range.ts";
import { keptMorning } from "./morning.ts";
import { countPending } from "./transaction-page.ts";

export async function providerStats(ctx: Context, providerId: string): Promise<ProviderStats> {
  const [{ counts, beside }, morning] = await Promise.all([
    userCountsWith(ctx, providerId, revenueStatement()),
    keptMorning(ctx, providerId),
  ]);
  return {
    ...(morning && { morning }),
    totalRevenue: shillings(beside[0]?.cents ?? 0),
    activeUsers: counts.active,
    totalUsers: counts.total,
    expiredUsers: counts.expired,
    onlineUsers: counts.online,
  };
}

const noSuchRouter = () => refuse("not_found", "no_such_router");

/** Today, and since the first of this month. */
export async function routerStats(ctx: Context, providerId: string, routerId: string): Promise<RouterStats> {
  const db = ctx.tenant(providerId);
  const today = nairobiDay(ctx.now());
  const row = await db.first(
    sql<{ own: number; today: number; month: number }>`SELECT (SELECT count(*) FROM provider_routers
        WHERE router_id = ${routerId}) AS own,
        coalesce(sum(CASE WHEN day = ${today} THEN cents END), 0) AS today, coalesce(sum(cents), 0) AS month
      FROM sales_daily WHERE router_id = ${routerId}
        AND day >= ${`${today.slice(0, 8)}01`} AND day <= ${today}`,
  );
  if (!row?.own) throw noSuchRouter();
  return { todaySales: shillings(row.today), monthlyRevenue: shillings(row.month) };
}

type Tallies = {
  total: number;
  today: number;
  pending: number;
  completed: number;
  failed: number;
  redeemed: number;
  faceValue: number;
  notActivated: number;
};

export async function paymentStats(ctx: Context, providerId: string): Promise<PaymentStats> {
  const tally = (status: "completed" | "failed") =>
    sql`coalesce((SELECT count FROM payment_tallies
      WHERE status = ${status}), 0) AS ${names(status)}`;
  const sum = (what: "cents" | "count", table: "sales_daily" | "voucher_daily", where = sql``) =>
    sql`(SELECT coalesce(sum(${names(what)}), 0) FROM ${names(table)} ${where})`;
  const now = ctx.now();
  const row = await ctx.tenant(providerId).first(
    sql<Tallies>`SELECT ${sum("cents", "sales_daily")} AS total,
        ${sum("cents", "sales_daily", sql`WHERE day = ${nairobiDay(now)}`)} AS today,
        (${countPending}) AS pending, ${tally("completed")}, ${tally("failed")},
        ${sum("count", "voucher_daily")} AS redeemed, ${sum("cents", "voucher_daily")} AS faceValue,
        (${countOpen(now)}) AS notActivated`,
  );
  if (!row) throw new Error("a statement of figures alone answered no row");
  return {
    totalRevenue: shillings(row.total),
    todaySales: shillings(row.today),
    totalTransactions: row.pending + row.completed + row.failed + row.redeemed,
    sold: row.completed + row.redeemed,
    successRate: successRate(row),
    voucherSales: shillings(row.faceValue),
    notActivated: row.notActivated,
  };
}

/** Per cent with one decimal, cut and not rounded: 100 means that none failed. */
export function successRate({ completed, failed }: { completed: number; failed: number }): number {
  const ended = completed + failed;
  return ended === 0 ? 100 : Math.floor((completed / ended) * 1_000) / 10;
}

type Days = { from?: string | undefined; to?: string | undefined; routerId?: string | undefined };

export async function revenueByDay(
  ctx: Context,
  providerId: string,
  asked: Days,
): Promise<{ day: string; count: number; revenue: number }[]> {
  const to = asked.to ?? nairobiDay(ctx.now());
  const range = dayRange(asked.from ?? lastDays(to, 30), to);
  const { routerId = null } = asked;
  if (routerId !== null && !(await isOwnRouter(ctx, providerId, routerId))) throw noSuchRouter();
  const db = ctx.tenant(providerId);
  const rows = await db.all<SumOfDay>(paidByDay(range, routerId));
  return everyDay(range, rows).map(({ day, count, cents }) => ({ day, count, revenue: shillings(cents) }));
}
