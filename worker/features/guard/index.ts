// All that an isolate has of it at its start, in one module.

import type { Context } from "../../context.ts";
import { dayStart, nairobiDay } from "../../contract/values/duration.ts";
import { dayMs, hourMs, minuteMs } from "../../contract/values/time.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { sha256 } from "../../keys.ts";

/** Who sold nothing for so long is not looked at by itself. */
const soldWithinMs = 7 * dayMs;

type Due = { at: number };
const next = sql<Due>`SELECT at FROM leak_nights WHERE id = 'next'`;

export const guardDue = (): Sql<Due>[] => [next];

/** Each night once, while something is sold; the first night is the one after what was sold first. */
export async function sweepGuard(ctx: Context, providerId: string): Promise<void> {
  const now = ctx.now();
  const db = ctx.tenant(providerId);
  const [[known], [sold]] = await db.batch([
    next,
    sql<{ day: string }>`SELECT day FROM sales_daily WHERE day >= ${nairobiDay(now - soldWithinMs)} LIMIT 1`,
  ]);
  if (!sold) {
    if (known) await db.run(sql`DELETE FROM leak_nights WHERE id = 'next'`);
    return;
  }
  if (known && known.at > now) return;
  // Before the routers are asked: a look that fails comes again the next night, and not with each sweep.
  await db.run(sql`INSERT INTO leak_nights (id, at) VALUES ('next', ${nextNight(providerId, now)})
    ON CONFLICT (id) DO UPDATE SET at = excluded.at`);
  if (!known) return;
  // An isolate starts without what is needed once a night.
  const { look } = await import("./look.ts");
  await look(ctx, providerId);
}

/** 04:00 in Nairobi, when the night's comparison with the statements has mostly been made; each provider at a minute of its own. */
const nightMs = 4 * hourMs;
const spreadMinutes = 90;

/** The next night's look after a moment, UTC ms. */
function nextNight(providerId: string, after: number): number {
  const minute = Number.parseInt(sha256(providerId).slice(0, 6), 16) % spreadMinutes;
  const today = dayStart(nairobiDay(after)) + nightMs + minute * minuteMs;
  return today > after ? today : today + dayMs;
}
