import { randomUUID } from "node:crypto";
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import { type Checkpoint, type Clock, SiteTime } from "../clock.ts";

/** "now": on disk when the commit returns. "soon": for what the router can be asked again. */
export type Durability = "now" | "soon";

/** Routers count in whole seconds. */
const smallestRaiseMs = 1_000;

export class JournalFile {
  readonly #database: DatabaseSync;
  readonly #time: SiteTime;
  readonly machineBoot: string;
  readonly #statements = new Map<string, StatementSync>();
  #committing = false;

  constructor(database: DatabaseSync, clock: Clock) {
    this.#database = database;
    this.machineBoot = clock.machineBoot;
    const last = this.meta("checkpoint");
    this.#time = new SiteTime(clock, last === undefined ? undefined : (JSON.parse(last) as Checkpoint));
    if (this.meta("journalId") === undefined) this.begin();
  }

  /** Site time in whole milliseconds. */
  now(): number {
    return Math.floor(this.#time.now());
  }

  /** Within the commit that sets a moment to come: from now on in this run of the machine nobody raises the time. */
  date(): void {
    if (this.meta("dated") !== this.machineBoot) this.setMeta("dated", this.machineBoot);
  }

  /** Raises the time to `at`, unless something was dated in this run of the machine. Gives the milliseconds it was raised by. */
  raise(at: number): number {
    const by = at - this.now();
    if (by <= smallestRaiseMs || this.meta("dated") === this.machineBoot) return 0;
    this.#time.raise(by);
    this.commit("now", () => undefined);
    return by;
  }

  begin(): void {
    this.commit("now", () => {
      for (const table of [
        "meta",
        "routers",
        "entitlements",
        "devices",
        "sessions",
        "offline_vouchers",
        "events",
      ])
        this.run(`DELETE FROM ${table}`);
      this.setMeta("journalId", randomUUID());
      this.setMeta("began", String(this.now()));
    });
  }

  /** Everything that `change` does, or nothing of it; commits within it are part of it. Notes the clocks as well. */
  commit<T>(durability: Durability, change: () => T): T {
    if (this.#committing) return change();
    this.#committing = true;
    this.#database.exec(`PRAGMA synchronous = ${durability === "now" ? "FULL" : "NORMAL"}; BEGIN IMMEDIATE;`);
    try {
      const result = change();
      this.setMeta("checkpoint", JSON.stringify(this.#time.checkpoint()));
      this.#database.exec("COMMIT");
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
      throw error;
    } finally {
      this.#committing = false;
    }
  }

  meta(key: string): string | undefined {
    const [row] = this.rows("SELECT value FROM meta WHERE key = ?", key);
    return row === undefined ? undefined : String(row.value);
  }

  setMeta(key: string, value: string): void {
    this.run("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", key, value);
  }

  run(sql: string, ...values: SQLInputValue[]): void {
    this.#statement(sql).run(...values);
  }

  rows(sql: string, ...values: SQLInputValue[]): Record<string, SQLOutputValue>[] {
    return this.#statement(sql).all(...values);
  }

  /** The `data` column of each row: our own JSON, so its shape is what was written. */
  documents<T>(sql: string, ...values: SQLInputValue[]): T[] {
    return this.rows(sql, ...values).map((row) => JSON.parse(String(row.data)) as T);
  }

  /** Takes deleted rows off the disk: with `secure_delete` they are gone from the file, but not yet from the WAL. */
  scrub(): void {
    this.#database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  }

  close(): void {
    this.commit("now", () => undefined);
    this.#database.close();
  }

  #statement(sql: string): StatementSync {
    const kept = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, kept);
    return kept;
  }
}
