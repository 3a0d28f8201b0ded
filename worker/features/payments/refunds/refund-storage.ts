import { exec } from "../../../db/executor.ts";
import { sql } from "../../../db/sql.ts";
import type { RefundEvent } from "../gateways/refund-types.ts";
import type { RefundEffect, RefundState, RefundStep } from "./refund-state.ts";

type Owed = { number: number; effect: RefundEffect };

/** As a backup has it. @property events their lines, oldest first @property owed effects that were not done yet */
export type WholeRefunds = {
  book: RefundState;
  events: { number: number; at: number; event: string; body: string | null }[];
  owed: { number: number; effect: string }[];
};

/** What an object keeps of refunds: the book, every event with its raw body, and effects still to be pushed. */
export class RefundStorage {
  private readonly storage: DurableObjectStorage;
  private known: RefundState | undefined;
  private looked = false;

  constructor(storage: DurableObjectStorage) {
    this.storage = storage;
  }

  /** Undefined where nothing was ever asked back: reading writes nothing. */
  book(): RefundState | undefined {
    if (!this.looked) {
      const exists = exec(
        this.storage.sql,
        sql<{ count: number }>`SELECT count(*) AS count FROM sqlite_master WHERE name = 'refund_book'`,
      ).one().count;
      const row = exists
        ? exec(
            this.storage.sql,
            sql<{ state: string }>`SELECT state FROM refund_book WHERE id = 1`,
          ).toArray()[0]
        : undefined;
      this.known = row && (JSON.parse(row.state) as RefundState);
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
      this.makeTables();
      this.keepBook(book);
      exec(
        this.storage.sql,
        sql`INSERT INTO refund_event (number, at, event, body)
          VALUES (${refund.number}, ${now}, ${JSON.stringify(event)}, ${body})`,
      );
      for (const effect of effects)
        exec(
          this.storage.sql,
          sql`INSERT INTO refund_outbox (number, effect, next_at) VALUES (${refund.number}, ${effect}, ${now})
            ON CONFLICT (number, effect) DO UPDATE SET attempts = 0, next_at = excluded.next_at`,
        );
    });
    this.known = book;
  }

  private makeTables(): void {
    exec(
      this.storage.sql,
      sql`CREATE TABLE IF NOT EXISTS refund_book (id INTEGER PRIMARY KEY CHECK (id = 1), state TEXT NOT NULL);
        CREATE TABLE IF NOT EXISTS refund_event (place INTEGER PRIMARY KEY, number INTEGER NOT NULL, at INTEGER NOT NULL, event TEXT NOT NULL, body TEXT);
        CREATE TABLE IF NOT EXISTS refund_outbox (number INTEGER NOT NULL, effect TEXT NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, next_at INTEGER NOT NULL, PRIMARY KEY (number, effect));`,
    );
  }

  private keepBook(book: RefundState): void {
    exec(
      this.storage.sql,
      sql`INSERT INTO refund_book (id, state) VALUES (1, ${JSON.stringify(book)}) ON CONFLICT (id) DO UPDATE
        SET state = excluded.state`,
    );
  }

  /** All that is stored; null where nothing was ever asked back. */
  whole(): WholeRefunds | null {
    const book = this.book();
    if (!book) return null;
    const events = exec(
      this.storage.sql,
      sql<WholeRefunds["events"][number]>`SELECT number, at, event, body FROM refund_event ORDER BY place`,
    ).toArray();
    const owed = exec(
      this.storage.sql,
      sql<
        WholeRefunds["owed"][number]
      >`SELECT number, effect FROM refund_outbox ORDER BY number, effect DESC`,
    ).toArray();
    return { book, events, owed };
  }

  /** Into an object without any. */
  putWhole({ book, events, owed }: WholeRefunds): void {
    this.storage.transactionSync(() => {
      this.makeTables();
      this.keepBook(book);
      for (const { number, at, event, body } of events)
        exec(
          this.storage.sql,
          sql`INSERT INTO refund_event (number, at, event, body) VALUES (${number}, ${at}, ${event}, ${body})`,
        );
      for (const { number, effect } of owed)
        exec(
          this.storage.sql,
          sql`INSERT INTO refund_outbox (number, effect, next_at) VALUES (${number}, ${effect}, 0)`,
        );
    });
    this.known = book;
    this.looked = true;
  }

  /** The row stands before anything that rests on it. */
  due(now: number): Owed[] {
    if (!this.book()) return [];
    return exec(
      this.storage.sql,
      sql<Owed>`SELECT number, effect FROM refund_outbox WHERE next_at <= ${now}
        ORDER BY number, effect DESC`,
    ).toArray();
  }

  nextEffectAt(): number | null {
    if (!this.book()) return null;
    return exec(
      this.storage.sql,
      sql<{ at: number | null }>`SELECT min(next_at) AS at FROM refund_outbox`,
    ).one().at;
  }

  effectDone({ number, effect }: Owed): void {
    exec(this.storage.sql, sql`DELETE FROM refund_outbox WHERE number = ${number} AND effect = ${effect}`);
  }

  /** Doubling waits from a quarter of a second to 5 minutes. */
  effectLater({ number, effect }: Owed, now: number): void {
    exec(
      this.storage.sql,
      sql`UPDATE refund_outbox SET attempts = attempts + 1,
        next_at = ${now} + min(300000, 250 * (1 << min(attempts, 11)))
        WHERE number = ${number} AND effect = ${effect}`,
    );
  }

  forget(): void {
    this.known = undefined;
    this.looked = false;
  }
}
