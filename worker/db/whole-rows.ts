import { gzipSync } from "node:zlib";
import { getTableName, is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { exec, runOn } from "./executor.ts";
import { lastMigration, migrate } from "./migrate.ts";
import * as tables from "./schema/tenant.ts";
import { joined, names, type Query, type Sql, sql } from "./sql.ts";
import { columnName, keyOf } from "./table-rows.ts";

// All rows of one provider, out of its object's storage and into that of another one (docs/reference/backup.md).

/** As a statement answers it. */
export type Row = Record<string, unknown>;

/** Rows of one table, as JSON. */
export type RowsOfTable = { table: string; rows: string };

/** Text is compressed by so much at a time: what is held meanwhile is small beside what it becomes. */
const memberChars = 1_000_000;

/** What rows refer to stands before them. */
export function parentsFirst(all: readonly SQLiteTable[]): SQLiteTable[] {
  const sorted: SQLiteTable[] = [];
  const add = (table: SQLiteTable, under: readonly SQLiteTable[]) => {
    if (sorted.includes(table) || under.includes(table)) return;
    for (const key of getTableConfig(table).foreignKeys) add(key.reference().foreignTable, [...under, table]);
    sorted.push(table);
  };
  for (const table of all) add(table, []);
  return sorted;
}

/** Who is signed in where is not kept: with a backup nobody is. */
const kept: readonly SQLiteTable[] = parentsFirst(
  Object.values(tables)
    .filter((table) => is(table, SQLiteTable))
    .filter((table) => table !== tables.sessions),
);

/** Lines of JSON, each member of it compressed by itself: one after another they are one file. */
export class CompressedLines {
  readonly members: Uint8Array[] = [];
  rows = 0;
  /** Of all of them, before they were compressed. */
  chars = 0;
  private text = "";

  add(table: string, row: Row): void {
    const line = `${JSON.stringify({ table, row })}\n`;
    this.text += line;
    this.chars += line.length;
    this.rows += 1;
    if (this.text.length >= memberChars) this.flush();
  }

  flush(): void {
    if (this.text !== "") this.members.push(compressed(this.text));
    this.text = "";
  }
}

export const compressed = (text: string): Uint8Array => gzipSync(text);

/** Of one moment: all of it in one turn, in which nothing else happens in the object. */
export function readWholeRows(storage: DurableObjectStorage): { lines: CompressedLines; schema: number } {
  const lines = new CompressedLines();
  for (const table of kept) {
    const name = getTableName(table);
    const inOrder = hasRowids(storage.sql, name) ? sql`rowid` : names(...keyOf(table));
    for (const row of exec(storage.sql, sql<Row>`SELECT * FROM ${names(name)} ORDER BY ${inOrder}`))
      lines.add(name, row);
  }
  lines.flush();
  return { lines, schema: lastMigration(storage) ?? 0 };
}

const hasRowids = (storage: SqlStorage, table: string): boolean =>
  exec(
    storage,
    sql`SELECT 1 FROM sqlite_master WHERE name = ${table} AND sql LIKE '%WITHOUT ROWID%'`,
  ).toArray().length === 0;

/** Of a storage into which rows are loaded: the backup's night, and the triggers that were taken away. */
type Loading = { night: string; triggers: string[] };
const loadingKey = "loading";

/** `other`: it has rows that are not of this load. */
export type LoadBegin = "begun" | "other";

/** A storage into which the rows of a backup are put. Each step may be repeated. */
export class WholeRows {
  private readonly storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.storage = storage;
  }

  /** Nothing else is written, and nothing swept, until the load has ended. */
  isLoading(): boolean {
    return this.loading() !== undefined;
  }

  private loading(): Loading | undefined {
    return this.storage.kv.get<Loading>(loadingKey);
  }

  /** Makes the tables, without their triggers: sums are loaded as they were. @param replaces what stands there is removed */
  async begin(night: string, replaces: boolean): Promise<LoadBegin> {
    if (this.loading()?.night === night) return "begun";
    const isOther = this.isLoading() || this.hasRows();
    if (isOther && !replaces) return "other";
    if (isOther) {
      await this.storage.deleteAlarm();
      await this.storage.deleteAll();
    }
    migrate(this.storage);
    this.storage.transactionSync(() => {
      const triggers = exec(
        this.storage.sql,
        sql<{ name: string; sql: string }>`SELECT name, sql FROM sqlite_master WHERE type = 'trigger'`,
      ).toArray();
      for (const { name } of triggers) exec(this.storage.sql, sql`DROP TRIGGER ${names(name)}`);
      this.storage.kv.put(loadingKey, { night, triggers: triggers.map((one) => one.sql) } satisfies Loading);
    });
    return "begun";
  }

  private hasRows(): boolean {
    const found = (name: string): boolean =>
      exec(this.storage.sql, sql`SELECT 1 FROM sqlite_master WHERE name = ${name}`).toArray().length > 0 &&
      exec(this.storage.sql, sql`SELECT 1 FROM ${names(name)} LIMIT 1`).toArray().length > 0;
    return ["admins", "plans", "payments", "vouchers", "ledger", "general_ledger"].some(found);
  }

  put({ table: name, rows }: RowsOfTable): void {
    const table = kept.find((one) => getTableName(one) === name);
    if (!table || !this.isLoading()) throw new Error(`no rows of ${name} are loaded here`);
    this.storage.transactionSync(() => {
      exec(this.storage.sql, sql`PRAGMA defer_foreign_keys = ON`);
      exec(this.storage.sql, insertion(table, rows));
    });
  }

  /** @param settle what has to be so before anything else happens here */
  end(settle: readonly Query[]): void {
    const loading = this.loading();
    if (!loading) return;
    this.storage.transactionSync(() => {
      for (const query of settle) runOn(this.storage.sql, query);
      for (const trigger of loading.triggers) this.storage.sql.exec(trigger);
      this.storage.kv.delete(loadingKey);
    });
  }
}

/** Whole rows, as JSON; one that is there stays. */
export function insertion(table: SQLiteTable, rows: string): Sql {
  const columns = getTableConfig(table).columns.map(columnName);
  const values = columns.map((column) => sql`value ->> ${`$.${column}`}`);
  return sql`INSERT INTO ${names(getTableName(table))} (${names(...columns)})
    SELECT ${joined(values, ", ")} FROM json_each(${rows}) WHERE true ON CONFLICT DO NOTHING`;
}
