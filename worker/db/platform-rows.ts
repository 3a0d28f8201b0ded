import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Bindings } from "../env.ts";
import { executorOn, onD1 } from "./executor.ts";
import * as tables from "./schema/platform.ts";
import { joined, names, type Sql, sql } from "./sql.ts";
import { columnName } from "./table-rows.ts";
import { insertion, parentsFirst, type Row } from "./whole-rows.ts";

// The platform's rows in a backup, and out of one into an empty D1 (docs/reference/backup.md).

/** What is made anew by itself, what gives access for minutes, and what tells of this account alone. */
const leftOut: readonly unknown[] = [
  tables.backupFiles,
  tables.bridgeCodes,
  tables.handoffCodes,
  tables.loadedProviders,
  tables.operatorSessions,
  tables.providerAlarms,
  tables.providerFaults,
  tables.providerSnapshots,
  tables.providerWalk,
  tables.sweepProgress,
  tables.watches,
];

/** What refers to others stands before them: a row that comes while they are read refers to nothing that was read already. */
const kept: readonly SQLiteTable[] = parentsFirst(
  Object.values(tables)
    .filter((table) => is(table, SQLiteTable))
    .filter((table) => !leftOut.includes(table)),
).reverse();

/** By which a row in one statement is told apart from the next: pictures are large. */
const rowsAtOnce = (table: SQLiteTable) => (table === tables.media ? 10 : 500);

/** Where the reading goes on: behind this row of this table. */
export type PlatformPlace = { table: number; after: number };
export const fromTheFirstRow: PlatformPlace = { table: 0, after: 0 };

type Executor = Pick<ReturnType<typeof executorOn>, "all" | "batch">;

const blobMark = "base64:";

/** @returns a page of rows, and where the next one begins; null = these were the last */
export async function readPlatformRows(
  db: Pick<Executor, "all">,
  { table: place, after }: PlatformPlace,
): Promise<{ table: string; rows: Row[]; next: PlatformPlace | null }> {
  const table = kept[place];
  if (!table) throw new Error("there is no such table in a backup");
  const name = getTableName(table);
  const limit = rowsAtOnce(table);
  const columns = Object.values(getTableColumns(table)).map(columnName);
  const found = await db.all(
    sql<Row & { place: number }>`SELECT rowid AS place, ${names(...columns)} FROM ${names(name)}
      WHERE rowid > ${after} ORDER BY rowid LIMIT ${limit}`,
  );
  const last = found.at(-1);
  const rows = found.map(({ place: _place, ...row }) => plain(row));
  if (found.length === limit && last) return { table: name, rows, next: { table: place, after: last.place } };
  return { table: name, rows, next: place + 1 < kept.length ? { table: place + 1, after: 0 } : null };
}

/** Bytes are answered as a list of numbers. */
function plain(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof ArrayBuffer || Array.isArray(value)
        ? blobMark + Buffer.from(value as ArrayBuffer).toString("base64")
        : value,
    ]),
  );
}

/** D1 without what a context does beside: nobody is told of rows that are loaded. */
const quietly = ({ DB }: Pick<Bindings, "DB">): Executor => executorOn(onD1(DB));

/** Rows of a backup. One that is there stays. */
export async function putPlatformRows(
  env: Pick<Bindings, "DB">,
  name: string,
  rows: readonly Row[],
  more: readonly Sql[],
): Promise<void> {
  const table = kept.find((one) => getTableName(one) === name);
  if (!table) throw new Error(`no rows of ${name} are loaded`);
  await quietly(env).batch([
    sql`PRAGMA defer_foreign_keys = ON`,
    ...(table === tables.media
      ? rows.map((row) => withBytes(table, row))
      : [insertion(table, JSON.stringify(rows))]),
    ...more,
  ]);
}

/** JSON has no bytes. */
function withBytes(table: SQLiteTable, row: Row): Sql {
  const columns = Object.values(getTableColumns(table)).map(columnName);
  const values = columns.map((column) => {
    const value = row[column];
    return typeof value === "string" && value.startsWith(blobMark)
      ? sql`${Buffer.from(value.slice(blobMark.length), "base64")}`
      : sql`${(value ?? null) as string | number | null}`;
  });
  return sql`INSERT INTO ${names(getTableName(table))} (${names(...columns)})
    VALUES (${joined(values, ", ")}) ON CONFLICT DO NOTHING`;
}

/** The last migration of D1, as its own list has it. */
export async function platformSchema(env: Pick<Bindings, "DB">): Promise<string> {
  const [row] = await quietly(env).all(
    sql<{ name: string }>`SELECT name FROM d1_migrations ORDER BY id DESC LIMIT 1`,
  );
  return row?.name ?? "";
}

/** Whether there is nothing in it that a person entered. */
export async function isEmptyPlatform(env: Pick<Bindings, "DB">): Promise<boolean> {
  const [row] = await quietly(env).all(
    sql<{
      count: number;
    }>`SELECT (SELECT count(*) FROM providers) + (SELECT count(*) FROM operators) AS count`,
  );
  return row?.count === 0;
}
