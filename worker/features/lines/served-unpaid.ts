import type { Context } from "../../context.ts";
import type { ServedUnpaid } from "../../contract/line-life.ts";
import { dayMs, minuteMs } from "../../contract/values/time.ts";
import { type Sql, sql } from "../../db/sql.ts";

// What nobody paid for and a line had all the same: its router or its bridge was away when it was to be blocked.

/** A bridge that reaches its router blocks within seconds. */
const usualMs = 2 * minuteMs;
const shownMs = 31 * dayMs;

/** On, though it was to be blocked: by its end, not by hand. */
const isServedUnpaid = (
  at: number,
): Sql => sql`applied = 'open' AND dialled_at IS NOT NULL AND closed_at IS NULL
  AND held_at IS NULL AND paused_at IS NULL AND blocks_at > 0 AND coalesce(paid_until, 0) <= blocks_at
  AND blocks_at <= ${at - usualMs}`;

/** Before a change that ends it. @param at until when it was on @param which of the lines that change then */
export const servedUnpaidStatement = (at: number, which: Sql): Sql =>
  sql`INSERT OR IGNORE INTO line_overruns (line_id, from_at, until_at)
    SELECT id, blocks_at, ${at} FROM lines WHERE ${which} AND ${isServedUnpaid(at)}`;

/** It was blocked before that by its bridge's own clock, which was told late. @param which of the lines */
export const blockedBeforeStatement = (at: number, which: Sql): Sql =>
  sql`UPDATE line_overruns SET until_at = max(from_at, ${at})
    WHERE until_at > ${at} AND line_id IN (SELECT id FROM lines WHERE ${which})`;

/** Of the last 31 days, the longest first; what goes on counts until now. */
export async function servedUnpaid(ctx: Context, providerId: string): Promise<ServedUnpaid[]> {
  const now = ctx.now();
  const rows = await ctx.tenant(providerId).all(
    sql<{ lineId: string; name: string; login: string; ms: number; isNow: number }>`
      SELECT lines.id AS lineId, c.name, login, sum(o.until_at - o.from_at) AS ms, max(o.is_now) AS isNow
      FROM (SELECT line_id, from_at, until_at, 0 AS is_now FROM line_overruns
          WHERE until_at > ${now - shownMs} AND until_at - from_at >= ${usualMs}
        UNION ALL SELECT id, blocks_at, ${now}, 1 FROM lines WHERE ${isServedUnpaid(now)}) o
      JOIN lines ON lines.id = o.line_id JOIN customer_accounts c ON c.id = lines.customer_id
      GROUP BY lines.id ORDER BY ms DESC, login LIMIT 200`,
  );
  return rows.map(({ ms, isNow, ...row }) => ({
    ...row,
    minutes: Math.round(ms / minuteMs),
    isNow: isNow === 1,
  }));
}
