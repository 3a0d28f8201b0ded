import { dayMs } from "../../contract/values/time.ts";
import { exec } from "../../db/executor.ts";
import { sql } from "../../db/sql.ts";
export type NewKey = { key: string; hash: string; result: string; perMinute: number };
export type KeyAnswer = { kind: "new" | "same"; result: string } | { kind: "other" } | { kind: "limited" };

/** Keys of requests with the body and result of their first use, for a day, in one object's storage. */
export class RequestKeys {
  private readonly storage: SqlStorage;

  constructor(storage: SqlStorage) {
    this.storage = storage;
    exec(
      storage,
      sql`CREATE TABLE IF NOT EXISTS idempotency (
        key TEXT PRIMARY KEY, body_hash TEXT NOT NULL, result TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS idempotency_at ON idempotency (at);`,
    );
  }

  known(key: string, hash: string, now: number): KeyAnswer | null {
    const [found] = exec(
      this.storage,
      sql<{ hash: string; result: string }>`SELECT body_hash AS hash, result FROM idempotency
        WHERE key = ${key} AND at > ${now - dayMs}`,
    ).toArray();
    if (!found) return null;
    return found.hash === hash ? { kind: "same", result: found.result } : { kind: "other" };
  }

  claim({ key, hash, result, perMinute }: NewKey, now: number): KeyAnswer {
    const known = this.known(key, hash, now);
    if (known) return known;
    // No more than fit are looked at, however many there are.
    const lately = sql`SELECT 1 FROM idempotency WHERE at > ${now - 60_000} LIMIT ${perMinute}`;
    if (exec(this.storage, lately).toArray().length >= perMinute) return { kind: "limited" };
    this.keep({ key, hash, result }, now);
    return { kind: "new", result };
  }

  /** A later result takes the place of an earlier one of the same body. */
  keep({ key, hash, result }: Omit<NewKey, "perMinute">, now: number): void {
    exec(this.storage, sql`DELETE FROM idempotency WHERE key = ${key} AND at <= ${now - dayMs}`);
    exec(
      this.storage,
      sql`INSERT INTO idempotency (key, body_hash, result, at) VALUES (${key}, ${hash}, ${result}, ${now})
        ON CONFLICT (key) DO UPDATE SET result = excluded.result WHERE body_hash = excluded.body_hash`,
    );
  }

  tidy(now: number): void {
    exec(this.storage, sql`DELETE FROM idempotency WHERE at <= ${now - dayMs}`);
  }
}
