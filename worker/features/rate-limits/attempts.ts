/**
 * One thing that is counted. With a `value`, different values are counted and not acts: one that is counted already is
 * free, and stays counted from now on anew (to a hundredth of the window, which spares two written rows).
 */

import { exec } from "../../db/executor.ts";
import { sql } from "../../db/sql.ts";
export type Attempt = { key: string; windowMs: number; max: number; value?: string };

/** `keys`: of the attempts that have no room, none where all have. */
export type AttemptAnswer = { allowed: boolean; keys: string[]; retryAfterMs: number };

/** Counts in one object's storage. Of a key never more rows are kept than its maximum, and what is over is deleted. */
export class Attempts {
  private readonly storage: SqlStorage;

  constructor(storage: SqlStorage) {
    this.storage = storage;
    exec(
      storage,
      sql`CREATE TABLE IF NOT EXISTS attempts (
        key TEXT NOT NULL, at INTEGER NOT NULL, place INTEGER NOT NULL, value TEXT, until INTEGER NOT NULL,
        PRIMARY KEY (key, at, place)) WITHOUT ROWID`,
    );
  }

  /** Counts one under each key if there is room under every one of them; else counts nothing. In a transaction. */
  take(attempts: readonly Attempt[], now: number): AttemptAnswer {
    const full = attempts.flatMap((attempt) => {
      const { key, value, windowMs } = attempt;
      const isFree = value !== undefined && this.isCounted(key, value, now - windowMs);
      const oldest = isFree ? undefined : this.inTheWay(attempt, now);
      return oldest === undefined ? [] : [{ key: attempt.key, at: oldest + attempt.windowMs }];
    });
    if (full.length > 0) {
      const retryAfterMs = Math.max(1_000, ...full.map(({ at }) => at - now));
      return { allowed: false, keys: full.map(({ key }) => key), retryAfterMs };
    }
    for (const { key, windowMs, value = null } of attempts) {
      if (value !== null && this.isCounted(key, value, now - windowMs / 100)) continue;
      if (value !== null)
        exec(this.storage, sql`DELETE FROM attempts WHERE key = ${key} AND value = ${value}`);
      exec(
        this.storage,
        sql`INSERT INTO attempts (key, at, place, value, until)
          SELECT ${key}, ${now}, coalesce(max(place) + 1, 0), ${value}, ${now + windowMs} FROM attempts
          WHERE key = ${key} AND at = ${now}`,
      );
    }
    return { allowed: true, keys: [], retryAfterMs: 0 };
  }

  tidy(now: number): void {
    exec(this.storage, sql`DELETE FROM attempts WHERE until <= ${now}`);
  }

  private isCounted(key: string, value: string, since: number): boolean {
    const known = sql`SELECT 1 FROM attempts WHERE key = ${key} AND at > ${since} AND value = ${value}`;
    return exec(this.storage, known).toArray().length > 0;
  }

  /** When the max-th newest of the window was: once it leaves, there is room again. */
  private inTheWay({ key, windowMs, max }: Attempt, now: number): number | undefined {
    return exec(
      this.storage,
      sql<{ at: number }>`SELECT at FROM attempts WHERE key = ${key} AND at > ${now - windowMs}
        ORDER BY at DESC LIMIT 1 OFFSET ${max - 1}`,
    ).toArray()[0]?.at;
  }
}
