import type { Context } from "../../context.ts";
import { sql } from "../../db/sql.ts";
import type { AbsenceTold } from "../../ports.ts";

/** Repeatable. Who is back before an alarm was written gets none, and neither does its return. */
export async function noteAbsence(ctx: Context, providerId: string, absence: AbsenceTold): Promise<void> {
  const { what, name, isBridge, routers, beganAt, endedAt } = absence;
  const now = ctx.now();
  await ctx.tenant(providerId).run(
    endedAt === null
      ? sql`INSERT INTO absences (what, began_at, name, is_bridge, routers, state, changed_at)
          VALUES (${what}, ${beganAt}, ${name}, ${isBridge}, ${JSON.stringify(routers)}, 'open', ${now})
          ON CONFLICT DO NOTHING`
      : sql`UPDATE absences SET ended_at = ${endedAt}, changed_at = ${now}, state = iif(state = 'told', 'back', 'over')
          WHERE what = ${what} AND began_at = ${beganAt} AND ended_at IS NULL`,
  );
}
