import { env } from "cloudflare:workers";
import { platformBooks } from "#contract/values/platform-books";

// The tests' only way to a provider's own rows (tests/rules/tenant-rows.test.ts).

/** Where this provider's tables lie. The platform's own books (`platformBooks`) are kept like a provider's. */
export function tenantDatabase(_providerId: string): D1Database {
  return env.DB;
}

/** Of every provider and of the platform's own books; each database once. */
export async function tenantDatabases(): Promise<ReadonlySet<D1Database>> {
  const { results } = await env.DB.prepare("SELECT id FROM providers ORDER BY id").all<{ id: string }>();
  return new Set([...results.map(({ id }) => id), platformBooks].map(tenantDatabase));
}

/** What this statement reads at each provider, one after another: for rows whose provider the test does not know. */
export async function rowsOfAllTenants<Row>(
  sql: string,
  ...values: (string | number | null)[]
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const database of await tenantDatabases()) {
    const { results } = await database
      .prepare(sql)
      .bind(...values)
      .all<Row>();
    rows.push(...results);
  }
  return rows;
}

/** Nothing is left in these tables, at no provider. What refers to another stands before it. */
export async function emptyTenantTables(...tables: string[]): Promise<void> {
  for (const database of await tenantDatabases())
    await database.batch(tables.map((table) => database.prepare(`DELETE FROM ${table}`)));
}
