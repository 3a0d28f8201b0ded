import { DurableObject } from "cloudflare:workers";
import type { Env } from "../../../env.ts";

/** As long as a payment keeps what it knows. */
const forgetMs = 40 * 86_400_000;

declare module "../../../env.ts" {
  interface Bindings {
    SHORT_ADDRESS: DurableObjectNamespace<ShortAddressObject>;
  }
}

/**
 * Which payment a short callback address belongs to. There are 32, by the address' first symbol, so that a made-up address
 * creates none.
 */
export class ShortAddressObject extends DurableObject<Env> {
  private ready = false;

  /** Tables come with the first use, not with the constructor. */
  private sql(): SqlStorage {
    if (!this.ready) {
      this.ctx.storage.sql.exec(
        `CREATE TABLE IF NOT EXISTS addresses (name TEXT PRIMARY KEY, payment_id TEXT NOT NULL, at INTEGER NOT NULL);
        CREATE INDEX IF NOT EXISTS addresses_at ON addresses (at);`,
      );
      this.ready = true;
    }
    return this.ctx.storage.sql;
  }

  async keep(name: string, paymentId: string, now: number): Promise<void> {
    const sql = this.sql();
    sql.exec(
      "INSERT OR IGNORE INTO addresses (name, payment_id, at) VALUES (?1, ?2, ?3)",
      name,
      paymentId,
      now,
    );
    sql.exec("DELETE FROM addresses WHERE at < ?1", now - forgetMs);
  }

  async paymentOf(name: string): Promise<string | null> {
    const [row] = this.sql()
      .exec<{ paymentId: string }>("SELECT payment_id AS paymentId FROM addresses WHERE name = ?1", name)
      .toArray();
    return row?.paymentId ?? null;
  }
}
