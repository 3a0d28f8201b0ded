import { DurableObject } from "cloudflare:workers";
import type { Env } from "../../env.ts";
import { type LeaseAnswer, type LeaseAsk, leaseAnswer, type OpenLease } from "./lease.ts";

export type Attempt = { key: string; windowMs: number; max: number };
export type AttemptAnswer = { allowed: boolean; retryAfterMs: number };

export type NewKey = { key: string; hash: string; result: string; perMinute: number };
export type KeyAnswer = { kind: "new" | "same"; result: string } | { kind: "other" } | { kind: "limited" };

/** Old rows are looked for this often. */
const tidyMs = 60_000;

/**
 * Counts attempts and holds leases for one known router, one provider, or one shard of phones, accounts and networks.
 * Never created by a made-up key: callers name it through `limitFor`.
 */
export class LimitObject extends DurableObject<Env> {
  private ready = false;
  private tidiedAt = 0;

  /** Tables come with the first use, not with the constructor. */
  private sql(): SqlStorage {
    if (!this.ready) {
      this.ctx.storage.sql.exec(
        `CREATE TABLE IF NOT EXISTS attempts (key TEXT NOT NULL, at INTEGER NOT NULL);
        CREATE INDEX IF NOT EXISTS attempts_key ON attempts (key, at);
        CREATE TABLE IF NOT EXISTS leases (
          subject TEXT PRIMARY KEY, purchase TEXT NOT NULL, payment_id TEXT NOT NULL, taken_at INTEGER NOT NULL,
          until INTEGER NOT NULL, settled_at INTEGER);
        CREATE TABLE IF NOT EXISTS idempotency (
          key TEXT PRIMARY KEY, body_hash TEXT NOT NULL, result TEXT NOT NULL, at INTEGER NOT NULL);
        CREATE INDEX IF NOT EXISTS idempotency_at ON idempotency (at);`,
      );
      this.ready = true;
    }
    return this.ctx.storage.sql;
  }

  /** Counts one attempt under each key if every one of them is below its maximum; else counts nothing. */
  async attempt(attempts: readonly Attempt[], now: number): Promise<AttemptAnswer> {
    this.sql();
    return this.ctx.storage.transactionSync(() => this.take(attempts, now));
  }

  /** Counts without judging, and says how many there are in the window now. */
  async count(key: string, windowMs: number, now: number): Promise<number> {
    const sql = this.sql();
    sql.exec("INSERT INTO attempts (key, at) VALUES (?1, ?2)", key, now);
    this.tidy(now);
    return sql
      .exec<{ count: number }>(
        "SELECT count(*) AS count FROM attempts WHERE key = ?1 AND at > ?2",
        key,
        now - windowMs,
      )
      .one().count;
  }

  /**
   * Takes the lease of a subject (a device, a phone) for one purchase, or says who holds it. `attempts` are counted, and
   * can refuse, only where a lease would be granted: a repeat of what is under way is never too many.
   */
  async lease(ask: LeaseAsk, attempts: readonly Attempt[], now: number): Promise<LeaseAnswer> {
    const sql = this.sql();
    return this.ctx.storage.transactionSync(() => {
      const answer = leaseAnswer(this.openLease(ask.subject), ask, now);
      if (answer.kind !== "granted") return answer;
      const { allowed, retryAfterMs } = this.take(attempts, now);
      if (!allowed) return { kind: "limited", retryAfterMs };
      sql.exec(
        `INSERT INTO leases (subject, purchase, payment_id, taken_at, until) VALUES (?1, ?2, ?3, ?4, ?5)
        ON CONFLICT (subject) DO UPDATE SET purchase = excluded.purchase, payment_id = excluded.payment_id,
          taken_at = excluded.taken_at, until = excluded.until, settled_at = NULL`,
        ask.subject,
        ask.purchase,
        ask.paymentId,
        now,
        now + ask.holdMs,
      );
      return answer;
    });
  }

  /** The first definite result ends the lease; a lease that another payment took since is left alone. */
  async release(subject: string, paymentId: string, now: number): Promise<void> {
    this.sql().exec(
      "UPDATE leases SET until = min(until, ?3), settled_at = coalesce(settled_at, ?3) WHERE subject = ?1 AND payment_id = ?2",
      subject,
      paymentId,
      now,
    );
  }

  /** The payment that holds or last held this subject's lease, taken after `since`. */
  async latest(subject: string, since: number): Promise<{ paymentId: string; open: boolean } | null> {
    const lease = this.openLease(subject);
    if (!lease || lease.takenAt <= since) return null;
    return { paymentId: lease.paymentId, open: lease.settledAt === null };
  }

  /** `same` for a repeat with this body, with the result that the first one named. Kept 24 h. */
  async claimKey(claim: NewKey, now: number): Promise<KeyAnswer> {
    const sql = this.sql();
    sql.exec("DELETE FROM idempotency WHERE at <= ?1", now - 86_400_000);
    const known = sql
      .exec<{ hash: string; result: string }>(
        "SELECT body_hash AS hash, result FROM idempotency WHERE key = ?1",
        claim.key,
      )
      .toArray()[0];
    if (known) return known.hash === claim.hash ? { kind: "same", result: known.result } : { kind: "other" };
    const lately = sql
      .exec<{ count: number }>("SELECT count(*) AS count FROM idempotency WHERE at > ?1", now - 60_000)
      .one().count;
    if (lately >= claim.perMinute) return { kind: "limited" };
    sql.exec(
      "INSERT INTO idempotency (key, body_hash, result, at) VALUES (?1, ?2, ?3, ?4)",
      claim.key,
      claim.hash,
      claim.result,
      now,
    );
    return { kind: "new", result: claim.result };
  }

  async joinKey(key: string, result: string): Promise<void> {
    this.sql().exec("UPDATE idempotency SET result = ?2 WHERE key = ?1", key, result);
  }

  private take(attempts: readonly Attempt[], now: number): AttemptAnswer {
    const sql = this.sql();
    let retryAfterMs = 0;
    for (const { key, windowMs, max } of attempts) {
      // The max-th newest attempt of the window: when it leaves, there is room again.
      const oldest = sql
        .exec<{ at: number }>(
          "SELECT at FROM attempts WHERE key = ?1 AND at > ?2 ORDER BY at DESC LIMIT 1 OFFSET ?3",
          key,
          now - windowMs,
          max - 1,
        )
        .toArray()[0];
      if (oldest) retryAfterMs = Math.max(retryAfterMs, oldest.at + windowMs - now, 1_000);
    }
    if (retryAfterMs > 0) return { allowed: false, retryAfterMs };
    for (const { key } of attempts) sql.exec("INSERT INTO attempts (key, at) VALUES (?1, ?2)", key, now);
    this.tidy(now);
    return { allowed: true, retryAfterMs: 0 };
  }

  private openLease(subject: string): OpenLease | undefined {
    const row = this.sql()
      .exec<{
        purchase: string;
        payment_id: string;
        taken_at: number;
        until: number;
        settled_at: number | null;
      }>("SELECT purchase, payment_id, taken_at, until, settled_at FROM leases WHERE subject = ?1", subject)
      .toArray()[0];
    if (!row) return undefined;
    return {
      purchase: row.purchase,
      paymentId: row.payment_id,
      takenAt: row.taken_at,
      until: row.until,
      settledAt: row.settled_at,
    };
  }

  /** No window is longer than an hour, but those of keys that end in "a day"; a lease is of no interest after a day. */
  private tidy(now: number): void {
    if (this.tidiedAt + tidyMs > now) return;
    this.tidiedAt = now;
    const [hourAgo, dayAgo] = [now - 3_600_000, now - 86_400_000];
    this.sql().exec(
      "DELETE FROM attempts WHERE at <= ?1 AND (key NOT GLOB '* a day' OR at <= ?2)",
      hourAgo,
      dayAgo,
    );
    this.sql().exec("DELETE FROM leases WHERE until <= ?1", dayAgo);
  }
}
