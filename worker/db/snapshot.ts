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

/** The platform's tables that a snapshot holds, under their own names, and which of their rows concern a provider. */
const copied: { table: SQLiteTable; concerning(providerId: string): Sql }[] = [
  { table: providers, concerning: (id) => sql`id = ${id}` },
  {
    table: routers,
    // `last_seen_at` and `online_since` change by the minute and are not counted: who asks for them asks D1.
    // Of a router that went to another provider, what was sold at it before goes on running.
    concerning: (id) => sql`provider_id = ${id}
      OR id IN (SELECT router_id FROM router_sellers WHERE provider_id = ${id})`,
  },
  { table: gateways, concerning: (id) => sql`provider_id = ${id}` },
  { table: gatewayBreakers, concerning: () => sql`true` },
  { table: switches, concerning: () => sql`is_active = 1 AND archived_at IS NULL` },
  { table: platformSettings, concerning: () => sql`true` },
  { table: ads, concerning: () => sql`archived_at IS NULL` },
];

const snapshotTableNames = copied.map(({ table }) => getTableName(table));

/** How often its rows were changed: those of all providers, and its own. */
export type SnapshotRev = { shared: number; own: number };

export type Snapshot = SnapshotRev & { rows: Record<string, unknown>[][] };

export function revStatement(providerId: string): Sql<SnapshotRev> {
  return sql<SnapshotRev>`SELECT coalesce(max(iif(provider_id = '', rev, 0)), 0) AS shared,
      coalesce(max(iif(provider_id = '', 0, rev)), 0) AS own
    FROM provider_snapshots WHERE provider_id IN ('', ${providerId})`;
}

/** In one batch, so that all of it is of one moment. `snapshotOf` makes one of the answers. */
export function snapshotStatements(providerId: string): Sql[] {
  return [
    revStatement(providerId),
    ...copied.map(
      ({ table, concerning }) =>
        sql`SELECT ${names(...columnsOf(table))} FROM ${names(getTableName(table))} WHERE ${concerning(providerId)}`,
    ),
  ];
}

export function snapshotOf([revs, ...rows]: readonly unknown[][]): Snapshot {
  const [rev] = revs as SnapshotRev[];
  return { ...(rev ?? { shared: 0, own: 0 }), rows: rows as Snapshot["rows"] };
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

/** Replaces what the storage holds. The tables are made anew: they have no rule of their own, only what D1 said. */
export function storeSnapshot(storage: SqlStorage, { shared, own, rows }: Snapshot): void {
  const run = (statement: Sql) => exec(storage, statement);
  for (const [place, { table }] of copied.entries()) {
    const name = names(getTableName(table));
    const columns = columnsOf(table);
    run(sql`DROP TABLE IF EXISTS ${name}`);
    run(sql`CREATE TABLE ${name} (${joined(typed(table), ", ")})`);
    for (const row of rows[place] ?? []) {
      const values = columns.map((column) => sql`${(row[column] ?? null) as string | number | null}`);
      run(sql`INSERT INTO ${name} (${names(...columns)}) VALUES (${joined(values, ", ")})`);
    }
  }
  run(sql`DROP TABLE IF EXISTS snapshot`);
  run(sql`CREATE TABLE snapshot (shared, own, shape)`);
  run(sql`INSERT INTO snapshot (shared, own, shape) VALUES (${shared}, ${own}, ${shape})`);
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
