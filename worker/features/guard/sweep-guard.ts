import type { Context } from "../../context.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { dayMs, hourMs } from "../../contract/values/time.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { look, nextNight } from "./look.ts";

/** Who sold nothing for so long is not looked at by itself. */
const soldWithinMs = 7 * dayMs;

type Due = { at: number };

/** After the last look the night that it named; before the first one the night after what was sold last. */
export const guardDue = (now: number): Sql<Due>[] => [
  sql<Due>`SELECT coalesce((SELECT next_at FROM leak_looks ORDER BY day DESC LIMIT 1),
      CAST(strftime('%s', day) AS INTEGER) * 1000 + ${dayMs + hourMs}) AS at
    FROM (SELECT day FROM sales_daily WHERE day >= ${nairobiDay(now - soldWithinMs)} ORDER BY day DESC LIMIT 1)`,
];

/** Each night once. */
export async function sweepGuard(ctx: Context, providerId: string): Promise<void> {
  const now = ctx.now();
  const due = (
    await Promise.all(guardDue(now).map((statement) => ctx.tenant(providerId).first(statement)))
  ).at(0);
  if (!due || due.at > now) return;
  // Kept before the routers are asked: what fails comes again the next night, and not with each sweep.
  await ctx.tenant(providerId).run(
    sql`UPDATE leak_looks SET next_at = ${nextNight(providerId, now)}
      WHERE day = (SELECT max(day) FROM leak_looks)`,
  );
  await look(ctx, providerId);
}
