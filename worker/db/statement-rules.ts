import { getTableName, isTable } from "drizzle-orm";
import * as platformTables from "./schema/platform.ts";
import * as tenantTables from "./schema/tenant.ts";

const names = (tables: object) =>
  Object.values(tables)
    .filter(isTable)
    .map((table) => getTableName(table));

export const tenantTableNames: readonly string[] = names(tenantTables);
export const platformTableNames: readonly string[] = names(platformTables);

const known = new Set<string>();

/** Table names a statement reads or writes. */
export function tablesIn(sql: string): { reads: string[]; inserts: string[] } {
  const mentioned = [...sql.matchAll(/\b(from|join|update|into)\s+["`]?([a-z_]+)["`]?/gi)];
  const of = (verbs: string[]) =>
    mentioned.flatMap(([, verb, name]) => (verb && name && verbs.includes(verb.toLowerCase()) ? [name] : []));
  return { reads: of(["from", "join", "update"]), inserts: of(["into"]) };
}

/**
 * Refuses a statement that could reach beyond one provider: each tenant table it reads or changes needs its own bound
 * `provider_id = ?`, each insert its `provider_id` column, and no platform table may stand beside them. Each distinct
 * text is checked once.
 */
export function checkTenantStatement(sql: string): void {
  if (known.has(sql)) return;
  const { reads, inserts } = tablesIn(sql);
  const platform = [...reads, ...inserts].filter((name) => platformTableNames.includes(name));
  if (platform.length > 0)
    throw new Error(`a tenant statement names the platform table ${platform.join(", ")}: ${sql}`);
  const bound = [...sql.matchAll(/provider_id["`]?\s*=\s*\?/gi)].length;
  const needed = reads.filter((name) => tenantTableNames.includes(name)).length;
  if (bound < needed) throw new Error(`a tenant statement is not bound to its provider: ${sql}`);
  for (const name of inserts) {
    if (
      tenantTableNames.includes(name) &&
      !new RegExp(`${name}["\`]?\\s*\\([^)]*provider_id`, "i").test(sql)
    ) {
      throw new Error(`an insert does not name provider_id: ${sql}`);
    }
  }
  if (reads.length + inserts.length === 0) throw new Error(`a tenant statement names no table: ${sql}`);
  known.add(sql);
}
