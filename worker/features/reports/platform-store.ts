import type { Context } from "../../context.ts";
import type { Statement } from "../../db/tenant-db.ts";

// Sums over all providers for the operator, from the kept daily sums. Providers are named one by one, so that each is
// found by its key: the sums are read along days, never as a whole.

const ofProviders = "FROM sales_daily WHERE provider_id IN (SELECT value FROM json_each(?1))";

export type ProviderCounts = { id: string; status: "active" | "suspended"; createdAt: number };

export function everyProvider(ctx: Context): Promise<ProviderCounts[]> {
  const { platform } = ctx;
  return platform.all(platform.statement("SELECT id, status, created_at AS createdAt FROM providers"));
}

export type RouterPlaces = { id: string; bridgeId: string | null; createdAt: number };

/** Those that are not archived. */
export function everyRouter(ctx: Context): Promise<RouterPlaces[]> {
  const { platform } = ctx;
  return platform.all(
    platform.statement(
      "SELECT id, bridge_id AS bridgeId, created_at AS createdAt FROM routers WHERE archived_at IS NULL",
    ),
  );
}

export function paidBefore(ctx: Context, providerIds: readonly string[], day: string): Statement {
  return ctx.platform.statement(
    `SELECT coalesce(sum(cents), 0) AS cents ${ofProviders} AND day < ?2`,
    JSON.stringify(providerIds),
    day,
  );
}

/** Days with sales from this one on. */
export function paidSinceDay(ctx: Context, providerIds: readonly string[], day: string): Statement {
  return ctx.platform.statement(
    `SELECT day, sum(count) AS count, sum(cents) AS cents ${ofProviders} AND day >= ?2 GROUP BY day`,
    JSON.stringify(providerIds),
    day,
  );
}

/** Which of these routers exist, archived ones too. */
export function knownRouters(ctx: Context, routerIds: readonly string[]): Statement {
  return ctx.platform.statement(
    "SELECT id FROM routers WHERE id IN (SELECT value FROM json_each(?1))",
    JSON.stringify(routerIds),
  );
}

/** Who has or had one of these routers. */
export function ownersOf(ctx: Context, routerIds: readonly string[]): Statement {
  return ctx.platform.statement(
    `SELECT DISTINCT provider_id AS providerId FROM provider_routers
    WHERE router_id IN (SELECT value FROM json_each(?1))`,
    JSON.stringify(routerIds),
  );
}

export type RouterCents = { routerId: string; today: number; month: number; total: number };

/** Routers that sold anything, under whichever of these providers. @param month its first day */
export function paidByRouters(
  ctx: Context,
  asked: { providerIds: readonly string[]; routerIds: readonly string[]; today: string; month: string },
): Statement {
  return ctx.platform.statement(
    `SELECT router_id AS routerId, coalesce(sum(CASE WHEN day = ?3 THEN cents END), 0) AS today,
      coalesce(sum(CASE WHEN day >= ?4 AND day <= ?3 THEN cents END), 0) AS month, sum(cents) AS total
    ${ofProviders} AND router_id IN (SELECT value FROM json_each(?2)) GROUP BY router_id`,
    JSON.stringify(asked.providerIds),
    JSON.stringify(asked.routerIds),
    asked.today,
    asked.month,
  );
}

/** Archived ones do not exist: providers are suspended, never removed. */
export function namedProviders(ctx: Context): Promise<{ id: string; businessName: string }[]> {
  const { platform } = ctx;
  return platform.all(platform.statement("SELECT id, business_name AS businessName FROM providers"));
}

/** Those that sold anything in these days; both count. */
export function paidByProviders(
  ctx: Context,
  providerIds: readonly string[],
  { from, to }: { from: string; to: string },
): Statement {
  return ctx.platform.statement(
    `SELECT provider_id AS providerId, sum(cents) AS cents, sum(count) AS count ${ofProviders}
      AND day >= ?2 AND day <= ?3 GROUP BY provider_id`,
    JSON.stringify(providerIds),
    from,
    to,
  );
}
