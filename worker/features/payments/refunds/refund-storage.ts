import type { RefundEvent } from "../gateways/refund-types.ts";
import type { RefundBook, RefundEffect, RefundStep } from "./refund-state.ts";

type Owed = { number: number; effect: RefundEffect };

/** What an object keeps of refunds: the book, every event with its raw body, and effects still to be pushed. */
export class RefundStorage {
  private readonly storage: DurableObjectStorage;
  private known: RefundBook | undefined;
  private looked = false;

  constructor(storage: DurableObjectStorage) {
    this.storage = storage;
  }

  /** Undefined where nothing was ever asked back: reading writes nothing. */
  book(): RefundBook | undefined {
    if (!this.looked) {
      const { sql } = this.storage;
      const exists = sql
        .exec<{ count: number }>("SELECT count(*) AS count FROM sqlite_master WHERE name = 'refund_book'")
        .one().count;
      const row = exists
        ? sql.exec<{ state: string }>("SELECT state FROM refund_book WHERE id = 1").toArray()[0]
        : undefined;
      this.known = row && (JSON.parse(row.state) as RefundBook);
      this.looked = true;
    }
    return this.known;
  }

  /** Book, event and effects in one transaction. @param body what the gateway posted, as it came */
  save(
    { book, refund, effects }: NonNullable<RefundStep>,
    event: RefundEvent,
    now: number,
    body: string | null = null,
  ): void {
    this.storage.transactionSync(() => {
      const { sql } = this.storage;
      sql.exec(
        `CREATE TABLE IF NOT EXISTS refund_book (id INTEGER PRIMARY KEY CHECK (id = 1), state TEXT NOT NULL);
        CREATE TABLE IF NOT EXISTS refund_event (place INTEGER PRIMARY KEY, number INTEGER NOT NULL, at INTEGER NOT NULL, event TEXT NOT NULL, body TEXT);
        CREATE TABLE IF NOT EXISTS refund_outbox (number INTEGER NOT NULL, effect TEXT NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, next_at INTEGER NOT NULL, PRIMARY KEY (number, effect));`,
      );
      sql.exec(
        "INSERT INTO refund_book (id, state) VALUES (1, ?1) ON CONFLICT (id) DO UPDATE SET state = excluded.state",
        JSON.stringify(book),
      );
      sql.exec(
        "INSERT INTO refund_event (number, at, event, body) VALUES (?1, ?2, ?3, ?4)",
        ...[refund.number, now, JSON.stringify(event), body],
      );
      for (const effect of effects)
        sql.exec(
          `INSERT INTO refund_outbox (number, effect, next_at) VALUES (?1, ?2, ?3)
          ON CONFLICT (number, effect) DO UPDATE SET attempts = 0, next_at = excluded.next_at`,
          ...[refund.number, effect, now],
        );
    });
    this.known = book;
  }

  /** The row stands before anything that rests on it. */
  due(now: number): Owed[] {
    if (!this.book()) return [];
    return this.storage.sql
      .exec<Owed>(
        "SELECT number, effect FROM refund_outbox WHERE next_at <= ?1 ORDER BY number, effect DESC",
        now,
      )
      .toArray();
  }

  nextEffectAt(): number | null {
    if (!this.book()) return null;
    return this.storage.sql.exec<{ at: number | null }>("SELECT min(next_at) AS at FROM refund_outbox").one()
      .at;
  }

  effectDone({ number, effect }: Owed): void {
    this.storage.sql.exec("DELETE FROM refund_outbox WHERE number = ?1 AND effect = ?2", number, effect);
  }

  /** Doubling waits from a quarter of a second to 5 minutes. */
  effectLater({ number, effect }: Owed, now: number): void {
    this.storage.sql.exec(
      `UPDATE refund_outbox SET attempts = attempts + 1,
        next_at = ?3 + min(300000, 250 * (1 << min(attempts, 11))) WHERE number = ?1 AND effect = ?2`,
      ...[number, effect, now],
    );
  }

  forget(): void {
    this.known = undefined;
    this.looked = false;
  }
}
