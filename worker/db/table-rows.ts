import {
  type Column,
  DrizzleQueryError,
  getTableColumns,
  getTableName,
  type InferInsertModel,
  type InferSelectModel,
  type SQL,
} from "drizzle-orm";
import { CasingCache } from "drizzle-orm/casing";
import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { drizzle, type SqliteRemoteDatabase } from "drizzle-orm/sqlite-proxy";
import type { RunQueries } from "./executor.ts";
import { joined, names, planFree, type Query, type Sql, type SqlValue, sql } from "./sql.ts";

// Whole rows, by the columns that worker/db/schema declares.

export type SelectOptions = { where?: SQL | undefined; orderBy?: SQL[]; limit?: number; offset?: number };

const casing = "snake_case";
const columnNames = new CasingCache(casing);

/** As the database names it. */
export const columnName = (column: Column): string => columnNames.getColumnCasing(column);

/** The columns of its primary key. */
export function keyOf(table: SQLiteTable): string[] {
  const { columns, primaryKeys } = getTableConfig(table);
  const own = columns.filter(({ primary }) => primary);
  return [...own, ...primaryKeys.flatMap((key) => key.columns)].map(columnName);
}

/** What is given of a row. What the table has no column for is left out. */
function cellsOf(table: SQLiteTable, row: object): { name: Sql; value: SqlValue }[] {
  const columns = getTableColumns(table);
  return Object.entries(row).flatMap(([key, value]) => {
    const column = columns[key];
    if (!column || value === undefined) return [];
    return {
      name: names(columnName(column)),
      value: value === null ? value : (column.mapToDriverValue(value) as SqlValue),
    };
  });
}

/** A new row; nothing where its key is taken. */
export function insertInto<T extends SQLiteTable>(table: T, row: InferInsertModel<T>): Sql {
  const cells = cellsOf(table, row);
  const values = cells.map(({ value }) => sql`${value}`);
  return sql`INSERT INTO ${names(getTableName(table))} (${joined(
    cells.map(({ name }) => name),
    ", ",
  )}) VALUES (${joined(values, ", ")}) ON CONFLICT DO NOTHING`;
}

/** What follows SET. */
export function changed<T extends SQLiteTable>(table: T, change: Partial<InferInsertModel<T>>): Sql {
  return joined(
    cellsOf(table, change).map(({ name, value }) => sql`${name} = ${value}`),
    ", ",
  );
}

/** Reads whole rows of one table, 1,000 at most unless told. */
export function selectFrom(run: RunQueries) {
  // Made at the first read: most of what asks for a database reads by statements alone.
  let database: SqliteRemoteDatabase | undefined;
  const rowsOf = async (text: string, params: Query["params"]) => {
    const [answered] = await run([{ sql: text.replace(/(?<= limit )\?/, planFree), params }]);
    return { rows: (answered?.rows ?? []).map(Object.values) };
  };
  return async <T extends SQLiteTable>(
    table: T,
    options: SelectOptions = {},
  ): Promise<InferSelectModel<T>[]> => {
    // The driver reads the casing from its third parameter alone.
    database ??= drizzle(rowsOf, undefined, { casing });
    const rows = await database
      .select()
      .from(table as SQLiteTable)
      .where(options.where)
      .orderBy(...(options.orderBy ?? []))
      .limit(options.limit ?? 1_000)
      .offset(options.offset ?? 0)
      .catch((cause: unknown) => {
        // The driver's own error says what was bound, which no log may hold.
        throw cause instanceof DrizzleQueryError && cause.cause ? cause.cause : cause;
      });
    return rows as InferSelectModel<T>[];
  };
}
