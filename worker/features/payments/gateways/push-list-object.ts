import { DurableObject } from "cloudflare:workers";
import type { Context } from "../../../context.ts";
import { dayStart, nairobiDay } from "../../../contract/values/duration.ts";
import { dayMs } from "../../../contract/values/time.ts";
import { exec } from "../../../db/executor.ts";
import { sql } from "../../../db/sql.ts";
import type { Env } from "../../../env.ts";
import { type ListedPush, type PermittedPush, type PushListApi, pushesOfPage } from "./gateway-api.ts";

const keptMs = 40 * dayMs;

const dayAfter = (at: number) => dayStart(nairobiDay(at)) + dayMs;

/** The pushes of one app that are permitted on the day of this moment, in Nairobi. */
export function pushListFor(
  ctx: Context,
  { base, consumerKey }: { base: string; consumerKey: string },
  at: number,
): DurableObjectStub<PushListApi> {
  const name = ctx.keys.tag("push-list", `${base} ${consumerKey} ${nairobiDay(at)}`);
  return ctx.env.PUSHES.getByName(name);
}

/** When the list after the one of this moment begins; null where that is still to come. */
export function nextListAt(at: number, now: number): number | null {
  const next = dayAfter(at);
  return next <= now ? next : null;
}

/**
 * One per app and day: lists each push before it goes out, from which D1's payments can be rebuilt. Everything of a day goes
 * 40 days after its end, at once: a list of 40 days in one object fills it at 1.4 million pushes a day.
 */
export class PushListObject extends DurableObject<Env> implements PushListApi {
  private ready = false;

  /** @param at by the clock of who asks, which chose this day */
  async permit({ paymentId, providerId }: PermittedPush, at: number): Promise<void> {
    if (!this.exists()) {
      // First, so that no list stays for ever.
      await this.ctx.storage.setAlarm(dayAfter(at) + keptMs);
      exec(
        this.ctx.storage.sql,
        sql`CREATE TABLE IF NOT EXISTS pushes (at INTEGER NOT NULL, payment_id TEXT NOT NULL,
          provider_id TEXT NOT NULL, PRIMARY KEY (at, payment_id)) WITHOUT ROWID`,
      );
      this.ready = true;
    }
    exec(
      this.ctx.storage.sql,
      sql`INSERT OR IGNORE INTO pushes (at, payment_id, provider_id) VALUES (${at}, ${paymentId}, ${providerId})`,
    );
  }

  /**
   * This day's pushes from a moment on, oldest first; a page of them.
   * @param after payment of the last push before these, permitted at that moment; empty for the first page
   */
  async pushesSince(at: number, after: string): Promise<ListedPush[]> {
    if (!this.exists()) return [];
    return exec(
      this.ctx.storage.sql,
      sql<ListedPush>`SELECT payment_id AS paymentId, provider_id AS providerId, at
        FROM pushes WHERE at >= ${at} AND (at > ${at} OR payment_id > ${after})
        ORDER BY at, payment_id LIMIT ${pushesOfPage}`,
    ).toArray();
  }

  override async alarm(): Promise<void> {
    this.ready = false;
    await this.ctx.storage.deleteAll();
  }

  /** Reading of a day without pushes writes nothing. */
  private exists(): boolean {
    this.ready ||=
      exec(this.ctx.storage.sql, sql`SELECT 1 FROM sqlite_master WHERE name = 'pushes'`).toArray().length > 0;
    return this.ready;
  }
}
