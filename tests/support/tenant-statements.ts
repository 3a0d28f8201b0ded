import { vi } from "vitest";
import { ProviderObject } from "#worker/features/providers/provider-object";
import { tenantDatabase } from "./tenant-rows.ts";

/** Texts of the statements that providers' databases run while `work` does; each with what was run, in its order. */
export async function tenantStatements(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const { run } = ProviderObject.prototype;
  const spy = vi.spyOn(ProviderObject.prototype, "run").mockImplementation(function (
    this: ProviderObject,
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
