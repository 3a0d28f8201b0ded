import type { Context } from "../../context.ts";
import { sql } from "../../db/sql.ts";
import { VersionCache } from "../../version-cache.ts";

const names = new VersionCache<ReadonlyMap<string, string>>();

/** Of those that it has now: a former one may belong to another provider by now. */
export function routerNames(ctx: Context, providerId: string): Promise<ReadonlyMap<string, string>> {
  return names.get(ctx, providerId, async () => {
    const rows = await ctx.snapshot(providerId).all(
      sql<{ id: string; name: string }>`SELECT id, name FROM routers
        WHERE provider_id = ${providerId} AND archived_at IS NULL`,
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  });
}

/** Whether this provider has, or once had, this router: its history refers to it. */
export async function isOwnRouter(ctx: Context, providerId: string, routerId: string): Promise<boolean> {
  const db = ctx.tenant(providerId);
  const rows = await db.all(
    sql`SELECT 1 AS own FROM provider_routers
      WHERE router_id = ${routerId}`,
  );
  return rows.length > 0;
}
