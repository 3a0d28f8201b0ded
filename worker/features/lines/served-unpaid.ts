import type { Context } from "../../context.ts";
import type { ServedUnpaid } from "../../contract/line-life.ts";
import { dayMs, minuteMs } from "../../contract/values/time.ts";
import { type Sql, sql } from "../../db/sql.ts";

// Time that a line was on without being paid: its router or its bridge was away, and silence means that it stays on.

/** A bridge that reaches its router blocks within seconds. */
const usualMs = 2 * minuteMs;
/** A session that was dialled while open stays blocked for so long without its bridge (`bridge/lines/plan.ts`). */
const blockLastsMs = 10 * minuteMs;
const shownMs = 31 * dayMs;

/** To be blocked by its end, not by hand. */
const isOver = sql`closed_at IS NULL AND held_at IS NULL AND paused_at IS NULL AND blocks_at > 0
  AND coalesce(paid_until, 0) <= blocks_at`;

/** On all the same. */
const isServed = (at: number): Sql =>
  sql`applied = 'open' AND dialled_at IS NOT NULL AND ${isOver} AND blocks_at <= ${at - usualMs}`;

/** Of a name in a session that was dialled while it was open: its own entry blocks it, which ends where the bridge does not renew it. */
const isBlockedInSession = sql`kind = 'pppoe' AND applied = 'blocked' AND dialled_at < blocks_at AND ${isOver}`;

/** Before a change that ends it. @param at until when it was so @param which of the lines that change then */
export const servedUnpaidStatements = (at: number, which: Sql): Sql[] => [
  sql`INSERT OR IGNORE INTO line_overruns (line_id, from_at, until_at)
    SELECT id, blocks_at, ${at} FROM lines WHERE ${which} AND ${isServed(at)}`,
  // A session is told more than once.
  sql`INSERT INTO blocked_sessions (line_id, from_at, until_at)
    SELECT id, blocks_at, ${at} FROM lines WHERE ${which} AND ${isBlockedInSession}
    ON CONFLICT (line_id, from_at) DO UPDATE SET until_at = max(until_at, excluded.until_at)`,
];

/** What of blocked sessions their router was away, and that was not counted as on since before the block. */
function whileAway(now: number): Sql {
  const since = now - shownMs;
  const [from, until] = [sql`max(o.began_at, s.from_at) + ${blockLastsMs}`, sql`min(o.ended_at, s.until_at)`];
  return sql`SELECT s.line_id, ${from} AS from_at, ${until} AS until_at
    FROM (SELECT line_id, from_at, max(until_at) AS until_at
        FROM (SELECT line_id, from_at, until_at FROM blocked_sessions WHERE until_at > ${since}
          UNION ALL SELECT id, blocks_at, ${now} FROM lines WHERE ${isBlockedInSession})
        GROUP BY line_id, from_at) s
      JOIN lines l ON l.id = s.line_id
      JOIN outages o ON o.router_id = l.router_id AND o.ended_at > ${since} AND o.began_at < s.until_at
    WHERE ${until} - (${from}) >= ${usualMs}
      AND NOT EXISTS (SELECT 1 FROM line_overruns known
        WHERE known.line_id = s.line_id AND known.from_at < o.ended_at AND known.until_at > ${from})`;
}

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
      FROM (SELECT line_id, from_at, until_at, 0 AS is_now FROM line_overruns WHERE until_at - from_at >= ${usualMs}
        UNION ALL SELECT line_id, from_at, until_at, 0 FROM (${whileAway(now)})
        UNION ALL SELECT id, blocks_at, ${now}, 1 FROM lines WHERE ${isServed(now)}) o
      JOIN lines ON lines.id = o.line_id JOIN customer_accounts c ON c.id = lines.customer_id
      WHERE o.until_at > ${now - shownMs}
      GROUP BY lines.id ORDER BY ms DESC, login LIMIT 200`,
  );
  return rows.map(({ ms, isNow, ...row }) => ({
    ...row,
    minutes: Math.round(ms / minuteMs),
    isNow: isNow === 1,
  }));
}
