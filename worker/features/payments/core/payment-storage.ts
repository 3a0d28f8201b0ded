import { exec } from "../../../db/executor.ts";
import { sql } from "../../../db/sql.ts";
import type { Door, GatewayMessage } from "./messages.ts";
import type { Effect, PaymentEvent, PaymentState } from "./payment-state.ts";

/** An app's real messages about one payment are a handful. */
const mostShared = 20;

/** An effect to be pushed. `nextAt`: not before, UTC ms. */
type Owed = { effect: Effect; attempts: number; nextAt: number };

/** All that is kept of a payment but its messages. */
export type Kept = {
  state: PaymentState;
  /** What led to it, oldest first. `at`: UTC ms. */
  events: { seq: number; at: number; event: PaymentEvent }[];
  /** In the order they were obliged: access is granted before it is reported. */
  outbox: Owed[];
  /** 0 = never. */
  lastQueryAt: number;
  /** Place of the last message that was read. */
  readTo: number;
};

/**
 * What a PaymentObject keeps: one row of state, events and effects, and the raw messages, which may be large. A change of the state
 * is written at once. What was done (effects, messages read) is written by `flush`, once for all of it: until then it is lost with the
 * process, and done again.
 */
export class PaymentStorage {
  private readonly storage: DurableObjectStorage;
  private known: Kept | undefined;
  private looked = false;
  /** Something was done since the last write. */
  private isBehind = false;

  constructor(storage: DurableObjectStorage) {
    this.storage = storage;
  }

  /** Undefined for an object without a payment: reading writes nothing. */
  state(): PaymentState | undefined {
    return this.kept()?.state;
  }

  private kept(): Kept | undefined {
    if (!this.looked) {
      const exists = exec(
        this.storage.sql,
        sql<{ count: number }>`SELECT count(*) AS count FROM sqlite_master WHERE name = 'payment'`,
      ).one().count;
      const row = exists
        ? exec(this.storage.sql, sql<{ kept: string }>`SELECT kept FROM payment WHERE id = 1`).toArray()[0]
        : undefined;
      this.known = row && (JSON.parse(row.kept) as Kept);
      this.looked = true;
    }
    return this.known;
  }

  create(state: PaymentState): void {
    const kept: Kept = { state, events: [], outbox: [], lastQueryAt: 0, readTo: 0 };
    this.storage.transactionSync(() => {
      exec(
        this.storage.sql,
        sql`CREATE TABLE payment (id INTEGER PRIMARY KEY CHECK (id = 1), kept TEXT NOT NULL);
        CREATE TABLE message (place INTEGER PRIMARY KEY, door TEXT NOT NULL, body TEXT NOT NULL, received_at INTEGER NOT NULL);`,
      );
      exec(this.storage.sql, sql`INSERT INTO payment (id, kept) VALUES (1, ${JSON.stringify(kept)})`);
    });
    this.known = kept;
    this.looked = true;
  }

  /** State, event and effects in one write. */
  save(state: PaymentState, event: PaymentEvent, effects: readonly Effect[], now: number): void {
    const { outbox, events, ...rest } = this.mustHave();
    const owed = effects.map((effect): Owed => ({ effect, attempts: 0, nextAt: now }));
    this.write({
      ...rest,
      state,
      events: [...events, { seq: state.seq, at: now, event }],
      outbox: [
        ...outbox.map((one) => owed.find(({ effect }) => effect === one.effect) ?? one),
        ...owed.filter(({ effect }) => !outbox.some((one) => one.effect === effect)),
      ],
    });
  }

  /** Writes what was done since the last write. */
  flush(): void {
    if (this.isBehind) this.write(this.mustHave());
  }

  private write(kept: Kept): void {
    exec(this.storage.sql, sql`UPDATE payment SET kept = ${JSON.stringify(kept)} WHERE id = 1`);
    this.known = kept;
    this.isBehind = false;
  }

  private note(done: Partial<Kept>): void {
    this.known = { ...this.mustHave(), ...done };
    this.isBehind = true;
  }

  private mustHave(): Kept {
    const kept = this.kept();
    if (!kept) throw new Error("this payment does not exist");
    return kept;
  }

  /** False when it is known, or when so many came by a shared address that another one can only be a flood. */
  addMessage({ door, body }: GatewayMessage, receivedAt: number): boolean {
    const isShared = door.kind === "app";
    const written = exec(
      this.storage.sql,
      sql`INSERT INTO message (door, body, received_at) SELECT ${JSON.stringify(door)}, ${body}, ${receivedAt}
        WHERE NOT EXISTS (SELECT 1 FROM message WHERE door = ${JSON.stringify(door)} AND body = ${body})
          AND (NOT ${isShared} OR (SELECT count(*) FROM message WHERE door LIKE '%"app"%') < ${mostShared})`,
    );
    return written.rowsWritten > 0;
  }

  unreadMessage(): (GatewayMessage & { place: number }) | undefined {
    const row = exec(
      this.storage.sql,
      sql<{ place: number; door: string; body: string }>`SELECT place, door, body FROM message
        WHERE place > ${this.mustHave().readTo} ORDER BY place LIMIT 1`,
    ).toArray()[0];
    return row && { place: row.place, body: row.body, door: JSON.parse(row.door) as Door };
  }

  markMessageRead(place: number): void {
    this.note({ readTo: place });
  }

  /** 0 = never. */
  lastQueryAt(): number {
    return this.mustHave().lastQueryAt;
  }

  /** Written with the next change: after a death the gateway is asked once more at most. */
  setLastQueryAt(at: number): void {
    this.known = { ...this.mustHave(), lastQueryAt: at };
  }

  dueEffects(now: number): Owed[] {
    return this.pushable().filter(({ nextAt }) => nextAt <= now);
  }

  /** UTC ms; null = nothing is owed. */
  nextEffectAt(): number | null {
    const times = this.pushable().map(({ nextAt }) => nextAt);
    return times.length > 0 ? Math.min(...times) : null;
  }

  /** Rows and nudges rest on what was granted or taken back: while that is owed, D1 must not show the payment's new end. */
  private pushable(): Owed[] {
    const { outbox } = this.mustHave();
    return this.owesBooks() ? outbox.filter(({ effect }) => effect !== "row" && effect !== "nudge") : outbox;
  }

  /** The access and the books do not know yet that it was paid, or taken back. */
  owesBooks(): boolean {
    const outbox = this.kept()?.outbox ?? [];
    return outbox.some(({ effect }) => effect === "grant" || effect === "take-back");
  }

  effectDone(effect: Effect): void {
    this.note({ outbox: this.mustHave().outbox.filter((one) => one.effect !== effect) });
  }

  /** Doubling waits from a quarter of a second to 5 minutes. */
  effectLater(effect: Effect, now: number): void {
    const later = ({ attempts, ...one }: Owed): Owed => ({
      ...one,
      attempts: attempts + 1,
      nextAt: now + Math.min(300_000, 250 * 2 ** attempts),
    });
    this.note({ outbox: this.mustHave().outbox.map((one) => (one.effect === effect ? later(one) : one)) });
  }

  /** Everything goes: a payment that is settled for 40 days lives on in D1 alone. */
  async forget(): Promise<void> {
    // First, so that a call that comes meanwhile asks no table that is gone.
    this.known = undefined;
    this.isBehind = false;
    await this.storage.deleteAlarm();
    await this.storage.deleteAll();
  }
}
