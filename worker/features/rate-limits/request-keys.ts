export type NewKey = { key: string; hash: string; result: string; perMinute: number };
export type KeyAnswer = { kind: "new" | "same"; result: string } | { kind: "other" } | { kind: "limited" };

const dayMs = 86_400_000;

/** Keys of requests with the body and result of their first use, for a day, in one object's storage. */
export class RequestKeys {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
    sql.exec(
      `CREATE TABLE IF NOT EXISTS idempotency (
        key TEXT PRIMARY KEY, body_hash TEXT NOT NULL, result TEXT NOT NULL, at INTEGER NOT NULL);
      CREATE INDEX IF NOT EXISTS idempotency_at ON idempotency (at);`,
    );
  }

  known(key: string, hash: string, now: number): KeyAnswer | null {
    const [found] = this.sql
      .exec<{ hash: string; result: string }>(
        "SELECT body_hash AS hash, result FROM idempotency WHERE key = ?1 AND at > ?2",
        key,
        now - dayMs,
      )
      .toArray();
    if (!found) return null;
    return found.hash === hash ? { kind: "same", result: found.result } : { kind: "other" };
  }

  claim({ key, hash, result, perMinute }: NewKey, now: number): KeyAnswer {
    const known = this.known(key, hash, now);
    if (known) return known;
    // No more than fit are looked at, however many there are.
    const lately = "SELECT 1 FROM idempotency WHERE at > ?1 LIMIT ?2";
    if (this.sql.exec(lately, now - 60_000, perMinute).toArray().length >= perMinute)
      return { kind: "limited" };
    this.keep({ key, hash, result }, now);
    return { kind: "new", result };
  }

  /** A later result takes the place of an earlier one of the same body. */
  keep({ key, hash, result }: Omit<NewKey, "perMinute">, now: number): void {
    this.sql.exec("DELETE FROM idempotency WHERE key = ?1 AND at <= ?2", key, now - dayMs);
    this.sql.exec(
      `INSERT INTO idempotency (key, body_hash, result, at) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (key) DO UPDATE SET result = excluded.result WHERE body_hash = excluded.body_hash`,
      key,
      hash,
      result,
      now,
    );
  }

  tidy(now: number): void {
    this.sql.exec("DELETE FROM idempotency WHERE at <= ?1", now - dayMs);
  }
}
