import type { Context } from "../../context.ts";
import type { PlatformStats } from "../../contract/platform-figures.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { shillings } from "../../contract/values/money.ts";
import { dayMs } from "../../contract/values/time.ts";
import { TtlCache } from "../../ttl-cache.ts";
import { everyDay, lastDays, type SumOfDay, sumOf } from "../transactions/index.ts";
import { paidBefore, paidSinceDay, providersInAll, routersInAll } from "./platform-store.ts";

/** What the trends look back on. */
const trendDays = 30;

/** What was paid long ago hardly changes, and reading it costs the whole history. */
const longAgo = new TtlCache<number>(60_000);

export async function platformStats(ctx: Context): Promise<PlatformStats> {
  const since = ctx.now() - trendDays * dayMs;
  const [providers, routers] = await Promise.all([providersInAll(ctx, since), routersInAll(ctx, since)]);
  const today = nairobiDay(ctx.now());
  const { days, ...revenue } = await revenueUntil(ctx, providers.ever, today);
  return {
    totalProviders: providers.total,
    activeProviders: providers.active,
    totalRouters: routers.total,
    onlineRouters: routers.online,
    totalRevenue: shillings(revenue.total),
    monthlyRevenue: shillings(revenue.month),
    today: {
      revenue: shillings(sumOf(days.slice(-1)).cents),
      transactions: sumOf(days.slice(-1)).count,
      yesterday: shillings(sumOf(days.slice(-2, -1)).cents),
    },
    days: days.map(({ day, count, cents }) => ({ day, count, revenue: shillings(cents) })),
    trends: {
      newProviders: providers.added,
      newRouters: routers.added,
      revenue: change(revenue.lastDays, revenue.daysBefore),
      month: change(revenue.month, revenue.monthBefore),
    },
  };
}

/** Cents, by days in Nairobi. */
async function revenueUntil(ctx: Context, providers: number, today: string) {
  const month = firstOfMonth(today);
  const before = sameDayBefore(today);
  const yesterday = lastDays(today, 2);
  const half = lastDays(yesterday, trendDays);
  const start = lastDays(yesterday, 2 * trendDays);
  const recent = [start, firstOfMonth(before)].sort()[0] ?? start;
  const [old, days] = await Promise.all([
    longAgo.get(`${recent} ${providers}`, ctx.now(), async () => {
      const [row] = await ctx.platform.all<{ cents: number }>(paidBefore(recent));
      return row?.cents ?? 0;
    }),
    ctx.platform.all<SumOfDay>(paidSinceDay(recent)),
  ]);
  const paid = (from: string, to: string) => sumOf(days.filter(({ day }) => day >= from && day <= to)).cents;
  return {
    total: old + sumOf(days).cents,
    month: paid(month, today),
    monthBefore: paid(firstOfMonth(before), before),
    lastDays: paid(half, yesterday),
    daysBefore: paid(start, lastDays(half, 2)),
    days: everyDay({ from: lastDays(today, trendDays), to: today }, days),
  };
}

export const firstOfMonth = (day: string) => `${day.slice(0, 8)}01`;

/** The same day of the month before, or its last one where it is shorter. */
function sameDayBefore(day: string): string {
  const lastOfBefore = lastDays(firstOfMonth(day), 2);
  const same = `${lastOfBefore.slice(0, 8)}${day.slice(8)}`;
  return same < lastOfBefore ? same : lastOfBefore;
}

/** Per cent with one decimal; null where there was nothing to compare with. */
function change(now: number, before: number): number | null {
  return before === 0 ? null : Math.round((1_000 * (now - before)) / before) / 10;
}
