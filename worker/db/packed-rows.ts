import type { Statement, TenantDb } from "./tenant-db.ts";

// A value costs more on its way out of the database than it cost to find: a page of fifty rows is nearly a thousand of
// them, and takes half the time as a single one.

type Value = string | number | null;

/**
 * The rows of a query as one JSON text, in the query's order. For `unpacked`, with the same columns.
 * @param columns as the query names them, none of them JSON made by the query itself
 */
export function packed(
  db: TenantDb,
  columns: readonly string[],
  sql: string,
  ...parameters: Value[]
): Statement {
  return db.statement(
    `SELECT json_group_array(json_array(${columns.join(", ")})) AS packed FROM (${sql})`,
    ...parameters,
  );
}

export function unpacked<Row>(
  columns: readonly (keyof Row & string)[],
  answer: readonly Record<string, unknown>[] | undefined,
): Row[] {
  const rows = JSON.parse(String(answer?.[0]?.packed ?? "[]")) as unknown[][];
  return rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (const [place, column] of columns.entries()) row[column] = values[place];
    return row as Row;
  });
}
