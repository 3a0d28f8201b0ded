import type { Executor } from "./executor.ts";
import { type Sql, sql } from "./sql.ts";
import type { TenantDb } from "./tenant-db.ts";

type Tenants = { tenant(providerId: string): TenantDb };

/** Each provider's rows lie in a database of its own: no more of them are asked at the same moment. */
const mostAtOnce = 20;

/**
 * The same statement at each of these providers. For few of them, such as the collectors of one pay bill; what is listed of all
 * providers has a copy among the platform's tables. @returns all rows, in the order of the providers
 */
export async function allOf<Row>(
  ctx: Tenants,
  providerIds: Iterable<string>,
  statement: Sql<Row>,
): Promise<Row[]> {
  const ids = [...new Set(providerIds)];
  const rows: Row[] = [];
  for (let first = 0; first < ids.length; first += mostAtOnce) {
    const some = ids.slice(first, first + mostAtOnce);
    rows.push(...(await Promise.all(some.map((id) => ctx.tenant(id).all(statement)))).flat());
  }
  return rows;
}

/** Every provider, in an order to which later ones are added anywhere: a walk over them goes on after the last id. */
export async function allProviders({ platform }: { platform: Executor }): Promise<string[]> {
  const rows = await platform.all(sql<{ id: string }>`SELECT id FROM providers ORDER BY id`);
  return rows.map(({ id }) => id);
}
