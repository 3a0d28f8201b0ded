import { dayMs } from "../../contract/values/time.ts";
import { exec } from "../../db/executor.ts";
import { type Sql, sql } from "../../db/sql.ts";
import type { AuditLine } from "../audit/index.ts";
import type { Holding, SwitchState } from "./switch-state.ts";

/** Rows that are settled and told for longer than any payment lives are let go. */
const forgetMs = 40 * dayMs;

/** What a SwitchObject keeps: its state, what each payment holds of it, and how much of both D1 has been told. */
export class SwitchStorage {
  private readonly storage: DurableObjectStorage;
  private known: SwitchState | undefined;
  private looked = false;

  constructor(storage: DurableObjectStorage) {
    this.storage = storage;
  }

  /** Undefined for an object that nobody configured: looking at one writes nothing. */
  state(): SwitchState | undefined {
    if (!this.looked) {
      const exists = exec(
        this.storage.sql,
        sql<{ count: number }>`SELECT count(*) AS count FROM sqlite_master WHERE name = 'switch'`,
      ).one().count;
      const row = exists
        ? exec(this.storage.sql, sql<{ state: string }>`SELECT state FROM switch WHERE id = 1`).toArray()[0]
        : undefined;
      this.known = row ? (JSON.parse(row.state) as SwitchState) : undefined;
      this.looked = true;
      if (row) this.raise();
    }
    return this.known;
  }

  create(state: SwitchState): void {
    exec(
      this.storage.sql,
      sql`CREATE TABLE schema_step (step INTEGER PRIMARY KEY);
      INSERT INTO schema_step (step) VALUES (1);
      CREATE TABLE switch (id INTEGER PRIMARY KEY CHECK (id = 1), state TEXT NOT NULL, told_seq INTEGER NOT NULL);
      CREATE TABLE holding (payment_id TEXT PRIMARY KEY, body TEXT NOT NULL, status TEXT NOT NULL,
        reserved_at INTEGER NOT NULL, ask_at INTEGER NOT NULL, told INTEGER NOT NULL DEFAULT 0);
      CREATE INDEX holding_open ON holding (ask_at) WHERE status = 'reserved';
      CREATE INDEX holding_untold ON holding (payment_id) WHERE status IN ('collected', 'taken-back') AND told = 0;
      CREATE INDEX holding_age ON holding (reserved_at);`,
    );
    exec(
      this.storage.sql,
      sql`INSERT INTO switch (id, state, told_seq) VALUES (1, ${JSON.stringify(state)}, 0)`,
    );
    this.known = state;
    this.looked = true;
    this.raise();
  }

  /** Tables that came later than the first ones. */
  private raise(): void {
    const { step } = exec(
      this.storage.sql,
      sql<{ step: number }>`SELECT max(step) AS step FROM schema_step`,
    ).one();
    if (step >= 2) return;
    exec(
      this.storage.sql,
      sql`CREATE TABLE IF NOT EXISTS line (id TEXT PRIMARY KEY, body TEXT NOT NULL);
        INSERT OR IGNORE INTO schema_step (step) VALUES (2);`,
    );
  }

  holding(paymentId: string): Holding | undefined {
    const row = exec(
      this.storage.sql,
      sql<{ body: string }>`SELECT body FROM holding WHERE payment_id = ${paymentId}`,
    ).toArray()[0];
    return row && (JSON.parse(row.body) as Holding);
  }

  /** Call inside `transactionSync`. @param askAt when its payment is asked, should nobody say what became of it */
  save(state: SwitchState, holding: Holding | undefined, askAt: number): void {
    exec(this.storage.sql, sql`UPDATE switch SET state = ${JSON.stringify(state)} WHERE id = 1`);
    if (holding)
      exec(
        this.storage.sql,
        sql`INSERT INTO holding (payment_id, body, status, reserved_at, ask_at)
          VALUES (${holding.paymentId}, ${JSON.stringify(holding)}, ${holding.status}, ${holding.reservedAt},
            ${askAt})
          ON CONFLICT (payment_id) DO UPDATE SET body = excluded.body, status = excluded.status,
            told = CASE WHEN excluded.status = holding.status THEN holding.told ELSE 0 END`,
      );
    this.known = state;
  }

  /** Reservations whose payment should be asked by now, the longest silent ones first. */
  silent(now: number, limit: number): Holding[] {
    return this.bodies(
      sql<{
        body: string;
      }>`SELECT body FROM holding WHERE status = 'reserved' AND ask_at <= ${now} ORDER BY ask_at
        LIMIT ${limit}`,
    );
  }

  askLater(paymentId: string, at: number): void {
    exec(this.storage.sql, sql`UPDATE holding SET ask_at = ${at} WHERE payment_id = ${paymentId}`);
  }

  nextAskAt(): number | null {
    return exec(
      this.storage.sql,
      sql<{ at: number | null }>`SELECT min(ask_at) AS at FROM holding WHERE status = 'reserved'`,
    ).one().at;
  }

  /** What was collected, or taken back, and D1 does not show yet. */
  untold(limit: number): Holding[] {
    return this.bodies(
      sql<{
        body: string;
      }>`SELECT body FROM holding WHERE status IN ('collected', 'taken-back') AND told = 0 LIMIT ${limit}`,
    );
  }

  /** Call inside `transactionSync`: an act and its line stand or fall together. */
  addLine(line: AuditLine): void {
    exec(this.storage.sql, sql`INSERT INTO line (id, body) VALUES (${line.id}, ${JSON.stringify(line)})`);
  }

  /** Of the operator's acts, those that the audit does not have yet. */
  lines(): AuditLine[] {
    return exec(this.storage.sql, sql<{ body: string }>`SELECT body FROM line ORDER BY rowid`)
      .toArray()
      .map(({ body }) => JSON.parse(body) as AuditLine);
  }

  /** D1 has these rows, these lines and this state. */
  told(holdings: readonly Holding[], lines: readonly AuditLine[], seq: number): void {
    this.storage.transactionSync(() => {
      for (const { paymentId, status } of holdings)
        exec(
          this.storage.sql,
          sql`UPDATE holding SET told = 1 WHERE payment_id = ${paymentId} AND status = ${status}`,
        );
      for (const { id } of lines) exec(this.storage.sql, sql`DELETE FROM line WHERE id = ${id}`);
      exec(this.storage.sql, sql`UPDATE switch SET told_seq = max(told_seq, ${seq}) WHERE id = 1`);
    });
  }

  /** Whatever was collected in this cycle counts as untold. */
  forgetTold(cycle: number): void {
    exec(
      this.storage.sql,
      sql`UPDATE holding SET told = 0 WHERE status = 'collected'
        AND json_extract(body, '$.cycle') = ${cycle}`,
    );
  }

  /** D1 shows all there is. */
  isTold(): boolean {
    const { told } = exec(
      this.storage.sql,
      sql<{ told: number }>`SELECT told_seq AS told FROM switch WHERE id = 1`,
    ).one();
    return told >= (this.known?.seq ?? 0) && this.untold(1).length === 0 && this.lines().length === 0;
  }

  /** @param now UTC ms */
  tidy(now: number): void {
    exec(
      this.storage.sql,
      sql`DELETE FROM holding WHERE reserved_at <= ${now - forgetMs}
        AND (status = 'released' OR (status IN ('collected', 'taken-back') AND told = 1))`,
    );
  }

  private bodies(statement: Sql<{ body: string }>): Holding[] {
    return exec(this.storage.sql, statement)
      .toArray()
      .map(({ body }) => JSON.parse(body) as Holding);
  }
}
