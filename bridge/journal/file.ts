import { randomUUID } from "node:crypto";
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import { type Checkpoint, type Clock, SiteTime } from "../clock.ts";

/** "now": on disk when the commit returns. "soon": for what the router can be asked again. */
export type Durability = "now" | "soon";

/** Routers count in whole seconds. */
const smallestRaiseMs = 1_000;

/** The run that knows it, and those since which nothing was lost. */
type Counted = { run: string; runs: string[] };
const mostRuns = 20;

/** Of the machine, by their names. */
type Runs = { present: string; before: string };

export class JournalFile {
  readonly #database: DatabaseSync;
  readonly #time: SiteTime;
  readonly #clock: Clock;
  readonly machineBoot: string;
  readonly #statements = new Map<string, StatementSync>();
  #committing = false;

  constructor(database: DatabaseSync, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    this.machineBoot = clock.machineBoot;
    const last = this.meta("checkpoint");
    this.#time = new SiteTime(clock, last === undefined ? undefined : (JSON.parse(last) as Checkpoint));
    if (this.meta("journalId") === undefined) this.begin();
    this.#noteRun();
  }

  /** The run of the machine before this one, in which the bridge ran, too; "" where there was none. */
  get runBefore(): string {
    return this.#runs().before;
  }

  /** With a checkpoint of this run, so that the next one finds it, and none is skipped. */
  #noteRun(): void {
    const { present } = this.#runs();
    if (present === this.machineBoot) return;
    const runs: Runs = { present: this.machineBoot, before: present };
    this.commit("now", () => this.setMeta("runs", JSON.stringify(runs)));
  }

  #runs(): Runs {
    const text = this.meta("runs");
    return text === undefined ? { present: "", before: "" } : (JSON.parse(text) as Runs);
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

  /** Within a commit or not: site time has counted all that passed since that run of the machine, and is right by now. */
  countedSince(run: string): void {
    const before = this.#counted();
    const runs = before.run === run ? [run, ...before.runs] : [run];
    const isKnown = before.run === this.machineBoot && before.runs.includes(run);
    if (!isKnown)
      this.setMeta("counted", JSON.stringify({ run: this.machineBoot, runs: runs.slice(0, mostRuns) }));
  }

  /** Whether what was dated in that run of the machine is still as far away as it says. */
  isCounted(run: string): boolean {
    const { run: present, runs } = this.#counted();
    return run === this.machineBoot || (present === this.machineBoot && runs.includes(run));
  }

  #counted(): Counted {
    const text = this.meta("counted");
    return text === undefined ? { run: "", runs: [] } : (JSON.parse(text) as Counted);
  }

  /** Of the machine's steady clock, which begins at 0 with each of its runs. */
  upMs(): number {
    return this.#clock.monotonic();
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
        "lines",
        "line_usage",
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
