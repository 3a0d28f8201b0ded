import { dayMs } from "../../contract/values/time.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { reopenableMs } from "./extend.ts";
import { usedBetween } from "./open-hours-sql.ts";
import { firstIdIn } from "./purchase-id.ts";

// What outages took from purchases. A purchase is at one router at a time, and outages of one router don't overlap: no minute is
// counted twice. Between two routers it is at the one that has not let go.

/** An outage may begin while a move waits for its router, at most so long after the buyer asked. */
const moveWaitsMs = dayMs;

const moveOf = (entitlementId: Sql): Sql =>
  sql`FROM moves WHERE moves.entitlement_id = ${entitlementId} AND moves.to_entitlement_id <> moves.entitlement_id`;

const firstId = firstIdIn(sql`e.id`);
const ofPurchase = (id: Sql): Sql => sql`${id} >= ${firstId} AND ${id} < ${firstId} || '/'`;

/** The row that the purchase goes on as. */
const heir = sql`(SELECT later.id FROM entitlements later WHERE ${ofPurchase(sql`later.id`)}
  ORDER BY length(later.id) DESC, later.id DESC LIMIT 1)`;
const cameAt = sql`CASE WHEN e.id = ${firstId} THEN 0 ELSE coalesce((SELECT moves.done_at FROM moves
  WHERE ${ofPurchase(sql`moves.entitlement_id`)} AND moves.to_entitlement_id = e.id AND moves.entitlement_id <> e.id), 0) END`;
const leftAt = sql`coalesce((SELECT moves.done_at ${moveOf(sql`e.id`)}), o.ended_at)`;

/**
 * The part of each outage that a purchase was at its router, run or not. Each state has an index; that of what lives is taken only where
 * its own condition is repeated.
 */
function stays(outage: Sql, now: number): Sql {
  const stay = (id: Sql, until: Sql) => sql`SELECT ${id} AS id, max(o.began_at, ${cameAt}) AS came_at,
      min(o.ended_at, ${until}) AS left_at
    FROM outages o JOIN entitlements e ON e.router_id = o.router_id WHERE ${outage} AND`;
  const stayed = stay(sql`e.id`, sql`o.ended_at`);
  return sql`${stayed} e.state IN ('waiting', 'running', 'cut_off') AND e.state = 'running'
      AND e.started_at < o.ended_at AND e.ends_at > o.began_at
    UNION ALL ${stayed} e.ended_at IS NOT NULL AND e.ended_at > o.began_at AND e.ended_at > ${now - reopenableMs}
      AND e.state = 'ended' AND e.end_reason = 'time'
    UNION ALL ${stay(heir, leftAt)} e.ended_at IS NOT NULL AND e.ended_at > o.began_at - ${moveWaitsMs}
      AND e.state = 'moved'`;
}

/** They run, their time ended within a week, or they are on their way to another router. */
const canBeGiven = (now: number): Sql => sql`(h.state = 'running'
  OR (h.state = 'ended' AND h.end_reason = 'time' AND h.ended_at > ${now - reopenableMs})
  OR (h.state = 'moved' AND h.ends_at > ${now - reopenableMs}
    AND EXISTS (SELECT 1 ${moveOf(sql`h.id`)} AND moves.done_at IS NULL)))`;

/**
 * Purchases that lost a minute or more and can be given it.
 * @param outage condition over `o` @returns id, source_id, terms, ends_at, and ms: what was lost, rounded up to the minute
 */
export function sufferers(outage: Sql, now: number): Sql {
  const used = (from: Sql, until: Sql) => sql`max(0, ${usedBetween(sql`terms`, from, until)})`;
  const inGaps = sql`coalesce((SELECT sum(${used(sql`max(lost_from, gap.value ->> 0)`, sql`min(lost_until, gap.value ->> 1)`)})
    FROM json_each(gaps) gap), 0)`;
  const lost = sql`sum(${used(sql`lost_from`, sql`lost_until`)} - ${inGaps})`;
  return sql`SELECT id, source_id, terms, ends_at, (${lost} + 59999) / 60000 * 60000 AS ms
    FROM (SELECT h.id, h.source_id, h.terms, h.ends_at, h.gaps, max(h.started_at, s.came_at) AS lost_from,
        min(h.ends_at, s.left_at) AS lost_until
      FROM (${stays(outage, now)}) s JOIN entitlements h ON h.id = s.id
      WHERE h.started_at IS NOT NULL AND h.ends_at IS NOT NULL AND ${canBeGiven(now)})
    WHERE lost_until > lost_from GROUP BY id HAVING ${lost} >= 60000`;
}
