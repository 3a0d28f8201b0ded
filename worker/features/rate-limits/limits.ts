import { dayMs, hourMs } from "../../contract/values/time.ts";
import { exec } from "../../db/executor.ts";
import { sql } from "../../db/sql.ts";
import {
  type Attempt,
  type AttemptAnswer,
  type Counts,
  type Forgotten,
  isKnown,
  type LeaseAnswer,
  type LeaseAsk,
  leaseAnswer,
  type OpenLease,
  take,
  without,
} from "./attempts.ts";
import type { PromptAnswer } from "./prompt-state.ts";
import { type PromptEnd, type PromptRequest, Prompts } from "./prompts.ts";

/** Old rows are looked for this often, in all of a table: an index for that would be written with every act. */
const tidyMs = hourMs;

type Tables = { subjects: SubjectRows; prompts: Prompts; keys: RequestKeys };

export const limitActs = [
  ...(["attempt", "isCounted", "forget", "lease", "release", "latest"] as const),
  ...(["askPrompt", "endPrompt", "claimKey", "knownKey", "keepKey"] as const),
] as const;
export type LimitAct = (typeof limitActs)[number];

/** What an object that counts answers: one of the acts of `Limits`, by its name. */
export interface LimitCalls {
  limit(act: LimitAct, given: readonly unknown[]): Promise<unknown>;
}

/** What is counted and held in one object's storage. */
export class Limits {
  private readonly storage: DurableObjectStorage;
  private readonly mayKeep: () => boolean;
  private known: Tables | undefined;
  private tidiedAt = 0;

  /** @param mayKeep whether there may be tables */
  constructor(storage: DurableObjectStorage, mayKeep = () => true) {
    this.storage = storage;
    this.mayKeep = mayKeep;
  }

  /** One of the acts below, by its name. */
  answer(act: LimitAct, given: readonly unknown[]): unknown {
    const method = this[act] as (...given: unknown[]) => unknown;
    return method.apply(this, [...given]);
  }

  /** Tables come with the first use, not with the constructor. */
  private tables(): Tables {
    if (!this.known) {
      if (!this.mayKeep()) throw new Error("limits of a provider that is not there");
      const { sql: rows } = this.storage;
      this.known = {
        subjects: new SubjectRows(rows),
        prompts: new Prompts(rows),
        keys: new RequestKeys(rows),
      };
    }
    return this.known;
  }

  /** Counts one attempt under each key if every one of them is below its maximum; else counts nothing. */
  attempt(subject: string, now: number, ...attempts: Attempt[]): AttemptAnswer {
    const { subjects } = this.tidied(now);
    const known = subjects.read(subject);
    const { answer, counts } = take(known.counts, attempts, now);
    if (counts !== known.counts) subjects.write(subject, { ...known, counts }, known, now);
    return answer;
  }

  /** Whether this value is among those that are counted now; counts nothing. */
  isCounted(subject: string, now: number, key: string, value: string): boolean {
    const { counts } = this.tables().subjects.read(subject);
    const windowMs = counts[key]?.windowMs ?? 0;
    return isKnown(counts, { key, value }, now - windowMs);
  }

  /** What was counted with this value was none after all. */
  forget(subject: string, now: number, forgotten: Forgotten): void {
    const { subjects } = this.tables();
    const known = subjects.read(subject);
    const counts = without(known.counts, forgotten);
    if (counts !== known.counts) subjects.write(subject, { ...known, counts }, known, now);
  }

  /**
   * For one order, or says who holds it. `attempts` are counted, and can refuse, only where it would be granted; null: it is not taken,
   * only said.
   */
  lease(subject: string, now: number, ask: LeaseAsk, attempts: readonly Attempt[] | null = []): LeaseAnswer {
    const { name, holder, order, paymentId, holdMs, network } = ask;
    const { subjects } = this.tidied(now);
    const known = subjects.read(subject);
    const answer = leaseAnswer(known.leases[name]?.[holder], ask, now);
    if (answer.kind !== "granted" || attempts === null) return answer;
    const { answer: counted, counts } = take(known.counts, attempts, now);
    if (!counted.allowed) return { kind: "limited", keys: counted.keys, retryAfterMs: counted.retryAfterMs };
    const from = network === undefined ? {} : { network };
    const lease = { order, paymentId, takenAt: now, until: now + holdMs, settledAt: null, ...from };
    const leases = { ...known.leases, [name]: { ...known.leases[name], [holder]: lease } };
    subjects.write(subject, { counts, leases }, known, now);
    return answer;
  }

  /**
   * Ends the lease of this payment; one that another payment took since is left alone. @returns the network that asked for it; null
   * where none is kept
   */
  release(subject: string, now: number, { name, paymentId, isSettled, forgotten }: Release): string | null {
    const { subjects } = this.tables();
    const known = subjects.read(subject);
    const all = Object.entries(known.leases[name] ?? {});
    const own = all.map(([, one]) => one).find((one) => one.paymentId === paymentId);
    const counts = forgotten ? without(known.counts, forgotten) : known.counts;
    const isOpen = own?.settledAt === null && (isSettled || own.until > now);
    const ended = ({ settledAt, ...one }: OpenLease): OpenLease => ({
      ...one,
      until: Math.min(one.until, now),
      settledAt: settledAt ?? (isSettled ? now : null),
    });
    const rest = all.map(
      ([holder, one]) => [holder, one.paymentId === paymentId ? ended(one) : one] as const,
    );
    const leases = isOpen ? { ...known.leases, [name]: Object.fromEntries(rest) } : known.leases;
    if (isOpen || counts !== known.counts) subjects.write(subject, { counts, leases }, known, now);
    return own?.network ?? null;
  }

  /** The payment that this holder last had open, else the latest of any holder; taken after `since`. */
  latest(
    subject: string,
    _now: number,
    name: string,
    holder: string,
    since: number,
  ): { paymentId: string; open: boolean; until: number } | null {
    const byHolder = this.tables().subjects.read(subject).leases[name] ?? {};
    const recent = Object.entries(byHolder).filter(([, { takenAt }]) => takenAt > since);
    const [own] = recent.filter(([of]) => of === holder);
    const [, lease] = own ?? recent.sort(([, one], [, other]) => other.takenAt - one.takenAt)[0] ?? [];
    return lease ? { paymentId: lease.paymentId, open: lease.settledAt === null, until: lease.until } : null;
  }

  /** Whether a prompt may go to a phone now; `granted` holds the phone for it. */
  askPrompt(phone: string, now: number, ask: Omit<PromptRequest, "phone">): PromptAnswer {
    const { prompts } = this.tidied(now);
    return this.storage.transactionSync(() => prompts.ask({ ...ask, phone }, now));
  }

  endPrompt(phone: string, now: number, end: Omit<PromptEnd, "phone">): void {
    const { prompts } = this.tables();
    this.storage.transactionSync(() => prompts.end({ ...end, phone }, now));
  }

  /** `same` for a repeat with this body, with the result that the first one named. Kept 24 h. */
  claimKey(subject: string, now: number, claim: NewKey): KeyAnswer {
    const { keys } = this.tidied(now);
    return this.storage.transactionSync(() => keys.claim({ ...claim, key: `${subject} ${claim.key}` }, now));
  }

  /** The same without claiming anything: null for a key that is not known. */
  knownKey(subject: string, now: number, key: string, hash: string): KeyAnswer | null {
    return this.tables().keys.known(`${subject} ${key}`, hash, now);
  }

  keepKey(subject: string, now: number, claim: Omit<NewKey, "perMinute">): void {
    this.tidied(now).keys.keep({ ...claim, key: `${subject} ${claim.key}` }, now);
  }

  /** The storage was emptied. */
  forgetAll(): void {
    this.known = undefined;
  }

  private tidied(now: number): Tables {
    const tables = this.tables();
    if (this.tidiedAt + tidyMs > now) return tables;
    this.tidiedAt = now;
    tables.subjects.tidy(now);
    tables.keys.tidy(now);
    return tables;
  }
}

/**
 * @property isSettled its payment has a definite result, of which the first one counts; else its holder orders something else, and how
 * the payment ends stays open @property forgotten with it
 */
export type Release = { name: string; paymentId: string; isSettled: boolean; forgotten?: Forgotten | null };

/** Under one name; the newest. */
const keptLeases = 50;
/**
 * Counts of so short a time are in memory alone: an object that is asked so often that they matter does not sleep, and what a new
 * version forgets is a minute's.
 */
const briefMs = 60_000;
/** Subjects in memory; beyond, what is over is looked for, and again when they have doubled. */
const leastBrief = 2_000;

/** What is counted of one subject, and its leases by name and holder. */
export type Tally = { counts: Counts; leases: Record<string, Record<string, OpenLease>> };

/** One row for each subject in one object's storage: an act writes one, whatever is counted for it. */
export class SubjectRows {
  private readonly storage: SqlStorage;
  private readonly brief = new Map<string, Counts>();
  private mostBrief = leastBrief;

  constructor(storage: SqlStorage) {
    this.storage = storage;
    exec(
      storage,
      sql`CREATE TABLE IF NOT EXISTS subjects (
        subject TEXT PRIMARY KEY, body TEXT NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID`,
    );
  }

  read(subject: string): Tally {
    const [row] = exec(
      this.storage,
      sql<{ body: string }>`SELECT body FROM subjects WHERE subject = ${subject}`,
    ).toArray();
    const { counts, leases }: Tally = row ? JSON.parse(row.body) : { counts: {}, leases: {} };
    return { counts: { ...counts, ...this.brief.get(subject) }, leases };
  }

  /** A lease is of no interest after a day. @param before as it was read: what is the same is not written */
  write(subject: string, { counts, leases }: Tally, before: Tally, now: number): void {
    this.remember(subject, counts, now);
    const lasting = (all: Counts) => Object.entries(all).filter(([, { windowMs }]) => windowMs > briefMs);
    const isSame = JSON.stringify(lasting(counts)) === JSON.stringify(lasting(before.counts));
    if (isSame && leases === before.leases) return;
    const kept: Tally = { counts: Object.fromEntries(lasting(counts)), leases: {} };
    const untils = Object.values(kept.counts).map(({ until }) => until);
    for (const [name, byHolder] of Object.entries(leases)) {
      const newest = Object.entries(byHolder)
        .filter(([, { until }]) => until > now - dayMs)
        .sort(([, one], [, other]) => other.takenAt - one.takenAt)
        .slice(0, keptLeases);
      kept.leases[name] = Object.fromEntries(newest);
      untils.push(...newest.map(([, { until }]) => until + dayMs));
    }
    exec(
      this.storage,
      sql`INSERT INTO subjects (subject, body, until)
        VALUES (${subject}, ${JSON.stringify(kept)}, ${Math.max(now, ...untils)})
        ON CONFLICT (subject) DO UPDATE SET body = excluded.body, until = excluded.until`,
    );
  }

  private remember(subject: string, counts: Counts, now: number): void {
    const brief = Object.entries(counts).filter(([, { windowMs }]) => windowMs <= briefMs);
    if (brief.length > 0) this.brief.set(subject, Object.fromEntries(brief));
    else this.brief.delete(subject);
    if (this.brief.size <= this.mostBrief) return;
    for (const [known, all] of this.brief)
      if (Object.values(all).every(({ until }) => until <= now)) this.brief.delete(known);
    this.mostBrief = Math.max(leastBrief, 2 * this.brief.size);
  }

  tidy(now: number): void {
    exec(this.storage, sql`DELETE FROM subjects WHERE until <= ${now}`);
  }
}

export type NewKey = { key: string; hash: string; result: string; perMinute: number };
export type KeyAnswer = { kind: "new" | "same"; result: string } | { kind: "other" } | { kind: "limited" };

/** Keys of requests with the body and result of their first use, for a day, in one object's storage. */
export class RequestKeys {
  private readonly storage: SqlStorage;

  constructor(storage: SqlStorage) {
    this.storage = storage;
    exec(
      storage,
      sql`CREATE TABLE IF NOT EXISTS idempotency (
        key TEXT PRIMARY KEY, body_hash TEXT NOT NULL, result TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS idempotency_at ON idempotency (at);`,
    );
  }

  known(key: string, hash: string, now: number): KeyAnswer | null {
    const [found] = exec(
      this.storage,
      sql<{ hash: string; result: string }>`SELECT body_hash AS hash, result FROM idempotency
        WHERE key = ${key} AND at > ${now - dayMs}`,
    ).toArray();
    if (!found) return null;
    return found.hash === hash ? { kind: "same", result: found.result } : { kind: "other" };
  }

  claim({ key, hash, result, perMinute }: NewKey, now: number): KeyAnswer {
    const known = this.known(key, hash, now);
    if (known) return known;
    // No more than fit are looked at, however many there are.
    const lately = sql`SELECT 1 FROM idempotency WHERE at > ${now - 60_000} LIMIT ${perMinute}`;
    if (exec(this.storage, lately).toArray().length >= perMinute) return { kind: "limited" };
    this.keep({ key, hash, result }, now);
    return { kind: "new", result };
  }

  /** A later result takes the place of an earlier one of the same body. */
  keep({ key, hash, result }: Omit<NewKey, "perMinute">, now: number): void {
    exec(this.storage, sql`DELETE FROM idempotency WHERE key = ${key} AND at <= ${now - dayMs}`);
    exec(
      this.storage,
      sql`INSERT INTO idempotency (key, body_hash, result, at) VALUES (${key}, ${hash}, ${result}, ${now})
        ON CONFLICT (key) DO UPDATE SET result = excluded.result WHERE body_hash = excluded.body_hash`,
    );
  }

  tidy(now: number): void {
    exec(this.storage, sql`DELETE FROM idempotency WHERE at <= ${now - dayMs}`);
  }
}
