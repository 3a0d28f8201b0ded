import { exec } from "../../db/executor.ts";
import { sql } from "../../db/sql.ts";

/** Each is run once, in order; they only add. */
const schemaSteps = [
  sql`CREATE TABLE held (id TEXT PRIMARY KEY, router TEXT NOT NULL, body TEXT NOT NULL,
    said_rev INTEGER, said_state TEXT) WITHOUT ROWID;
  CREATE TABLE journal (id TEXT PRIMARY KEY, acked INTEGER NOT NULL);
  CREATE TABLE router (id TEXT PRIMARY KEY, assigned INTEGER NOT NULL, report TEXT) WITHOUT ROWID;
  CREATE TABLE usage (session TEXT PRIMARY KEY, written_at INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE audited (what TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;`,
  sql`CREATE TABLE scan (id TEXT PRIMARY KEY, at INTEGER NOT NULL, body TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE line_ended (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL,
    open INTEGER NOT NULL DEFAULT 0);`,
  sql`CREATE TABLE router_check (router TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE bridge_version (one INTEGER PRIMARY KEY CHECK (one = 1), version TEXT NOT NULL);`,
  sql`CREATE TABLE outage (what TEXT PRIMARY KEY, since INTEGER NOT NULL, told INTEGER NOT NULL,
    back_at INTEGER) WITHOUT ROWID;
  CREATE TABLE own_id (one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL);`,
  sql`ALTER TABLE router ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;`,
  sql`CREATE TABLE told_usage (one INTEGER PRIMARY KEY CHECK (one = 1), saved_at INTEGER NOT NULL, body TEXT NOT NULL);`,
  sql`CREATE TABLE left_event (number INTEGER PRIMARY KEY AUTOINCREMENT, provider TEXT NOT NULL, at INTEGER NOT NULL,
    body TEXT NOT NULL);
  CREATE INDEX left_event_provider ON left_event (provider, number);
  CREATE TABLE silent_seller (id TEXT PRIMARY KEY, unread INTEGER NOT NULL, events INTEGER NOT NULL) WITHOUT ROWID;`,
  sql`CREATE TABLE program (one INTEGER PRIMARY KEY CHECK (one = 1), body TEXT NOT NULL);`,
  sql`CREATE TABLE unread_event (number INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, body TEXT NOT NULL);`,
  sql`CREATE TABLE told_lines (router TEXT PRIMARY KEY, since INTEGER NOT NULL, body TEXT NOT NULL) WITHOUT ROWID;`,
];

export function makeTables(storage: DurableObjectStorage): void {
  storage.transactionSync(() => {
    exec(storage.sql, sql`CREATE TABLE IF NOT EXISTS schema_step (step INTEGER PRIMARY KEY)`);
    const { done } = exec(storage.sql, sql<{ done: number }>`SELECT count(*) AS done FROM schema_step`).one();
    for (const [index, step] of schemaSteps.entries()) {
      if (index < done) continue;
      exec(storage.sql, step);
      exec(storage.sql, sql`INSERT INTO schema_step (step) VALUES (${index + 1})`);
    }
  });
}
