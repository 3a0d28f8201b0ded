import { getTableColumns, getTableName } from "drizzle-orm";
import { CasingCache } from "drizzle-orm/casing";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { type Answered, exec, runOn } from "./executor.ts";
import {
  ads,
  gatewayBreakers,
  gateways,
  platformSettings,
  providers,
  routers,
  switches,
} from "./schema/platform.ts";
import { joined, names, type Query, type Sql, sql } from "./sql.ts";
import { tablesIn } from "./statement-rules.ts";

// What the platform decides about a provider is written in D1; the provider's object reads it from a copy of these rows, so
// that no request of a visitor waits for D1. Triggers count the changes (`provider_snapshots`), for one provider and for all.

/** How often its rows were changed: those of all providers, and its own. */
export type SnapshotRev = { shared: number; own: number };

/** Of these two it is renewed one by one: what concerns all providers, or the provider alone. */
export type SnapshotPart = keyof SnapshotRev;

type Copied = { table: SQLiteTable; part: SnapshotPart; concerning(providerId: string): Sql };

/** The platform's tables that a snapshot holds, under their own names, and which of their rows concern a provider. */
const copied: Copied[] = [
  { table: providers, part: "own", concerning: (id) => sql`id = ${id}` },
  {
    table: routers,
    part: "own",
    // `last_seen_at` changes by the minute and is not counted: who asks for it asks D1.
    // Of a router that went to another provider, what was sold at it before goes on running.
    concerning: (id) => sql`provider_id = ${id}
      OR id IN (SELECT router_id FROM router_sellers WHERE provider_id = ${id})`,
  },
  { table: gateways, part: "own", concerning: (id) => sql`provider_id = ${id}` },
  { table: gatewayBreakers, part: "shared", concerning: () => sql`true` },
  { table: switches, part: "shared", concerning: () => sql`is_active = 1 AND archived_at IS NULL` },
  { table: platformSettings, part: "shared", concerning: () => sql`true` },
  { table: ads, part: "shared", concerning: () => sql`archived_at IS NULL` },
];

export const snapshotParts: readonly SnapshotPart[] = ["shared", "own"];

const copiedOf = (parts: readonly SnapshotPart[]) => copied.filter(({ part }) => parts.includes(part));

const snapshotTableNames = copied.map(({ table }) => getTableName(table));

/** A row as D1 has it, with its place there. */
type CopiedRow = Record<string, unknown> & { rowid: number };

/** `rows`: by table, of those parts that were asked for. */
export type Snapshot = SnapshotRev & { rows: Map<SQLiteTable, CopiedRow[]> };

export function revStatement(providerId: string): Sql<SnapshotRev> {
  return sql<SnapshotRev>`SELECT coalesce(max(iif(provider_id = '', rev, 0)), 0) AS shared,
      coalesce(max(iif(provider_id = '', 0, rev)), 0) AS own
    FROM provider_snapshots WHERE provider_id IN ('', ${providerId})`;
}

/** In one batch, so that all of it is of one moment. `snapshotOf` makes one of the answers. */
export function snapshotStatements(providerId: string, parts: readonly SnapshotPart[]): Sql[] {
  return [
    revStatement(providerId),
    ...copiedOf(parts).map(
      ({ table, concerning }) =>
        sql`SELECT rowid, ${names(...columnsOf(table))} FROM ${names(getTableName(table))}
          WHERE ${concerning(providerId)}`,
    ),
  ];
}

export function snapshotOf(
  parts: readonly SnapshotPart[],
  [revs, ...answers]: readonly unknown[][],
): Snapshot {
  const [rev] = revs as SnapshotRev[];
  const rows = copiedOf(parts).map(({ table }, place) => [table, answers[place] as CopiedRow[]] as const);
  return { ...(rev ?? { shared: 0, own: 0 }), rows: new Map(rows) };
}

/** The object has this state of its provider's own rows. */
export function deliveredStatement(providerId: string, { own }: SnapshotRev): Sql {
  return sql`UPDATE provider_snapshots SET delivered_rev = ${own}
    WHERE provider_id = ${providerId} AND delivered_rev < ${own}`;
}

/** Providers whose object does not have all that concerns it alone; in any order, so that failing ones keep no other waiting. */
export function undeliveredStatement(limit: number): Sql<{ id: string }> {
  return sql<{ id: string }>`SELECT provider_id AS id FROM provider_snapshots
    WHERE rev > delivered_rev AND provider_id <> '' ORDER BY random() LIMIT ${limit}`;
}

const casing = new CasingCache("snake_case");

function columnsOf(table: SQLiteTable): string[] {
  return Object.values(getTableColumns(table)).map((column) => casing.getColumnCasing(column));
}

/** With their types: the storage binds each number as a real one. */
function typed(table: SQLiteTable): Sql[] {
  return Object.values(getTableColumns(table)).map(
    (column) => sql`${names(casing.getColumnCasing(column))} ${names(column.getSQLType())}`,
  );
}

/** Of another release of the worker it has other columns: then it is asked for anew. */
const shape = copied.map(({ table }) => `${getTableName(table)}(${columnsOf(table).join()})`).join();

/** The revision that an object's storage holds; null where it holds none that this release can read. */
export function storedRev(storage: SqlStorage): SnapshotRev | null {
  const isMade = exec(storage, sql`SELECT 1 AS made FROM sqlite_master WHERE name = 'snapshot'`).toArray();
  if (isMade.length === 0) return null;
  const [row] = exec(
    storage,
    sql<SnapshotRev & { shape: string }>`SELECT shared, own, shape FROM snapshot`,
  ).toArray();
  return row?.shape === shape ? { shared: row.shared, own: row.own } : null;
}

/** Tables without rows, in place of what the storage holds. They have no rule of their own, only what D1 said. */
export function makeTables(storage: SqlStorage): void {
  const run = (statement: Sql) => exec(storage, statement);
  for (const { table } of copied) {
    const name = names(getTableName(table));
    run(sql`DROP TABLE IF EXISTS ${name}`);
    run(sql`CREATE TABLE ${name} (${joined(typed(table), ", ")})`);
  }
  run(sql`DROP TABLE IF EXISTS snapshot`);
  run(sql`CREATE TABLE snapshot (shared, own, shape)`);
  run(sql`INSERT INTO snapshot (shared, own, shape) VALUES (-1, -1, ${shape})`);
}

/** Writes what is another than the storage holds, of these parts. @param rev of all that it holds afterwards */
export function storeSnapshot(
  storage: SqlStorage,
  { rows }: Snapshot,
  parts: readonly SnapshotPart[],
  { shared, own }: SnapshotRev,
): void {
  for (const { table } of copiedOf(parts)) storeRows(storage, table, rows.get(table) ?? []);
  exec(storage, sql`UPDATE snapshot SET shared = ${shared}, own = ${own}`);
}

function storeRows(storage: SqlStorage, table: SQLiteTable, rows: readonly CopiedRow[]): void {
  const name = names(getTableName(table));
  const columns = columnsOf(table);
  const textOf = (row: CopiedRow) => JSON.stringify(columns.map((column) => row[column] ?? null));
  const held = exec(storage, sql<CopiedRow>`SELECT rowid, ${names(...columns)} FROM ${name}`).toArray();
  const before = new Map(held.map((row) => [row.rowid, textOf(row)]));
  const now = new Map(rows.map((row) => [row.rowid, row]));
  for (const place of before.keys())
    if (!now.has(place)) exec(storage, sql`DELETE FROM ${name} WHERE rowid = ${place}`);
  for (const [place, row] of now) {
    if (before.get(place) === textOf(row)) continue;
    const values = columns.map((column) => sql`${(row[column] ?? null) as string | number | null}`);
    exec(
      storage,
      sql`INSERT OR REPLACE INTO ${name} (rowid, ${names(...columns)}) VALUES (${place}, ${joined(values, ", ")})`,
    );
  }
}

/** Reads the copies in an object's storage. */
export function readSnapshot(storage: SqlStorage, queries: readonly Query[]): Answered[] {
  return queries.map((query) => runOn(storage, query));
}

const readStatements = new Set<string>();

/** @throws for a statement that writes, or reads another table: the copies hold no more */
export function checkSnapshotStatement(text: string): void {
  if (readStatements.has(text)) return;
  const { reads, inserts } = tablesIn(text);
  const other = [...inserts, ...reads.filter((name) => !snapshotTableNames.includes(name))];
  if (other.length > 0 || !/^\s*select\b/i.test(text))
    throw new Error(`a snapshot answers reads of ${snapshotTableNames.join(", ")} alone: ${text}`);
  readStatements.add(text);
}

const writtenTables = /\b(?:insert\s+into|update|delete\s+from)\s+["`]?(\w+)/gi;

/** Whether a statement may change what snapshots hold; `router_sellers` says whom a router concerns. */
export function concernsSnapshots(text: string): boolean {
  return [...text.matchAll(writtenTables)].some(
    ([, name]) => name !== undefined && (snapshotTableNames.includes(name) || name === "router_sellers"),
  );
}
