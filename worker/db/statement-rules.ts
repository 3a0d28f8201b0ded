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

/**
 * Table names a statement reads or writes. Forms that would hide a table from this reader are refused: comments,
 * several statements in one, tables in a comma list.
 */
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
  const own = new Set([...text.matchAll(/\b([a-z_]+)["`]?\s+as\s*\(\s*select\b/gi)].map(([, name]) => name));
  return { reads: reads.filter((name) => !own.has(name)), inserts: inserted };
}

/**
 * Refuses a statement that could reach beyond one provider: each tenant table it reads or changes needs its own
 * `provider_id = ?1` (`?` where drizzle wrote it) in a condition that no OR and no NOT loosens, each insert its
 * `provider_id` column, and no other table may stand beside them. Each distinct text is checked once.
 */
export function checkTenantStatement(sql: string): void {
  if (known.has(sql)) return;
  const { reads, inserts } = tablesIn(sql);
  const all = [...reads, ...inserts];
  const foreign = all.filter((name) => !tenantTableNames.includes(name));
  if (foreign.length > 0) {
    throw new Error(`a tenant statement names ${foreign.join(", ")}, which is no tenant's table: ${sql}`);
  }
  if (all.length === 0) throw new Error(`a tenant statement names no table: ${sql}`);
  if (boundConditions(sql) < reads.length)
    throw new Error(`a tenant statement is not bound to its provider: ${sql}`);
  for (const name of inserts) {
    if (!new RegExp(`${name}["\`]?\\s*\\([^)]*provider_id`, "i").test(sql)) {
      throw new Error(`an insert does not name provider_id: ${sql}`);
    }
  }
  known.add(sql);
}

const token =
  /[()]|\b(?:select|from|set|values|group|order|limit|returning|where|on|or)\b|\bnot(?=\s*\(|\s+[\w."`]*provider_id)|\bprovider_id["`]?\s*=\s*\?1?(?!\d)/gi;

/**
 * How many `provider_id = ?` truly narrow: in WHERE or ON, and not in a pair of parentheses (or at the top) where an
 * OR or a NOT stands beside them.
 */
function boundConditions(sql: string): number {
  type Level = { bound: number; loose: boolean; inCondition: boolean };
  const fresh = (inCondition: boolean): Level => ({ bound: 0, loose: false, inCondition });
  const worth = (level: Level) => (level.loose ? 0 : level.bound);
  let level = fresh(false);
  const outer: Level[] = [];
  for (const [found] of withoutTexts(sql).matchAll(token)) {
    const word = found.toLowerCase();
    if (word === "(") {
      outer.push(level);
      level = fresh(level.inCondition);
    } else if (word === ")") {
      const inner = level;
      level = outer.pop() ?? fresh(false);
      level.bound += worth(inner);
    } else if (word === "or" || word === "not") {
      if (level.inCondition) level.loose = true;
    } else if (word === "where" || word === "on") level.inCondition = true;
    else if (word.startsWith("provider_id")) level.bound += level.inCondition ? 1 : 0;
    else level.inCondition = false;
  }
  return worth(level);
}

/** The statement with every quoted text emptied, so that nothing inside one counts as SQL. */
function withoutTexts(sql: string): string {
  return sql.replace(/'(?:[^']|'')*'/g, "''");
}
