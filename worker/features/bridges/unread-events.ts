import * as z from "zod";
import { SiteEvent } from "../../contract/bridge.ts";
import type { Unread } from "../../contract/bridge-frames.ts";
import { dayMs } from "../../contract/values/time.ts";
import { exec } from "../../db/executor.ts";
import { among, sql } from "../../db/sql.ts";
import { log } from "../../log.ts";
import type { BridgeStorage } from "./bridge-storage.ts";

/** Of one bridge. Beyond, its journal keeps them, and everything after them. */
const mostKept = 5_000;
/** Nothing that is so old changes anything any more. */
const keptMs = 180 * dayMs;
/** Larger than any that a bridge writes. */
const longestBody = 4_000;
const atOnce = 200;

const Numbered = z.object({ seq: z.int().min(1), ageMs: z.number() });

/**
 * Events of a newer bridge that this version can't read, such as after a roll-back: acknowledged, so that those behind them are not
 * held up, and kept until a version reads them.
 */
export class UnreadEvents {
  private readonly kept: BridgeStorage;
  /** An object never changes its version: what it could not read it will not. */
  private isRead = false;

  constructor(kept: BridgeStorage) {
    this.kept = kept;
  }

  /** What of these is to be kept, and the highest number of all; 0 = none says one. @throws where there is no room */
  admit(unread: readonly Unread[], after: number): { bodies: string[]; highest: number } {
    const numbered = unread.flatMap(({ value }) => {
      const { success, data } = Numbered.safeParse(value);
      return success ? [{ seq: data.seq, body: JSON.stringify(value) }] : [];
    });
    const fresh = numbered.filter(({ seq }) => seq > after);
    const tooLong = fresh.filter(({ body }) => body.length > longestBody);
    const lost = unread.length - numbered.length + tooLong.length;
    if (lost > 0)
      log("error", "events of a bridge are lost: without a number, or longer than any", {
        lost,
        first: tooLong[0]?.seq,
      });
    const bodies = fresh.flatMap(({ body }) => (body.length > longestBody ? [] : [body]));
    if (bodies.length > 0 && this.count() + bodies.length > mostKept)
      throw new Error(`${mostKept} events wait for a version that reads them`);
    return { bodies, highest: Math.max(0, ...numbered.map(({ seq }) => seq)) };
  }

  keep(bodies: readonly string[], now: number): void {
    for (const body of bodies)
      exec(this.kept.sql(), sql`INSERT INTO unread_event (at, body) VALUES (${now}, ${body})`);
  }

  /**
   * Hands what this version reads to `take`, in its order and as old as it is now, and forgets it then. Does nothing the second time.
   * @throws what `take` throws: then all that it was given comes again
   */
  async read(take: (events: SiteEvent[]) => Promise<void>, now: number): Promise<void> {
    if (this.isRead) return;
    exec(this.kept.sql(), sql`DELETE FROM unread_event WHERE at < ${now - keptMs}`);
    let after = 0;
    for (;;) {
      const rows = exec(
        this.kept.sql(),
        sql<{ number: number; at: number; body: string }>`SELECT number, at, body FROM unread_event
          WHERE number > ${after} ORDER BY number LIMIT ${atOnce}`,
      ).toArray();
      if (rows.length === 0) break;
      after = rows.at(-1)?.number ?? after;
      const readable = rows.flatMap(({ number, at, body }) => {
        const { success, data } = SiteEvent.safeParse(JSON.parse(body));
        return success ? [{ number, event: { ...data, ageMs: data.ageMs + Math.max(0, now - at) } }] : [];
      });
      if (readable.length === 0) continue;
      await take(readable.map(({ event }) => event));
      exec(
        this.kept.sql(),
        sql`DELETE FROM unread_event WHERE number IN ${among(readable.map(({ number }) => number))}`,
      );
    }
    this.isRead = true;
  }

  private count(): number {
    return exec(this.kept.sql(), sql<{ count: number }>`SELECT count(*) AS count FROM unread_event`).one()
      .count;
  }
}
