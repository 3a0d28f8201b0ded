import type { Context } from "../../context.ts";
import type { ProviderRevenue, RouterRevenue } from "../../contract/platform-figures.ts";
import { say, type Text } from "../../contract/texts.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { shillings } from "../../contract/values/money.ts";
import { dayMs } from "../../contract/values/time.ts";
import { sql } from "../../db/sql.ts";
import { type AppError, refuse } from "../../errors.ts";
import { log } from "../../log.ts";
import { balanceStatements, balancesOf } from "../ledger/index.ts";
import { countOpenPayments } from "../transactions/index.ts";
import { firstOfMonth } from "./platform-stats.ts";
import { knownRouters, paidByRouters } from "./platform-store.ts";

type Sums = { settlement: string; today: number; month: number; total: number; count: number };
type Selling = {
  lastAt: number | null;
  completed: number;
  failed: number;
  notActivated: number;
  plansOnSale: number;
};
type Back = { settlement: string; cents: number };

/** @throws AppError not_found */
export async function providerRevenue(ctx: Context, providerId: string): Promise<ProviderRevenue> {
  if (!(await ctx.lookup.providerById(providerId))) throw refuse("not_found", "no_such_provider");
  const db = ctx.tenant(providerId);
  const now = ctx.now();
  const today = nairobiDay(now);
  const ended = (status: "completed" | "failed") => sql`(SELECT count(*) FROM payments
    WHERE created_at >= ${now - dayMs} AND status = ${status})`;
  const [sums, back, [selling], held, fees] = await db.batch([
    sql<Sums>`SELECT settlement, coalesce(sum(CASE WHEN day = ${today} THEN cents END), 0) AS today,
        coalesce(sum(CASE WHEN day >= ${firstOfMonth(today)} AND day <= ${today} THEN cents END), 0) AS month,
          sum(cents) AS total, coalesce(sum(CASE WHEN day = ${today} THEN count END), 0) AS count
      FROM sales_daily GROUP BY settlement`,
    sql<Back>`SELECT settlement, sum(cents) AS cents FROM ledger
      WHERE journal_id >= 'refund ' AND journal_id < 'refund!' AND account = 'sales' GROUP BY settlement`,
    sql<Selling>`SELECT (SELECT completed_at FROM payments WHERE status = 'completed'
        ORDER BY created_at DESC LIMIT 1) AS lastAt, ${ended("completed")} AS completed, ${ended("failed")} AS failed,
      (${countOpenPayments(now)}) AS notActivated,
      (SELECT count(*) FROM plans WHERE archived_at IS NULL AND is_active = 1 AND is_hidden = 0
        AND (sold_until IS NULL OR sold_until > ${now})) AS plansOnSale`,
    ...balanceStatements(),
  ]);
  const { owed, divertedNotSettled, feesOwed } = balancesOf(held, fees);
  const all = (column: Exclude<keyof Sums, "settlement">) => sums.reduce((sum, row) => sum + row[column], 0);
  // The kept sums are less what was given back; what was completed is both.
  const completed = (settlement: string) =>
    shillings(
      (sums.find((row) => row.settlement === settlement)?.total ?? 0) +
        (back.find((row) => row.settlement === settlement)?.cents ?? 0),
    );
  return {
    today: shillings(all("today")),
    selling: {
      count: all("count"),
      lastAt: selling?.lastAt ? new Date(selling.lastAt).toISOString() : null,
      completed: selling?.completed ?? 0,
      failed: selling?.failed ?? 0,
      notActivated: selling?.notActivated ?? 0,
      plansOnSale: selling?.plansOnSale ?? 0,
    },
    thisMonth: shillings(all("month")),
    allTime: shillings(all("total")),
    settlements: {
      direct: completed("direct"),
      collected: completed("collected"),
      diverted: completed("diverted"),
    },
    refunded: shillings(back.reduce((sum, row) => sum + row.cents, 0)),
    balances: {
      owed: shillings(owed),
      divertedNotSettled: shillings(divertedNotSettled),
      feesOwed: shillings(feesOwed),
    },
  };
}

/** @throws AppError not_found */
export async function routerRevenue(ctx: Context, routerId: string): Promise<RouterRevenue> {
  const found = (await revenueOfRouters(ctx, [routerId])).get(routerId);
  if (!found) throw noSuchRouter();
  return found;
}

type RouterRevenueRow = { routerId: string; revenue: RouterRevenue | null; error: Text | null };

const most = 100;

/** One row for each id, in their order. What cannot be told of one leaves the others as they are. */
export async function routersRevenue(ctx: Context, ids: readonly string[]): Promise<RouterRevenueRow[]> {
  if (ids.length > most) throw refuse("invalid", "routers_at_once", { most });
  if (ids.length === 0) return [];
  let known: Map<string, RouterRevenue> | null = null;
  try {
    known = await revenueOfRouters(ctx, ids);
  } catch (cause) {
    log("error", "revenue of routers", cause);
  }
  return ids.map((routerId) => {
    const revenue = known?.get(routerId) ?? null;
    const error = say(known === null ? "revenue_unread" : "no_such_router");
    return { routerId, revenue, error: revenue ? null : error };
  });
}

/** Of those that exist, without a sale too. */
async function revenueOfRouters(ctx: Context, ids: readonly string[]): Promise<Map<string, RouterRevenue>> {
  const today = nairobiDay(ctx.now());
  const [known, sold] = await ctx.platform.batch([
    knownRouters(ids),
    paidByRouters(ids, { today, month: firstOfMonth(today) }),
  ]);
  const cents = new Map(sold.map((row) => [row.routerId, row]));
  return new Map(
    known.map(({ id }) => {
      const { today: paidToday = 0, month = 0, total = 0 } = cents.get(id) ?? {};
      const revenue = {
        today: shillings(paidToday),
        thisMonth: shillings(month),
        total: shillings(total),
      };
      return [String(id), revenue];
    }),
  );
}

function noSuchRouter(): AppError {
  return refuse("not_found", "no_such_router");
}
