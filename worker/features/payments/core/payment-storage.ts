import { exec } from "../../../db/executor.ts";
import { sql } from "../../../db/sql.ts";
import { sha256 } from "../../../keys.ts";
import type { Door, GatewayMessage } from "./messages.ts";
import type { Effect, PaymentEvent, PaymentState } from "./payment-state.ts";

/** Rows and nudges rest on what was granted or taken back: while that is owed, D1 must not show the payment's new end. */
const pushable = sql`(effect NOT IN ('row', 'nudge') OR NOT EXISTS (SELECT 1 FROM outbox
  WHERE effect IN ('grant', 'take-back')))`;

/** An app's real messages about one payment are a handful. */
const mostShared = 20;

/** What a PaymentObject keeps: its state, every event, raw callbacks, and the effects still to be pushed. */
export class PaymentStorage {
  private readonly storage: DurableObjectStorage;
  private known: PaymentState | undefined;
  private looked = false;

  constructor(storage: DurableObjectStorage) {
    this.storage = storage;
  }

  /** Undefined for an object without a payment: reading writes nothing. */
  state(): PaymentState | undefined {
    if (!this.looked) {
      const exists = exec(
        this.storage.sql,
        sql<{ count: number }>`SELECT count(*) AS count FROM sqlite_master WHERE name = 'payment'`,
      ).one().count;
      const row = exists
        ? exec(this.storage.sql, sql<{ state: string }>`SELECT state FROM payment WHERE id = 1`).toArray()[0]
        : undefined;
      this.known = row && (JSON.parse(row.state) as PaymentState);
      this.looked = true;
    }
    return this.known;
  }

  create(state: PaymentState): void {
    this.storage.transactionSync(() => {
      exec(
        this.storage.sql,
        sql`CREATE TABLE schema_step (step INTEGER PRIMARY KEY);
        INSERT INTO schema_step (step) VALUES (1);
        CREATE TABLE payment (id INTEGER PRIMARY KEY CHECK (id = 1), state TEXT NOT NULL, last_query_at INTEGER NOT NULL DEFAULT 0);
        CREATE TABLE event (seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, body TEXT NOT NULL);
        CREATE TABLE callback (hash TEXT PRIMARY KEY, door TEXT NOT NULL, body TEXT NOT NULL, received_at INTEGER NOT NULL, read INTEGER NOT NULL DEFAULT 0);
        CREATE TABLE outbox (effect TEXT PRIMARY KEY, attempts INTEGER NOT NULL DEFAULT 0, next_at INTEGER NOT NULL, place INTEGER NOT NULL);`,
      );
      exec(this.storage.sql, sql`INSERT INTO payment (id, state) VALUES (1, ${JSON.stringify(state)})`);
    });
    this.known = state;
    this.looked = true;
  }

  /** State, event and effects in one transaction; call inside `transactionSync`. */
  save(state: PaymentState, event: PaymentEvent, effects: readonly Effect[], now: number): void {
    exec(this.storage.sql, sql`UPDATE payment SET state = ${JSON.stringify(state)} WHERE id = 1`);
    exec(
      this.storage.sql,
      sql`INSERT INTO event (seq, at, body) VALUES (${state.seq}, ${now}, ${JSON.stringify(event)})`,
    );
    effects.forEach((effect, index) => {
      exec(
        this.storage.sql,
        sql`INSERT INTO outbox (effect, next_at, place) VALUES (${effect}, ${now}, ${state.seq * 10 + index})
          ON CONFLICT (effect) DO UPDATE SET attempts = 0, next_at = excluded.next_at`,
      );
    });
    this.known = state;
  }

  /** False when it is known, or when so many came by a shared address that another one can only be a flood. */
  addMessage({ door, body }: GatewayMessage, receivedAt: number): boolean {
    const isShared = door.kind === "app";
    const written = exec(
      this.storage.sql,
      sql`INSERT OR IGNORE INTO callback (hash, door, body, received_at)
          SELECT ${sha256(`${JSON.stringify(door)} ${body}`)}, ${JSON.stringify(door)}, ${body}, ${receivedAt}
        WHERE NOT ${isShared} OR (SELECT count(*) FROM callback WHERE door LIKE '%"app"%') < ${mostShared}`,
    );
    return written.rowsWritten > 0;
  }

  unreadMessage(): (GatewayMessage & { hash: string }) | undefined {
    const row = exec(
      this.storage.sql,
      sql<{ hash: string; door: string; body: string }>`SELECT hash, door, body FROM callback WHERE read = 0
        ORDER BY received_at LIMIT 1`,
    ).toArray()[0];
    return row && { hash: row.hash, body: row.body, door: JSON.parse(row.door) as Door };
  }

  markMessageRead(hash: string): void {
    exec(this.storage.sql, sql`UPDATE callback SET read = 1 WHERE hash = ${hash}`);
  }

  /** 0 = never. */
  lastQueryAt(): number {
    return exec(
      this.storage.sql,
      sql<{ at: number }>`SELECT last_query_at AS at FROM payment WHERE id = 1`,
    ).one().at;
  }

  setLastQueryAt(at: number): void {
    exec(this.storage.sql, sql`UPDATE payment SET last_query_at = ${at} WHERE id = 1`);
  }

  /** In the order they were obliged: access is granted before it is reported. */
  dueEffects(now: number): { effect: Effect; attempts: number }[] {
    return exec(
      this.storage.sql,
      sql<{ effect: Effect; attempts: number }>`SELECT effect, attempts FROM outbox
        WHERE next_at <= ${now} AND ${pushable} ORDER BY place`,
    ).toArray();
  }

  nextEffectAt(): number | null {
    return exec(
      this.storage.sql,
      sql<{ at: number | null }>`SELECT min(next_at) AS at FROM outbox WHERE ${pushable}`,
    ).one().at;
  }

  /** The access and the books do not know yet that it was paid, or taken back. */
  owesBooks(): boolean {
    return (
      this.state() !== undefined &&
      exec(this.storage.sql, sql`SELECT 1 FROM outbox WHERE effect IN ('grant', 'take-back')`).toArray()
        .length > 0
    );
  }

  effectDone(effect: Effect): void {
    exec(this.storage.sql, sql`DELETE FROM outbox WHERE effect = ${effect}`);
  }

  /** Doubling waits from a quarter of a second to 5 minutes. */
  effectLater(effect: Effect, now: number): void {
    exec(
      this.storage.sql,
      sql`UPDATE outbox SET attempts = attempts + 1,
        next_at = ${now} + min(300000, 250 * (1 << min(attempts, 11))) WHERE effect = ${effect}`,
    );
  }

  /** Everything goes: a payment that is settled for 40 days lives on in D1 alone. */
  async forget(): Promise<void> {
    await this.storage.deleteAlarm();
    await this.storage.deleteAll();
    this.known = undefined;
  }
}
