import { chmodSync, closeSync, openSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { JournalHeld } from "./lock.ts";

const tables = `
  CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS routers (router_id TEXT PRIMARY KEY, assignment TEXT NOT NULL, seen TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS entitlements (
    id TEXT PRIMARY KEY, router_id TEXT NOT NULL, live INTEGER NOT NULL, settled INTEGER NOT NULL,
    deadline INTEGER, changed_at INTEGER NOT NULL, data TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS entitlements_unsettled ON entitlements (router_id) WHERE settled = 0;
  CREATE INDEX IF NOT EXISTS entitlements_hours ON entitlements (router_id)
    WHERE live = 1 AND settled = 0 AND json_extract(data, '$.hours') IS NOT NULL;
  CREATE TABLE IF NOT EXISTS devices (
    router_id TEXT NOT NULL, subject TEXT NOT NULL, entitlement_id TEXT NOT NULL,
    PRIMARY KEY (router_id, subject, entitlement_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS devices_entitlement ON devices (entitlement_id);
  CREATE TABLE IF NOT EXISTS sessions (
    router_id TEXT NOT NULL, subject TEXT NOT NULL, entitlement_id TEXT NOT NULL, bytes INTEGER NOT NULL, data TEXT NOT NULL,
    PRIMARY KEY (router_id, subject)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS sessions_entitlement ON sessions (entitlement_id);
  CREATE TABLE IF NOT EXISTS offline_vouchers (
    id TEXT PRIMARY KEY, router_id TEXT NOT NULL, state TEXT NOT NULL, changed_at INTEGER NOT NULL, data TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS offline_vouchers_router ON offline_vouchers (router_id, state);
  CREATE TABLE IF NOT EXISTS lines (
    id TEXT NOT NULL, router_id TEXT NOT NULL, rev INTEGER NOT NULL, deadline INTEGER, done INTEGER NOT NULL,
    changed_at INTEGER NOT NULL, data TEXT NOT NULL, PRIMARY KEY (id, router_id)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS lines_router ON lines (router_id, done, deadline);
  CREATE TABLE IF NOT EXISTS line_usage (
    router_id TEXT NOT NULL, line_id TEXT NOT NULL, since INTEGER NOT NULL, up INTEGER NOT NULL, down INTEGER NOT NULL,
    told_up INTEGER NOT NULL, told_down INTEGER NOT NULL, told_at INTEGER NOT NULL, seen TEXT,
    PRIMARY KEY (router_id, line_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS lines_kind ON lines (router_id, done, json_extract(data, '$.spec.kind'));
  CREATE TABLE IF NOT EXISTS events (seq INTEGER PRIMARY KEY, router_id TEXT NOT NULL, at INTEGER NOT NULL, data TEXT NOT NULL) STRICT;
`;

/** Every commit is on disk when it returns (WAL, synchronous=FULL). An unreadable file is put aside. @throws JournalHeld */
export function openDatabase(folder: string, broken: (movedTo: string) => void): DatabaseSync {
  const path = join(folder, "journal.sqlite");
  try {
    return prepared(path);
  } catch (error) {
    const code = error instanceof Error && "errcode" in error ? Number(error.errcode) & 0xff : 0;
    if (code === sqliteBusy) throw new JournalHeld(`Another process has the journal in ${folder} open.`);
    if (code !== sqliteCorrupt && code !== sqliteNotADatabase) throw error;
    const aside = `${path}.unreadable-${Date.now()}`;
    renameSync(path, aside);
    for (const rest of ["-wal", "-shm"]) rmSync(path + rest, { force: true });
    broken(aside);
    return prepared(path);
  }
}

const sqliteBusy = 5;
const sqliteCorrupt = 11;
const sqliteNotADatabase = 26;

function prepared(path: string): DatabaseSync {
  // It holds router passwords; SQLite gives its side files the same mode.
  closeSync(openSync(path, "a", 0o600));
  chmodSync(path, 0o600);
  const database = new DatabaseSync(path);
  try {
    database.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA secure_delete = ON;");
    database.exec(tables);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
