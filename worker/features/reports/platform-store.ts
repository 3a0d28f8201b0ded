import type { Context } from "../../context.ts";
import { isThere } from "../../db/lookup.ts";
import { among, type Sql, sql } from "../../db/sql.ts";
import type { Sum, SumOfDay } from "../transactions/index.ts";

// Sums over all providers for the operator, from the copies of their daily sums. Providers are taken one by one, so that each
// is found by its key: the sums are read along days, never as a whole. Also those that are erased: what they sold stays in the sums.

const ofAll = sql`FROM provider_sales WHERE provider_id IN (SELECT id FROM providers)`;

/** `ever`: also those that are not there any more. */
export async function providersInAll(
  ctx: Context,
  newSince: number,
): Promise<{ ever: number; total: number; active: number; added: number }> {
  const [counts] = await ctx.platform.all(
    sql<{ ever: number; total: number; active: number; added: number }>`SELECT count(*) AS ever,
        count(iif(${isThere}, 1, NULL)) AS total, count(iif(status = 'active', 1, NULL)) AS active,
        count(iif(${isThere} AND created_at >= ${newSince}, 1, NULL)) AS added
      FROM providers`,
  );
  return counts ?? { ever: 0, total: 0, active: 0, added: 0 };
}

/** Those that are not archived; `online` as bridges' objects wrote when it changed. */
export async function routersInAll(
  ctx: Context,
  newSince: number,
): Promise<{ total: number; online: number; added: number }> {
  const { platform } = ctx;
  const [counts] = await platform.all(
    sql<{ total: number; online: number; added: number }>`SELECT count(*) AS total,
        count(online_since) AS online, count(iif(created_at >= ${newSince}, 1, NULL)) AS added
      FROM routers WHERE archived_at IS NULL`,
  );
  return counts ?? { total: 0, online: 0, added: 0 };
}

export function paidBefore(day: string): Sql<{ cents: number }> {
  return sql<{ cents: number }>`SELECT coalesce(sum(cents), 0) AS cents ${ofAll} AND day < ${day}`;
}

/** Days with sales from this one on. */
export function paidSinceDay(day: string): Sql<SumOfDay> {
  return sql<SumOfDay>`SELECT day, sum(count) AS count, sum(cents) AS cents ${ofAll}
    AND day >= ${day} GROUP BY day`;
}

export function paidInDays({ from, to }: { from: string; to: string }): Sql<SumOfDay> {
  return sql<SumOfDay>`SELECT day, sum(count) AS count, sum(cents) AS cents ${ofAll}
    AND day >= ${from} AND day <= ${to} GROUP BY day ORDER BY day`;
}

export function knownRouters(routerIds: readonly string[]): Sql<{ id: string }> {
  return sql<{ id: string }>`SELECT id FROM routers WHERE id IN ${among(routerIds)}`;
}

type RouterCents = { routerId: string; today: number; month: number; total: number };

/** Routers that sold anything, under whichever provider. @param month its first day */
export function paidByRouters(
  routerIds: readonly string[],
  { today, month }: Record<"today" | "month", string>,
): Sql<RouterCents> {
  return sql<RouterCents>`SELECT router_id AS routerId,
      coalesce(sum(CASE WHEN day = ${today} THEN cents END), 0) AS today,
      coalesce(sum(CASE WHEN day >= ${month} AND day <= ${today} THEN cents END), 0) AS month,
        sum(cents) AS total
    FROM provider_sales WHERE router_id IN ${among(routerIds)} GROUP BY router_id`;
}

/** Also those that are erased: what they sold is listed under what is left of their names. */
export function namedProviders(ctx: Context): Promise<{ id: string; businessName: string }[]> {
  const { platform } = ctx;
  return platform.all(sql`SELECT id, business_name AS businessName FROM providers`);
}

/** Those that sold anything in these days; both count. */
export function paidByProviders({
  from,
  to,
}: {
  from: string;
  to: string;
}): Sql<Sum & { providerId: string }> {
  return sql<Sum & { providerId: string }>`SELECT provider_id AS providerId, sum(cents) AS cents,
    sum(count) AS count ${ofAll}
    AND day >= ${from} AND day <= ${to} GROUP BY provider_id`;
}
