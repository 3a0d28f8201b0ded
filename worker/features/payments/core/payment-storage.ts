import type { Callback } from "./callbacks.ts";
import type { Effect, PaymentEvent, PaymentState } from "./payment-state.ts";

/** An app's real callbacks about one payment are a handful. */
const mostShared = 20;

/** An effect to be pushed. `nextAt`: not before, UTC ms. */
type Owed = { effect: Effect; attempts: number; nextAt: number };

/** All that is kept of a payment but its callbacks. */
export type Kept = {
  state: PaymentState;
  /** What led to it, oldest first. `at`: UTC ms. */
  events: { seq: number; at: number; event: PaymentEvent }[];
  /** In the order they were obliged: access is granted before it is reported. */
  outbox: Owed[];
  /** 0 = never. */
  lastQueryAt: number;
  /** Place of the last callback that was read; the first one has 1. */
  readTo: number;
  /** Its money was asked back at least once. */
  hasRefunds?: true;
};

type KeptCallback = Callback & { receivedAt: number };

const paymentKey = "payment";
const callbacks = "callback ";
const callbackKey = (place: number) => callbacks + String(place).padStart(6, "0");

/**
 * What a PaymentObject keeps: an entry of state, events and effects, and one of each raw callback, which may be large. Entries and not
 * tables: each is one written row, and a table would be two more. A change of the state is written at once, but for the first ones:
 * until something is about to go out, a payment is in memory alone, and one whose process dies never was. What was done (effects,
 * callbacks read) is written by `flush`, once for all of it: until then it is lost with the process, and done again.
 */
export class PaymentStorage {
  private readonly storage: DurableObjectStorage;
  private known: Kept | undefined;
  private looked = false;
  private isStored = false;
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
      this.known = this.storage.kv.get<Kept>(paymentKey);
      this.isStored = this.known !== undefined;
      this.looked = true;
    }
    return this.known;
  }

  /** Whether anything was ever asked back here; where no payment is kept, its refunds alone may be. */
  mayHaveRefunds(): boolean {
    return this.kept()?.hasRefunds ?? this.kept() === undefined;
  }

  /** Before the first refund begins. */
  expectRefunds(): void {
    if (!this.mayHaveRefunds()) this.write({ ...this.mustHave(), hasRefunds: true });
  }

  /** In memory, until it is stored with a change that matters. */
  create(state: PaymentState): void {
    this.known = { state, events: [], outbox: [], lastQueryAt: 0, readTo: 0 };
    this.looked = true;
  }

  /** What was created and never stored is gone. */
  dropUnstored(): void {
    if (!this.isStored) this.known = undefined;
  }

  /** State, event and effects in one write. @returns whether it is the first one that is stored */
  save(state: PaymentState, event: PaymentEvent, effects: readonly Effect[], now: number): boolean {
    const { outbox, events, ...rest } = this.mustHave();
    const owed = effects.map((effect): Owed => ({ effect, attempts: 0, nextAt: now }));
    const kept = {
      ...rest,
      state,
      events: [...events, { seq: state.seq, at: now, event }],
      outbox: [
        ...outbox.map((one) => owed.find(({ effect }) => effect === one.effect) ?? one),
        ...owed.filter(({ effect }) => !outbox.some((one) => one.effect === effect)),
      ],
    };
    const isFirst = !this.isStored;
    if (isFirst && state.status === "created") {
      this.known = kept;
      return false;
    }
    this.write(kept);
    return isFirst;
  }

  /** Writes what was done since the last write. */
  flush(): void {
    if (this.isBehind) this.write(this.mustHave());
  }

  private write(kept: Kept): void {
    this.storage.kv.put(paymentKey, kept);
    this.isStored = true;
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
  addCallback({ door, body }: Callback, receivedAt: number): boolean {
    if (!this.isStored) this.write(this.mustHave());
    const known = [...this.storage.kv.list<KeptCallback>({ prefix: callbacks })].map(([, one]) => one);
    const isIt = (one: KeptCallback) =>
      one.body === body && JSON.stringify(one.door) === JSON.stringify(door);
    const shared = known.filter((one) => one.door.kind === "app").length;
    if (known.some(isIt) || (door.kind === "app" && shared >= mostShared)) return false;
    this.storage.kv.put(callbackKey(known.length + 1), { door, body, receivedAt } satisfies KeptCallback);
    return true;
  }

  unreadCallback(): (Callback & { place: number }) | undefined {
    const place = this.mustHave().readTo + 1;
    const callback = this.storage.kv.get<KeptCallback>(callbackKey(place));
    return callback && { ...callback, place };
  }

  markCallbackRead(place: number): void {
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

  /** As it is stored now; null where no payment is. */
  whole(): { kept: Kept; callbacks: unknown[] } | null {
    const kept = this.storage.kv.get<Kept>(paymentKey);
    return kept
      ? { kept, callbacks: [...this.storage.kv.list({ prefix: callbacks })].map(([, one]) => one) }
      : null;
  }

  /** Into an object without one. */
  putWhole(kept: Kept, all: readonly unknown[]): void {
    for (const [place, callback] of all.entries()) this.storage.kv.put(callbackKey(place + 1), callback);
    this.write(kept);
    this.looked = true;
  }

  /** Everything goes: a payment that is settled for 40 days lives on in D1 alone. */
  async forget(): Promise<void> {
    // First, so that a call that comes meanwhile asks no table that is gone.
    this.known = undefined;
    this.isStored = false;
    this.isBehind = false;
    await this.storage.deleteAlarm();
    await this.storage.deleteAll();
  }
}
