import { getTableName, isTable } from "drizzle-orm";
import * as tables from "./schema/tenant.ts";

export const tenantTableNames: readonly string[] = Object.values(tables)
  .filter((table) => isTable(table))
  .map((table) => getTableName(table));

/** Texts that were found right. */
const tenantStatements = new Set<string>();

/** Tables that a statement reads or writes. @throws for comments, several statements and comma lists, in which others hide */
export function tablesIn(sql: string): { reads: string[]; inserts: string[] } {
  const text = withoutTexts(sql);
  if (/--|\/\*/.test(text)) throw new Error(`a statement carries a comment: ${sql}`);
  if (/;\s*\S/.test(text)) throw new Error(`two statements in one: ${sql}`);
  if (/\bfrom\s+["`\w]+(\s+(as\s+)?\w+)?\s*,/i.test(text)) {
    throw new Error(`a statement lists tables with a comma, write JOIN: ${sql}`);
  }
  const mentioned = [
    ...text.matchAll(
      /(?<!\bdo\s+)(?<!\bdistinct\s+)\b(from|join|update|into)\s+["`]?([a-z_][a-z0-9_]*)\b["`]?(?!\s*\()/gi,
    ),
  ];
  const inserted = [...text.matchAll(/\binto\s+["`]?([a-z_]+)["`]?/gi)].flatMap(([, name]) => name ?? []);
  const reads = mentioned.flatMap(([, verb, name]) => (name && verb?.toLowerCase() !== "into" ? [name] : []));
  const own = new Set(
    [...text.matchAll(/\b([a-z_]+)["`]?\s+as\s*(?:materialized\s*)?\(\s*select\b/gi)].map(([, name]) => name),
  );
  return { reads: reads.filter((name) => !own.has(name)), inserts: inserted };
}

/**
 * Refuses a statement on any other table: beside the provider's tables its object keeps copies of the platform's rows, read by
 * `ctx.snapshot`, and counts of its limits. Each distinct text is checked once.
 */
export function checkTenantStatement(sql: string): void {
  if (tenantStatements.has(sql)) return;
  const { reads, inserts } = tablesIn(sql);
  const all = [...reads, ...inserts];
  const foreign = all.filter((name) => !tenantTableNames.includes(name));
  if (foreign.length > 0) {
    throw new Error(`a tenant statement names ${foreign.join(", ")}, which is no tenant's table: ${sql}`);
  }
  if (all.length === 0) throw new Error(`a tenant statement names no table: ${sql}`);
  tenantStatements.add(sql);
}

const plansWritten = /\b(?:into|update(?:\s+or\s+\w+)?|delete\s+from)\s+["`]?(?:plans|trial_settings)\b/i;

/** Whether a statement may change what a provider sells, or gives to try. */
export function writesPlans(sql: string): boolean {
  return plansWritten.test(sql);
}

/** The statement with every quoted text emptied, so that nothing inside one counts as SQL. */
function withoutTexts(sql: string): string {
  return sql.replace(/'(?:[^']|'')*'/g, "''");
}
