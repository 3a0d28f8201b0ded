import type { Context } from "../../context.ts";
import { among, sql, thisProvider } from "../../db/sql.ts";
import { TtlCache } from "../../ttl-cache.ts";

const names = new TtlCache<ReadonlyMap<string, string>>(3_000);

/** Of those that it has now: a former one may belong to another provider by now. */
export function routerNames(ctx: Context, providerId: string): Promise<ReadonlyMap<string, string>> {
  return names.get(providerId, ctx.now(), async () => {
    const db = ctx.tenant(providerId);
    const owned = await db.all(
      sql<{ id: string }>`SELECT router_id AS id FROM provider_routers
        WHERE provider_id = ${thisProvider} AND unassigned_at IS NULL`,
    );
    const rows = await ctx.platform.all(
      sql<{ id: string; name: string }>`SELECT id, name FROM routers
        WHERE id IN ${among(owned.map(({ id }) => id))}`,
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  });
}

/** Whether this provider has, or once had, this router: its history refers to it. */
export async function isOwnRouter(ctx: Context, providerId: string, routerId: string): Promise<boolean> {
  const db = ctx.tenant(providerId);
  const rows = await db.all(
    sql`SELECT 1 AS own FROM provider_routers
      WHERE provider_id = ${thisProvider} AND router_id = ${routerId}`,
  );
  return rows.length > 0;
}
