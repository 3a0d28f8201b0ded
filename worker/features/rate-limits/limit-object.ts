import { DurableObject } from "cloudflare:workers";
import { hourMs } from "../../contract/values/time.ts";
import { type Attempt, type AttemptAnswer, type Forgotten, isKnown, take, without } from "./attempts.ts";
import { type LeaseAnswer, type LeaseAsk, leaseAnswer } from "./lease.ts";
import type { PromptAnswer } from "./prompt.ts";
import { type PromptEnd, type PromptRequest, Prompts } from "./prompts.ts";
import { type KeyAnswer, type NewKey, RequestKeys } from "./request-keys.ts";
import { SubjectRows } from "./subject-rows.ts";

/** Old rows are looked for this often, in all of a table: an index for that would be written with every act. */
const tidyMs = hourMs;

type Tables = { subjects: SubjectRows; prompts: Prompts; keys: RequestKeys };

declare module "../../env.ts" {
  interface Bindings {
    LIMIT: DurableObjectNamespace<LimitObject>;
  }
}

/** One operator, or a shard of networks, phones and accounts; each provider's object is one, too. Named through `limitFor` alone. */
export class LimitObject<Env = object> extends DurableObject<Env> {
  private known: Tables | undefined;
  private tidiedAt = 0;

  /** Tables come with the first use, not with the constructor. */
  private tables(): Tables {
    if (!this.known) {
      if (!this.mayKeep()) throw new Error("limits of a provider that is not there");
      const storage = this.ctx.storage.sql;
      this.known = {
        subjects: new SubjectRows(storage),
        prompts: new Prompts(storage),
        keys: new RequestKeys(storage),
      };
    }
    return this.known;
  }

  /** Counts one attempt under each key if every one of them is below its maximum; else counts nothing. */
  async attempt(subject: string, attempts: readonly Attempt[], now: number): Promise<AttemptAnswer> {
    const { subjects } = this.tidied(now);
    const known = subjects.read(subject);
    const { answer, counts } = take(known.counts, attempts, now);
    if (counts !== known.counts) subjects.write(subject, { ...known, counts }, known, now);
    return answer;
  }

  /** Whether this value is among those that are counted now; counts nothing. */
  async isCounted(subject: string, key: string, value: string, now: number): Promise<boolean> {
    const { counts } = this.tables().subjects.read(subject);
    const windowMs = counts[key]?.windowMs ?? 0;
    return isKnown(counts, { key, value }, now - windowMs);
  }

  /** What was counted with this value was none after all. */
  async forget(subject: string, forgotten: Forgotten, now: number): Promise<void> {
    const { subjects } = this.tables();
    const known = subjects.read(subject);
    const counts = without(known.counts, forgotten);
    if (counts !== known.counts) subjects.write(subject, { ...known, counts }, known, now);
  }

  /** For one purchase, or says who holds it. `attempts` are counted, and can refuse, only where it would be granted. */
  async lease(
    subject: string,
    ask: LeaseAsk,
    attempts: readonly Attempt[],
    now: number,
  ): Promise<LeaseAnswer> {
    const { name, holder, purchase, paymentId, holdMs, network } = ask;
    const { subjects } = this.tidied(now);
    const known = subjects.read(subject);
    const answer = leaseAnswer(known.leases[name]?.[holder], ask, now);
    if (answer.kind !== "granted") return answer;
    const { answer: counted, counts } = take(known.counts, attempts, now);
    if (!counted.allowed) return { kind: "limited", keys: counted.keys, retryAfterMs: counted.retryAfterMs };
    const from = network === undefined ? {} : { network };
    const lease = { purchase, paymentId, takenAt: now, until: now + holdMs, settledAt: null, ...from };
    const leases = { ...known.leases, [name]: { ...known.leases[name], [holder]: lease } };
    subjects.write(subject, { counts, leases }, known, now);
    return answer;
  }

  /** What `lease` would answer before anything is counted. */
  async leaseNow(subject: string, ask: LeaseAsk, now: number): Promise<LeaseAnswer> {
    const { leases } = this.tables().subjects.read(subject);
    return leaseAnswer(leases[ask.name]?.[ask.holder], ask, now);
  }

  /**
   * The first definite result ends the lease; a lease that another payment took since is left alone.
   * @param forgotten with it @returns the network that asked for it; null where none is kept
   */
  async release(
    subject: string,
    name: string,
    paymentId: string,
    now: number,
    forgotten: Forgotten | null = null,
  ): Promise<string | null> {
    const { subjects } = this.tables();
    const known = subjects.read(subject);
    const all = Object.entries(known.leases[name] ?? {});
    const own = all.map(([, one]) => one).find((one) => one.paymentId === paymentId);
    const counts = forgotten === null ? known.counts : without(known.counts, forgotten);
    if (own?.settledAt !== null) {
      if (counts !== known.counts) subjects.write(subject, { ...known, counts }, known, now);
      return own?.network ?? null;
    }
    const released = all.map(([holder, one]) => {
      const ended = { ...one, until: Math.min(one.until, now), settledAt: one.settledAt ?? now };
      return [holder, one.paymentId === paymentId ? ended : one] as const;
    });
    const leases = { ...known.leases, [name]: Object.fromEntries(released) };
    subjects.write(subject, { counts, leases }, known, now);
    return own.network ?? null;
  }

  /** The payment that this holder last had open, else the latest of any holder; taken after `since`. */
  async latest(
    subject: string,
    name: string,
    holder: string,
    since: number,
  ): Promise<{ paymentId: string; open: boolean; until: number } | null> {
    const byHolder = this.tables().subjects.read(subject).leases[name] ?? {};
    const recent = Object.entries(byHolder).filter(([, { takenAt }]) => takenAt > since);
    const [own] = recent.filter(([of]) => of === holder);
    const [, lease] = own ?? recent.sort(([, one], [, other]) => other.takenAt - one.takenAt)[0] ?? [];
    return lease ? { paymentId: lease.paymentId, open: lease.settledAt === null, until: lease.until } : null;
  }

  /** Its holder wants another purchase: the lease is over, and how the payment ends stays open. */
  async letGo(subject: string, name: string, paymentId: string, now: number): Promise<void> {
    const { subjects } = this.tables();
    const known = subjects.read(subject);
    const all = Object.entries(known.leases[name] ?? {});
    if (!all.some(([, one]) => one.paymentId === paymentId && one.until > now)) return;
    const over = all.map(([holder, one]) => {
      const until = one.paymentId === paymentId ? Math.min(one.until, now) : one.until;
      return [holder, { ...one, until }] as const;
    });
    const leases = { ...known.leases, [name]: Object.fromEntries(over) };
    subjects.write(subject, { ...known, leases }, known, now);
  }

  async letPromptGo(phone: string, paymentId: string, now: number): Promise<void> {
    this.tables().prompts.letGo(phone, paymentId, now);
  }

  /** Whether a prompt may go to a phone now; `granted` holds the phone for it. */
  async askPrompt(ask: PromptRequest, now: number): Promise<PromptAnswer> {
    const { prompts } = this.tidied(now);
    return this.ctx.storage.transactionSync(() => prompts.ask(ask, now));
  }

  async endPrompt(end: PromptEnd, now: number): Promise<void> {
    const { prompts } = this.tables();
    this.ctx.storage.transactionSync(() => prompts.end(end, now));
  }

  /** `same` for a repeat with this body, with the result that the first one named. Kept 24 h. */
  async claimKey(claim: NewKey, now: number): Promise<KeyAnswer> {
    const { keys } = this.tidied(now);
    return this.ctx.storage.transactionSync(() => keys.claim(claim, now));
  }

  /** The same without claiming anything: null for a key that is not known. */
  async knownKey(key: string, hash: string, now: number): Promise<KeyAnswer | null> {
    return this.tables().keys.known(key, hash, now);
  }

  async keepKey(claim: Omit<NewKey, "perMinute">, now: number): Promise<void> {
    this.tidied(now).keys.keep(claim, now);
  }

  /** Whether there may be tables. */
  protected mayKeep(): boolean {
    return true;
  }

  /** The storage was emptied. */
  protected forgetLimits(): void {
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
