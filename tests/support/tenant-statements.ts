import { vi } from "vitest";
import { ProviderDatabase } from "#worker/db/provider-database";
import { tenantDatabase } from "./tenant-rows.ts";

/** Texts of the statements that providers' databases run while `work` does; each with what was run, in its order. */
export async function tenantStatements(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const { run } = ProviderDatabase.prototype;
  const spy = vi.spyOn(ProviderDatabase.prototype, "run").mockImplementation(function (
    this: ProviderDatabase,
    queries,
  ) {
    statements.push(...queries.map(({ sql }) => sql));
    return run.call(this, queries);
  });
  await work();
  spy.mockRestore();
  return statements;
}

/** Steps of SQLite's plan for a statement in this provider's database. */
export async function tenantPlan(providerId: string, sql: string): Promise<string[]> {
  const count = Math.max(0, ...[...sql.matchAll(/\?(\d+)/g)].map(([, number]) => Number(number)));
  const { results } = await tenantDatabase(providerId)
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...Array.from({ length: count }, () => "[]"))
    .all<{ detail: string }>();
  return results.map(({ detail }) => detail);
}
