import type { Context } from "../../context.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { dayMs } from "../../contract/values/time.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { look, nextNight } from "./look.ts";

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
  if (known) await look(ctx, providerId);
}
