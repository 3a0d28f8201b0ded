import type { Context } from "../../context.ts";
import type {
  platformRevenue,
  RevenueOfProvider,
  revenueOfProviders,
} from "../../contract/platform-figures.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { shillings } from "../../contract/values/money.ts";
import { TtlCache } from "../../ttl-cache.ts";
import { daysOf, everyDay, refuseBackwards, type Sum, type SumOfDay } from "../transactions/index.ts";
import { firstOfMonth } from "./platform-stats.ts";
import { namedProviders, paidByProviders, paidInDays } from "./platform-store.ts";

// Who takes how much. Sums are read along each provider's key, once in a while for however many look.

type Days = { from?: string | undefined; to?: string | undefined };
type Ranked = { providerId: string; provider: string; cents: number; count: number };

const mostRows = 1_000;
const sold = new TtlCache<Map<string, Sum>>(10_000);

/** All providers, most revenue first; without a day, of all time up to today. */
async function ranking(
  ctx: Context,
  { from = "2000-01-01", to = nairobiDay(ctx.now()) }: Days,
): Promise<Ranked[]> {
  refuseBackwards(from, to);
  const providers = await namedProviders(ctx);
  const sums = await sold.get(`${from} ${to} ${providers.length}`, ctx.now(), async () => {
    const rows = await ctx.platform.all(paidByProviders({ from, to }));
    return new Map(rows.map(({ providerId, ...sum }) => [providerId, sum]));
  });
  return providers
    .map(({ id, businessName }) => ({
      providerId: id,
      provider: businessName,
      ...(sums.get(id) ?? { cents: 0, count: 0 }),
    }))
    .sort((one, other) => other.cents - one.cents || one.provider.localeCompare(other.provider));
}

/** @throws AppError invalid when the days are in the wrong order */
export async function totalOf(
  ctx: Context,
  days: Days,
): Promise<(typeof platformRevenue)["answer"]["_output"]> {
  const rows = await ranking(ctx, days);
  const cents = rows.reduce((sum, row) => sum + row.cents, 0);
  return {
    revenue: shillings(cents),
    transactions: rows.reduce((sum, row) => sum + row.count, 0),
    providers: rows.length,
    average: rows.length === 0 ? 0 : shillings(Math.round(cents / rows.length)),
    ...(await seriesOf(ctx, rows.length, days)),
  };
}

const mostDays = 92;
const courses = new TtlCache<SumOfDay[]>(10_000);

/** How revenue went in these days: one by one, or by month where there are many. */
async function seriesOf(ctx: Context, providers: number, { from = "2000-01-01", to }: Days) {
  const today = nairobiDay(ctx.now());
  const until = to !== undefined && to < today ? to : today;
  const sums = await courses.get(`${from} ${until} ${providers}`, ctx.now(), () =>
    ctx.platform.all(paidInDays({ from, to: until })),
  );
  const first = sums[0]?.day ?? until;
  const start = from > first ? from : first;
  const daily = start > until ? [] : daysOf({ from: start, to: until });
  if (daily.length <= mostDays)
    return {
      by: "day" as const,
      series: (daily.length === 0 ? [] : everyDay({ from: start, to: until }, sums)).map(
        ({ day, count, cents }) => ({ day, count, revenue: shillings(cents) }),
      ),
    };
  const months = new Map(daily.map((day) => [firstOfMonth(day), { count: 0, cents: 0 }]));
  for (const { day, count, cents } of sums) {
    const month = months.get(firstOfMonth(day));
    if (!month) continue;
    month.count += count;
    month.cents += cents;
  }
  const series = [...months].map(([day, { count, cents }]) => ({ day, count, revenue: shillings(cents) }));
  return { by: "month" as const, series };
}

/** A page of the ranking, and how many providers fit the search. @throws AppError invalid as above */
export async function rankedProviders(
  ctx: Context,
  query: (typeof revenueOfProviders)["query"]["_output"],
): Promise<{ rows: RevenueOfProvider[]; total: number }> {
  const { page = 1, pageSize = mostRows, q = "" } = query;
  const text = q.trim().toLowerCase();
  const found = (await ranking(ctx, query)).filter(({ provider }) => provider.toLowerCase().includes(text));
  return {
    rows: found
      .slice((page - 1) * pageSize, page * pageSize)
      .map(({ providerId, provider, cents, count }) => ({
        providerId,
        provider,
        revenue: shillings(cents),
        transactions: count,
      })),
    total: found.length,
  };
}
