import { getTableName, isTable } from "drizzle-orm";
import * as platformTables from "./schema/platform.ts";
import * as tenantTables from "./schema/tenant.ts";

const names = (tables: object) =>
  Object.values(tables)
    .filter(isTable)
    .map((table) => getTableName(table));

export const tenantTableNames: readonly string[] = names(tenantTables);
export const platformTableNames: readonly string[] = names(platformTables);

/** Texts that were found right, of each kind of statement. */
const tenantStatements = new Set<string>();
const platformStatements = new Set<string>();

/** Tables that a statement reads or writes. @throws for comments, several statements and comma lists, which hide tables */
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
 * Refuses what could reach beyond one provider: each tenant table it reads or changes needs `provider_id = ?1`,
 * loosened by no OR or NOT, each insert names `provider_id` first, and no other table stands beside them.
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
  if (boundConditions(sql) < reads.length)
    throw new Error(`a tenant statement is not bound to its provider: ${sql}`);
  if (insertsForProvider(sql) < inserts.length)
    throw new Error(`an insert does not begin with its provider: ${sql}`);
  tenantStatements.add(sql);
}

/** Refuses a statement on tenants' tables: each provider's rows lie in a database of its own. Each distinct text is checked once. */
export function checkPlatformStatement(sql: string): void {
  if (platformStatements.has(sql)) return;
  const { reads, inserts } = tablesIn(sql);
  const tenants = [...reads, ...inserts].filter((name) => tenantTableNames.includes(name));
  if (tenants.length > 0)
    throw new Error(
      `a statement of the platform names ${tenants.join(", ")}, which is a tenant's table: ${sql}`,
    );
  platformStatements.add(sql);
}

const plansWritten = /\b(?:into|update(?:\s+or\s+\w+)?|delete\s+from)\s+["`]?plans\b/i;

/** Whether a statement may change what a provider sells. */
export function writesPlans(sql: string): boolean {
  return plansWritten.test(sql);
}

/** Values, or the rows of a query: what it reads of a tenant's table is bound like every other read. */
const insertForProvider =
  /\binto\s+["`]?[a-z_]+["`]?\s*\(\s*["`]?provider_id["`]?\s*[,)][^()]*\)?\s*(?:values\s*\(\s*\?1(?!\d)|select\s+\*\s+from\s*\(\s*values\s*\(\s*\?1(?!\d)|select\s+(?:distinct\s+)?(?:\?1(?!\d)|(?:\w+\.)?provider_id\b))/gi;

/** How many inserts are for the provider of the statement. */
function insertsForProvider(sql: string): number {
  const text = withoutTexts(sql);
  const rows = /\bvalues\b(.*?)(?:\bon\s+conflict\b|\breturning\b|$)/is.exec(text)?.[1] ?? "";
  if (/\)\s*,\s*\(\s*(?!\?1(?!\d))/.test(rows))
    throw new Error(`a row does not begin with its provider: ${sql}`);
  return [...text.matchAll(insertForProvider)].length;
}

const token =
  /[()]|\b(?:select|from|set|values|group|order|limit|returning|where|on|or)\b|\bnot(?=\s*\(|\s+[\w."`]*provider_id)|\bprovider_id["`]?\s*=\s*\?1(?!\d)/gi;

/** How many `provider_id = ?1` narrow: in WHERE or ON, with no OR or NOT beside them in the same parentheses. */
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
