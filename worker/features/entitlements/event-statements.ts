import type { SessionTotals } from "../../contract/bridge.ts";
import { parseSubject } from "../../contract/values/subject.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { endAfter, usedBetween } from "./open-hours-sql.ts";

/** @param applied the highest `rev` that the same report says is applied: one written row for both; 0 = none */
export function startedStatement(
  { id, startedAt, endsAt, applied }: { id: string; startedAt: number; endsAt: number; applied: number },
  now: number,
): Sql {
  return sql`UPDATE entitlements SET started_at = ${startedAt}, ends_at = ${endsAt}, state = CASE state
      WHEN 'waiting' THEN 'running' ELSE state END,
      confirmed_rev = max(confirmed_rev, min(${applied}, rev)), updated_at = ${now}
    WHERE id = ${id} AND started_at IS NULL`;
}

/** Where nothing is left of a purchase thought to live, it had ended under an earlier rev: the end is taken over. */
export function appliedStatements(
  id: string,
  { rev, state }: { rev: number; state: string },
  at: number,
  now: number,
): Sql[] {
  const confirmed = sql`UPDATE entitlements SET confirmed_rev = min(${rev}, rev)
    WHERE id = ${id} AND confirmed_rev < min(${rev}, rev)`;
  const over = sql`UPDATE entitlements SET state = 'ended', end_reason = CASE WHEN ends_at <= ${now}
      THEN 'time' ELSE 'data' END,
      ended_at = ${at}, rev = rev + 1, updated_at = ${now}
    WHERE id = ${id} AND state IN ('waiting', 'running') AND rev = ${rev}`;
  return state === "ended" ? [confirmed, over] : [confirmed];
}

/**
 * An end is of the rev that ran out: one that changed since (more time was given, say) is not ended by it. The bridge that ended it
 * takes it off the router by itself, and its object keeps the end for it: no sweep delivers it once more.
 */
export function endedStatement(
  id: string,
  { rev, reason }: { rev: number; reason: "time" | "data" },
  endedAt: number,
  now: number,
): Sql {
  return sql`UPDATE entitlements SET state = 'ended', end_reason = ${reason}, ended_at = ${endedAt},
      rev = rev + 1, confirmed_rev = rev + 1, updated_at = ${now}
    WHERE id = ${id} AND state IN ('waiting', 'running', 'cut_off')
      AND rev <= ${rev}`;
}

/** Totals only ever rise, so a repeated or late report changes nothing. Triggers add what they rose by everywhere else. */
export function sessionStatement(session: SessionTotals, at: number): Sql {
  return sql`INSERT INTO usage (router_id, boot, session, subject, entitlement_id, bytes_up,
      bytes_down, seconds, started_at, updated_at, ended_at)
    SELECT ${session.routerId}, ${session.boot}, ${session.session},
      ${parseSubject(session.subject) ?? session.subject}, ${session.entitlementId}, ${session.bytesUp},
      ${session.bytesDown}, ${session.seconds}, ${at} - ${session.seconds} * 1000, ${at}, CASE ${session.open}
      WHEN 1 THEN NULL ELSE ${at} END
    FROM entitlements WHERE id = ${session.entitlementId}
    ON CONFLICT (router_id, boot, session) DO UPDATE
    SET bytes_up = max(bytes_up, excluded.bytes_up),
      bytes_down = max(bytes_down, excluded.bytes_down), seconds = max(seconds, excluded.seconds),
      updated_at = max(updated_at, excluded.updated_at), ended_at = coalesce(ended_at, excluded.ended_at)
    WHERE (excluded.bytes_up > bytes_up OR excluded.bytes_down > bytes_down OR excluded.seconds > seconds
      OR ended_at IS NULL AND excluded.ended_at IS NOT NULL)`;
}

/** A purchase that went on had started earlier, at the router that it left. Time that it was given since stays given. */
export function startedBeforeStatement(id: string, startedAt: number, endsAt: number, now: number): Sql {
  return sql`UPDATE entitlements SET started_at = ${startedAt},
      ends_at = coalesce(${endAfter(sql`terms`, sql`ends_at`, usedBetween(sql`terms`, sql`started_at`, sql`${startedAt}`))}, ${endsAt}), state = CASE state WHEN 'waiting'
      THEN 'running' ELSE state END, rev = rev + 1, updated_at = ${now}
    WHERE id = ${id} AND state IN ('waiting', 'running', 'cut_off')
      AND coalesce(started_at, ${startedAt} + 1) > ${startedAt}`;
}

/** By as much as these totals will raise what is known of their session; to stand before them in one batch. */
export function usedBeforeStatement(id: string, session: SessionTotals): Sql {
  return sql`UPDATE entitlements SET used_bytes = used_bytes + max(0,
      ${session.bytesUp + session.bytesDown} - coalesce((SELECT bytes_up + bytes_down FROM usage
        WHERE router_id = ${session.routerId} AND boot = ${session.boot}
          AND session = ${session.session}), 0))
    WHERE id = ${id}`;
}
