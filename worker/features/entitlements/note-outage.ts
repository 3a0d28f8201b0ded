import type { Context } from "../../context.ts";
import { sql } from "../../db/sql.ts";

/** What is shorter took nothing from anybody. */
export const shortestLossMs = 60_000;

export type OutageSpan = { routerId: string; beganAt: number; endedAt: number };

/**
 * Repeatable. A router and its bridge are each told of, in any order: with what it overlaps it becomes one outage, so that those of a router
 * never overlap. What was settled stays as it is, and what lies beyond that is an outage of its own.
 */
export async function noteOutage(
  ctx: Context,
  providerId: string,
  { routerId, beganAt, endedAt }: OutageSpan,
): Promise<void> {
  const overlapping = sql`router_id = ${routerId} AND began_at < ${endedAt} AND ended_at > ${beganAt}`;
  await ctx.tenant(providerId).batch([
    sql`WITH settled AS (SELECT began_at, ended_at FROM outages WHERE ${overlapping} AND settled_at IS NOT NULL),
        whole AS (SELECT min(${beganAt}, coalesce(min(began_at), ${beganAt})) AS began,
            max(${endedAt}, coalesce(max(ended_at), ${endedAt})) AS ended
          FROM outages WHERE ${overlapping} AND settled_at IS NULL),
        starts AS (SELECT began AS at FROM whole UNION SELECT ended_at FROM settled),
        parts AS (SELECT at, coalesce((SELECT min(began_at) FROM settled WHERE began_at >= at), ended) AS until
          FROM starts JOIN whole
          WHERE NOT EXISTS (SELECT 1 FROM settled WHERE began_at <= at AND ended_at > at))
      INSERT INTO outages (router_id, began_at, ended_at)
      SELECT ${routerId}, at, until FROM parts WHERE until - at >= ${shortestLossMs}
      ON CONFLICT (router_id, began_at) DO UPDATE SET ended_at = max(ended_at, excluded.ended_at)
        WHERE settled_at IS NULL`,
    // A row without length instead of none: a database that is restored gets rows back, and would keep this one as it was.
    sql`UPDATE outages SET ended_at = began_at WHERE ${overlapping} AND settled_at IS NULL
      AND EXISTS (SELECT 1 FROM outages wider WHERE wider.router_id = outages.router_id AND wider.settled_at IS NULL
        AND wider.began_at < outages.began_at AND wider.ended_at >= outages.ended_at)`,
  ]);
}
