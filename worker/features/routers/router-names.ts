import type { Context } from "../../context.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { VersionCache } from "../../version-cache.ts";

const names = new VersionCache<ReadonlyMap<string, string>>();

type Named = { id: string; name: string };

/** Of those that it has now, and of former ones as it called them: such a one may be another provider's by now, and have another name. */
export function routerNames(ctx: Context, providerId: string): Promise<ReadonlyMap<string, string>> {
  return names.get(ctx, providerId, async () => {
    const [former, own] = await Promise.all([
      ctx.tenant(providerId).all(
        sql<Named>`SELECT router_id AS id, former_name AS name FROM provider_routers
          WHERE former_name IS NOT NULL`,
      ),
      ctx.snapshot(providerId).all(
        sql<Named>`SELECT id, name FROM routers
          WHERE provider_id = ${providerId} AND archived_at IS NULL`,
      ),
    ]);
    return new Map([...former, ...own].map(({ id, name }) => [id, name]));
  });
}

/** Before it is taken from the provider, whose books go on calling it so. */
export function keepName(routerId: string, name: string): Sql {
  return sql`UPDATE provider_routers SET former_name = ${name} WHERE router_id = ${routerId}`;
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
