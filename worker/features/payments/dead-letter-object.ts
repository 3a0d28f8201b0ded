import { DurableObject } from "cloudflare:workers";
import { makeContext } from "../../context.ts";
import { minuteMs } from "../../contract/values/time.ts";
import { exec } from "../../db/executor.ts";
import { sql } from "../../db/sql.ts";
import type { Env } from "../../env.ts";
import { sha256 } from "../../keys.ts";
import { log } from "../../log.ts";
import { notifyOperators } from "../mail/index.ts";
import { handOver, idsOf } from "./callback-queue.ts";
import type { DeadLetterApi, QueuedCallback } from "./core/callbacks.ts";

const repeatMs = 15 * minuteMs;
/** One that is still here after so long is told to the operators. */
const tellAfterMs = 60 * minuteMs;
const perAlarm = 50;

/**
 * One for the platform. Keeps the callbacks of gateways that neither the queue nor a person's list could take (D1 away for
 * hours), and hands each over again every 15 minutes until it is done. A body is at most what the queue takes, 128 KB.
 */
export class DeadLetterObject extends DurableObject<Env> implements DeadLetterApi {
  private ready = false;

  private sql(): SqlStorage {
    if (!this.ready) {
      exec(
        this.ctx.storage.sql,
        sql`CREATE TABLE IF NOT EXISTS letters (hash TEXT PRIMARY KEY, callback TEXT NOT NULL, kept_at INTEGER NOT NULL,
          next_at INTEGER NOT NULL, told INTEGER NOT NULL DEFAULT 0);
        CREATE INDEX IF NOT EXISTS letters_next ON letters (next_at);
        CREATE INDEX IF NOT EXISTS letters_untold ON letters (kept_at) WHERE told = 0;`,
      );
      this.ready = true;
    }
    return this.ctx.storage.sql;
  }

  /** The queue delivers at least once: the same callback is kept once. */
  async keep(callback: QueuedCallback): Promise<void> {
    const text = JSON.stringify(callback);
    const now = Date.now();
    exec(
      this.sql(),
      sql`INSERT OR IGNORE INTO letters (hash, callback, kept_at, next_at)
        VALUES (${sha256(text)}, ${text}, ${now}, ${now + repeatMs})`,
    );
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(now + repeatMs);
  }

  override async alarm(): Promise<void> {
    const now = Date.now();
    await this.ctx.storage.setAlarm(now + minuteMs);
    try {
      const due = exec(
        this.sql(),
        sql<{ hash: string; callback: string }>`SELECT hash, callback FROM letters WHERE next_at <= ${now}
          ORDER BY next_at LIMIT ${perAlarm}`,
      ).toArray();
      const done = await Promise.all(due.map((letter) => this.repeat(letter)));
      await this.tell(now);
      // Where none of them could be handed over the others hardly can: they wait a minute.
      await this.armAgain(done.some(Boolean) ? 0 : minuteMs);
    } catch (cause) {
      log("error", "dead letters", cause);
    }
  }

  private async repeat({ hash, callback }: { hash: string; callback: string }): Promise<boolean> {
    const letter = JSON.parse(callback) as QueuedCallback;
    try {
      await handOver(makeContext(this.env), letter);
    } catch (cause) {
      log("error", "dead letter not handed over", cause, idsOf(letter));
      exec(this.sql(), sql`UPDATE letters SET next_at = ${Date.now() + repeatMs} WHERE hash = ${hash}`);
      return false;
    }
    exec(this.sql(), sql`DELETE FROM letters WHERE hash = ${hash}`);
    return true;
  }

  /** Each of them in one letter; repeated until it is written, as letters are D1's. */
  private async tell(now: number): Promise<void> {
    const { count, since } = exec(
      this.sql(),
      sql<{
        count: number;
        since: number | null;
      }>`SELECT count(*) AS count, min(kept_at) AS since FROM letters
        WHERE told = 0 AND kept_at <= ${now - tellAfterMs}`,
    ).one();
    if (since === null) return;
    const were = count === 1 ? "1 message of a gateway" : `${count} messages of gateways`;
    try {
      await notifyOperators(makeContext(this.env), {
        subject: `${were} could not be handled`,
        text:
          `${were} could not be handled for hours: callbacks of payments, results of refunds or reports of pay bills.\n\n` +
          "Nothing of them is lost. They are handled again every 15 minutes until that succeeds. " +
          'The worker\'s log says why it failed ("dead letter not handed over").',
        event: `dead letters ${since}`,
      });
    } catch (cause) {
      log("error", "dead letters not told", cause);
      return;
    }
    exec(this.sql(), sql`UPDATE letters SET told = 1 WHERE told = 0 AND kept_at <= ${now - tellAfterMs}`);
  }

  private async armAgain(restMs: number): Promise<void> {
    const next = exec(this.sql(), sql<{ at: number | null }>`SELECT min(next_at) AS at FROM letters`).one()
      .at;
    if (next === null) await this.ctx.storage.deleteAlarm();
    else await this.ctx.storage.setAlarm(Math.max(next, Date.now() + restMs));
  }
}
