import type { FromBridge } from "#contract/bridge";
import type { Clock } from "../clock.ts";
import type { Journal } from "../journal.ts";

const batch = 200;
const resendMs = 10_000;

/** Sends the journal's events in order until acknowledged, one message at a time: what happens meanwhile goes with the next. */
export class Outbox {
  readonly #journal: Journal;
  readonly #clock: Clock;
  readonly #send: (message: FromBridge) => boolean;
  #isOpen = false;
  #sentTo = 0;
  #sentAt = 0;
  #isUnderWay = false;

  constructor(journal: Journal, clock: Clock, send: (message: FromBridge) => boolean) {
    this.#journal = journal;
    this.#clock = clock;
    this.#send = send;
  }

  open(ackedSeq: number): void {
    this.#journal.events.acknowledge(ackedSeq);
    this.#isOpen = true;
    this.#sentTo = ackedSeq;
    this.#isUnderWay = false;
    this.flush();
  }

  close(): void {
    this.#isOpen = false;
  }

  flush(): void {
    if (!this.#isOpen || this.#isUnderWay) return;
    const events = this.#journal.events.after(this.#sentTo, batch);
    const last = events.at(-1);
    if (!last || !this.#send({ type: "events", events })) return;
    this.#isUnderWay = true;
    this.#sentTo = last.seq;
    this.#sentAt = this.#clock.monotonic();
  }

  /** Only what was sent on this link can be acknowledged by it. */
  acknowledge(seq: number): void {
    if (!this.#isOpen || seq > this.#sentTo) return;
    this.#journal.events.acknowledge(seq);
    this.#sentAt = this.#clock.monotonic();
    if (seq < this.#sentTo) return;
    this.#isUnderWay = false;
    this.flush();
  }

  /** Sends again what stays unacknowledged for 10 s. */
  tick(): void {
    if (!this.#isOpen || this.#clock.monotonic() - this.#sentAt < resendMs) return;
    this.#sentAt = this.#clock.monotonic();
    this.#sentTo = 0;
    this.#isUnderWay = false;
    this.flush();
  }
}
