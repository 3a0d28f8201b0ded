import type { Context } from "../../context.ts";
import type { PlatformStats } from "../../contract/platform-figures.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { shillings } from "../../contract/values/money.ts";
import { TtlCache } from "../../ttl-cache.ts";
import { onlineRouters } from "../routers/index.ts";
import { lastDays, type SumOfDay, sumOf } from "../transactions/index.ts";
import { everyProvider, everyRouter, paidBefore, paidSinceDay, type RouterPlaces } from "./platform-store.ts";

const dayMs = 86_400_000;
/** What the trends look back on. */
const trendDays = 30;

/** What was paid long ago hardly changes, and reading it costs the whole history. */
const longAgo = new TtlCache<number>(60_000);
/** Every bridge is asked: not for every look at a dashboard. */
const reached = new TtlCache<ReadonlySet<string>>(10_000);

export async function platformStats(ctx: Context): Promise<PlatformStats> {
  const [providers, routers] = await Promise.all([everyProvider(ctx), everyRouter(ctx)]);
  const ids = providers.map(({ id }) => id);
  const today = nairobiDay(ctx.now());
  const [revenue, online] = await Promise.all([revenueUntil(ctx, ids, today), onlineNow(ctx, routers)]);
  const since = ctx.now() - trendDays * dayMs;
  const isNew = ({ createdAt }: { createdAt: number }) => createdAt >= since;
  return {
    totalProviders: providers.length,
    activeProviders: providers.filter(({ status }) => status === "active").length,
    totalRouters: routers.length,
    onlineRouters: routers.filter(({ id }) => online.has(id)).length,
    totalRevenue: shillings(revenue.total),
    monthlyRevenue: shillings(revenue.month),
    trends: {
      newProviders: providers.filter(isNew).length,
      newRouters: routers.filter(isNew).length,
      revenue: change(revenue.lastDays, revenue.daysBefore),
      month: change(revenue.month, revenue.monthBefore),
    },
  };
}

/** Cents, by days in Nairobi. */
async function revenueUntil(ctx: Context, ids: readonly string[], today: string) {
  const month = firstOfMonth(today);
  const before = sameDayBefore(today);
  const yesterday = lastDays(today, 2);
  const half = lastDays(yesterday, trendDays);
  const start = lastDays(yesterday, 2 * trendDays);
  const recent = [start, firstOfMonth(before)].sort()[0] ?? start;
  const [old, days] = await Promise.all([
    longAgo.get(`${recent} ${ids.length}`, ctx.now(), async () => {
      const [row] = await ctx.platform.all<{ cents: number }>(paidBefore(ids, recent));
      return row?.cents ?? 0;
    }),
    ctx.platform.all<SumOfDay>(paidSinceDay(ids, recent)),
  ]);
  const paid = (from: string, to: string) => sumOf(days.filter(({ day }) => day >= from && day <= to)).cents;
  return {
    total: old + sumOf(days).cents,
    month: paid(month, today),
    monthBefore: paid(firstOfMonth(before), before),
    lastDays: paid(half, yesterday),
    daysBefore: paid(start, lastDays(half, 2)),
  };
}

function onlineNow(ctx: Context, routers: readonly RouterPlaces[]): Promise<ReadonlySet<string>> {
  return reached.get("routers", ctx.now(), () => onlineRouters(ctx, routers));
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
