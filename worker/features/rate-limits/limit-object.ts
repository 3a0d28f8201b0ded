import { DurableObject } from "cloudflare:workers";
import { exec } from "../../db/executor.ts";
import { sql } from "../../db/sql.ts";
import { type Attempt, type AttemptAnswer, Attempts } from "./attempts.ts";
import { type LeaseAnswer, type LeaseAsk, leaseAnswer, type OpenLease } from "./lease.ts";
import type { PromptAnswer } from "./prompt.ts";
import { type PromptEnd, type PromptRequest, Prompts } from "./prompts.ts";
import { type KeyAnswer, type NewKey, RequestKeys } from "./request-keys.ts";

/** Old rows are looked for this often, in all of a table: an index for that would be written with every act. */
const tidyMs = 3_600_000;

type Tables = { attempts: Attempts; prompts: Prompts; keys: RequestKeys; storage: SqlStorage };

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
      exec(
        storage,
        sql`CREATE TABLE IF NOT EXISTS leases (
          subject TEXT NOT NULL, holder TEXT NOT NULL, purchase TEXT NOT NULL, payment_id TEXT NOT NULL,
          taken_at INTEGER NOT NULL, until INTEGER NOT NULL, settled_at INTEGER,
          PRIMARY KEY (subject, holder)) WITHOUT ROWID`,
      );
      this.known = {
        attempts: new Attempts(storage),
        prompts: new Prompts(storage),
        keys: new RequestKeys(storage),
        storage,
      };
    }
    return this.known;
  }

  /** Counts one attempt under each key if every one of them is below its maximum; else counts nothing. */
  async attempt(attempts: readonly Attempt[], now: number): Promise<AttemptAnswer> {
    const tables = this.tidied(now);
    return this.ctx.storage.transactionSync(() => tables.attempts.take(attempts, now));
  }

  /** For one purchase, or says who holds it. `attempts` are counted, and can refuse, only where it would be granted. */
  async lease(ask: LeaseAsk, attempts: readonly Attempt[], now: number): Promise<LeaseAnswer> {
    const { attempts: counts, storage } = this.tidied(now);
    return this.ctx.storage.transactionSync(() => {
      const answer = leaseAnswer(this.openLease(ask), ask, now);
      if (answer.kind !== "granted") return answer;
      const { allowed, keys, retryAfterMs } = counts.take(attempts, now);
      if (!allowed) return { kind: "limited", keys, retryAfterMs };
      exec(
        storage,
        sql`INSERT INTO leases (subject, holder, purchase, payment_id, taken_at, until)
          VALUES (${ask.subject}, ${ask.holder}, ${ask.purchase}, ${ask.paymentId}, ${now},
            ${now + ask.holdMs})
          ON CONFLICT (subject, holder) DO UPDATE
          SET purchase = excluded.purchase, payment_id = excluded.payment_id,
            taken_at = excluded.taken_at, until = excluded.until, settled_at = NULL`,
      );
      return answer;
    });
  }

  /** What `lease` would answer before anything is counted. */
  async leaseNow(ask: LeaseAsk, now: number): Promise<LeaseAnswer> {
    return leaseAnswer(this.openLease(ask), ask, now);
  }

  /** The first definite result ends the lease; a lease that another payment took since is left alone. */
  async release(subject: string, paymentId: string, now: number): Promise<void> {
    exec(
      this.tables().storage,
      sql`UPDATE leases SET until = min(until, ${now}), settled_at = coalesce(settled_at, ${now})
        WHERE subject = ${subject} AND payment_id = ${paymentId}`,
    );
  }

  /** The payment that this holder last had open, else the latest of any holder; taken after `since`. */
  async latest(
    subject: string,
    holder: string,
    since: number,
  ): Promise<{ paymentId: string; open: boolean; until: number } | null> {
    const [lease] = exec(
      this.tables().storage,
      sql<{ paymentId: string; settledAt: number | null; until: number }>`SELECT payment_id AS paymentId,
          settled_at AS settledAt, until FROM leases
        WHERE subject = ${subject} AND taken_at > ${since} ORDER BY holder = ${holder} DESC, taken_at DESC
        LIMIT 1`,
    ).toArray();
    if (!lease) return null;
    const { paymentId, settledAt, until } = lease;
    return { paymentId, open: settledAt === null, until };
  }

  /** Its holder wants another purchase: the lease is over, and how the payment ends stays open. */
  async letGo(subject: string, paymentId: string, now: number): Promise<void> {
    exec(
      this.tables().storage,
      sql`UPDATE leases SET until = min(until, ${now}) WHERE subject = ${subject} AND payment_id = ${paymentId}`,
    );
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

  private openLease({ subject, holder }: LeaseAsk): OpenLease | undefined {
    return exec(
      this.tables().storage,
      sql<OpenLease>`SELECT purchase, payment_id AS paymentId, taken_at AS takenAt, until,
          settled_at AS settledAt FROM leases
        WHERE subject = ${subject} AND holder = ${holder}`,
    ).toArray()[0];
  }

  /** A lease is of no interest after a day. */
  private tidied(now: number): Tables {
    const tables = this.tables();
    if (this.tidiedAt + tidyMs > now) return tables;
    this.tidiedAt = now;
    tables.attempts.tidy(now);
    tables.prompts.tidy(now);
    tables.keys.tidy(now);
    exec(tables.storage, sql`DELETE FROM leases WHERE until <= ${now - 86_400_000}`);
    return tables;
  }
}
