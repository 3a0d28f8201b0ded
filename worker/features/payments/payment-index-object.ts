import { DurableObject } from "cloudflare:workers";
import { exec } from "../../db/executor.ts";
import { sql } from "../../db/sql.ts";
import type { Env } from "../../env.ts";
import type { HeldEntry, IndexEntry, PaymentIndexApi } from "./core/payment-index.ts";

/**
 * 256 for the platform, named by the first digits of the keys that they hold. Nothing is removed: an entry is a row of about a
 * hundred bytes, and readers check whether what it names is still there.
 */
export class PaymentIndexObject extends DurableObject<Env> implements PaymentIndexApi {
  private ready = false;

  /**
   * Enters this payment where no other one is. `rev` rises each time, also by a repeat.
   * @param instead the entry that it replaces has this `rev`, if it was not held again meanwhile @returns what is entered now
   */
  async hold(key: string, { providerId, paymentId }: IndexEntry, instead: number | null): Promise<HeldEntry> {
    if (!this.exists()) {
      exec(
        this.ctx.storage.sql,
        sql`CREATE TABLE IF NOT EXISTS entries (key TEXT PRIMARY KEY, provider_id TEXT NOT NULL,
          payment_id TEXT NOT NULL, rev INTEGER NOT NULL DEFAULT 1) WITHOUT ROWID`,
      );
      this.ready = true;
    }
    const entered = exec(
      this.ctx.storage.sql,
      sql<HeldEntry>`INSERT INTO entries (key, provider_id, payment_id)
        VALUES (${key}, ${providerId}, ${paymentId})
        ON CONFLICT (key) DO UPDATE SET provider_id = excluded.provider_id, payment_id = excluded.payment_id,
          rev = rev + 1 WHERE payment_id = excluded.payment_id OR rev = ${instead}
        RETURNING provider_id AS providerId, payment_id AS paymentId, rev`,
    ).toArray()[0];
    const now = entered ?? this.entry(key);
    if (!now) throw new Error("an entry of the index was not written");
    return now;
  }

  async find(key: string): Promise<IndexEntry | null> {
    return this.exists() ? this.entry(key) : null;
  }

  private entry(key: string): HeldEntry | null {
    const [row] = exec(
      this.ctx.storage.sql,
      sql<HeldEntry>`SELECT provider_id AS providerId, payment_id AS paymentId, rev FROM entries
        WHERE key = ${key}`,
    ).toArray();
    return row ?? null;
  }

  /** Reading where nothing is entered writes nothing. */
  private exists(): boolean {
    this.ready ||=
      exec(this.ctx.storage.sql, sql`SELECT 1 FROM sqlite_master WHERE name = 'entries'`).toArray().length >
      0;
    return this.ready;
  }
}
