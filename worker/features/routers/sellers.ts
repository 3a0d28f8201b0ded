import type { Context } from "../../context.ts";
import { dayMs, hourMs } from "../../contract/values/time.ts";
import { type Sql, sql } from "../../db/sql.ts";

// A purchase is its seller's, also after its router went to another provider; an offline voucher is decided by the bridge
// that got it, also after that bridge lost the router. So a bridge is served from the rows of all who sold there:
// `router_sellers` names those who did before, and a trigger writes it whenever a router changes provider or bridge.

/** A payment may be found paid, and access be granted, for so long after it was begun. */
const paidLateMs = 40 * dayMs;
/** What was under way when the router changed may still write a voucher or a purchase. */
const underWayMs = hourMs;
const lookDailyMs = dayMs;
const perRun = 100;

/** The provider of a router, and after it those that sold there before; none while it has no provider. */
export async function sellersOfRouter(ctx: Context, routerId: string): Promise<string[]> {
  const rows = await ctx.platform.all(
    sql<{ providerId: string }>`SELECT provider_id AS providerId, 0 AS place FROM routers
        WHERE id = ${routerId} AND provider_id IS NOT NULL AND archived_at IS NULL
      UNION SELECT former.provider_id, 1 FROM router_sellers former
        JOIN routers ON routers.id = former.router_id AND routers.provider_id <> former.provider_id
        WHERE former.router_id = ${routerId} AND routers.archived_at IS NULL
      ORDER BY place`,
  );
  return rows.map(({ providerId }) => providerId);
}

/** The providers that have or had a router at a bridge, or sold before at one that it has. */
export async function sellersOfBridge(ctx: Context, bridgeId: string): Promise<string[]> {
  return (await ctx.platform.all(sellersStatement(bridgeId))).map(({ providerId }) => providerId);
}

export const sellersStatement = (bridgeId: string): Sql<{ providerId: string }> =>
  sql<{ providerId: string }>`SELECT provider_id AS providerId FROM routers
      WHERE bridge_id = ${bridgeId} AND provider_id IS NOT NULL
    UNION SELECT provider_id FROM router_sellers WHERE bridge_id = ${bridgeId}
    UNION SELECT former.provider_id FROM routers
      JOIN router_sellers former ON former.router_id = routers.id
      WHERE routers.bridge_id = ${bridgeId}`;

export type FormerSeller = {
  routerId: string;
  /** That served the router then; empty for none. */
  bridgeId: string;
  providerId: string;
  leftAt: number;
  /** That serves the router now. */
  servedBy: string | null;
};

/** Some that are to be looked at now. */
export async function formerSellersDue(ctx: Context): Promise<FormerSeller[]> {
  return ctx.platform.all(
    sql<FormerSeller>`SELECT former.router_id AS routerId, former.bridge_id AS bridgeId,
        former.provider_id AS providerId, former.left_at AS leftAt, routers.bridge_id AS servedBy
      FROM router_sellers former JOIN routers ON routers.id = former.router_id
      WHERE former.look_at <= ${ctx.now()} ORDER BY former.look_at LIMIT ${perRun}`,
  );
}

/** What can still come to a seller where it has nothing left: then it is kept in mind. */
export function mayComeBack(ctx: Context, { leftAt }: FormerSeller): boolean {
  return leftAt > ctx.now() - paidLateMs;
}

/** `waits`: to be looked at again soon. `gone`: nothing of it is there, and nothing can come. */
export type Left = "waits" | "there" | "gone";

export async function lookedAt(
  ctx: Context,
  { routerId, bridgeId, providerId, leftAt }: FormerSeller,
  left: Left,
): Promise<void> {
  const now = ctx.now();
  // One that left again meanwhile is looked at anew.
  const row = sql`router_id = ${routerId} AND bridge_id = ${bridgeId} AND provider_id = ${providerId}
    AND left_at = ${leftAt}`;
  if (left === "gone") {
    await ctx.platform.run(sql`DELETE FROM router_sellers WHERE ${row}`);
    return;
  }
  // With the next run, after those that were not looked at yet.
  const isSoon = left === "waits" || leftAt > now - underWayMs;
  await ctx.platform.run(
    sql`UPDATE router_sellers SET look_at = ${isSoon ? now : now + lookDailyMs} WHERE ${row}`,
  );
}
