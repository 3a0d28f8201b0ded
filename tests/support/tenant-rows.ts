import { env } from "cloudflare:workers";
import { platformBooks } from "#contract/values/platform-books";
import { inObject } from "#worker/context";
import type { Owned } from "#worker/db/every-tenant";
import type { Query } from "#worker/db/sql";

// The tests' only way to a provider's own rows (tests/rules/tenant-rows.test.ts).

/**
 * Where this provider's tables lie, as D1 would offer them. The platform's own books (`platformBooks`) are kept like a
 * provider's.
 */
export function tenantDatabase(providerId: string): D1Database {
  const run = inObject((queries) => env.PROVIDER.getByName(providerId).run(queries));
  const statement = (query: Query) => {
    const answered = async () => {
      const [answer] = await run([query]);
      return { success: true, results: answer?.rows ?? [], meta: { changes: answer?.changes ?? 0 } };
    };
    return {
      query,
      bind: (...params: Query["params"]) => statement({ ...query, params }),
      all: answered,
      run: answered,
      async first(column?: string) {
        const [row] = (await answered()).results;
        return (column === undefined ? row : row?.[column]) ?? null;
      },
    };
  };
  const database = {
    prepare: (sql: string) => statement({ sql, params: [] }),
    exec: (sql: string) => run([{ sql, params: [] }]),
    async batch(statements: readonly { query: Query }[]) {
      const answers = await run(statements.map(({ query }) => query));
      return answers.map(({ rows, changes }) => ({ success: true, results: rows, meta: { changes } }));
    },
  };
  return database as unknown as D1Database;
}

/** Of every provider and of the platform's own books; each database once. */
export async function tenantDatabases(): Promise<ReadonlySet<D1Database>> {
  return new Set((await tenantIds()).map(tenantDatabase));
}

async function tenantIds(): Promise<string[]> {
  const { results } = await env.DB.prepare("SELECT id FROM providers ORDER BY id").all<{ id: string }>();
  return [...results.map(({ id }) => id), platformBooks];
}

/** What this statement reads at each provider, one after another, each row with whose it is. */
export async function ownedRowsOfAll<Row>(
  sql: string,
  ...values: (string | number | null)[]
): Promise<Owned<Row>[]> {
  const rows: Owned<Row>[] = [];
  for (const providerId of await tenantIds()) {
    const { results } = await tenantDatabase(providerId)
      .prepare(sql)
      .bind(...values)
      .all<Row>();
    rows.push(...results.map((row) => ({ ...row, providerId })));
  }
  return rows;
}

/** The same where it does not matter whose they are. */
export async function rowsOfAllTenants<Row>(
  sql: string,
  ...values: (string | number | null)[]
): Promise<Row[]> {
  const rows = await ownedRowsOfAll<Row>(sql, ...values);
  return rows.map(({ providerId: _whose, ...row }) => row as Row);
}

/** Nothing is left in these tables, at no provider. What refers to another stands before it. */
export async function emptyTenantTables(...tables: string[]): Promise<void> {
  for (const database of await tenantDatabases())
    await database.batch(tables.map((table) => database.prepare(`DELETE FROM ${table}`)));
}
