import type { SessionTotals } from "../../contract/bridge.ts";
import { parseMac } from "../../contract/values/mac.ts";
import type { Statement, TenantDb } from "../../db/tenant-db.ts";

// What a bridge reported, as statements that can be repeated.

export function startedStatement(
  db: TenantDb,
  id: string,
  startedAt: number,
  endsAt: number,
  now: number,
): Statement {
  return db.statement(
    `UPDATE entitlements SET started_at = ?3, ends_at = ?4, state = CASE state WHEN 'waiting' THEN 'running' ELSE state END,
      updated_at = ?5
    WHERE provider_id = ?1 AND id = ?2 AND started_at IS NULL`,
    id,
    startedAt,
    endsAt,
    now,
  );
}

/**
 * The router was made equal to `rev`. Where the bridge says that nothing is left of a purchase which is thought to live,
 * it had ended under an earlier rev: the end is taken over.
 */
export function appliedStatements(
  db: TenantDb,
  id: string,
  { rev, state }: { rev: number; state: string },
  at: number,
  now: number,
): Statement[] {
  const confirmed = db.statement(
    `UPDATE entitlements SET confirmed_rev = min(?3, rev)
    WHERE provider_id = ?1 AND id = ?2 AND confirmed_rev < min(?3, rev)`,
    id,
    rev,
  );
  const over = db.statement(
    `UPDATE entitlements SET state = 'ended', end_reason = CASE WHEN ends_at <= ?4 THEN 'time' ELSE 'data' END,
      ended_at = ?3, rev = rev + 1, updated_at = ?4
    WHERE provider_id = ?1 AND id = ?2 AND state IN ('waiting', 'running') AND rev = ?5`,
    id,
    at,
    now,
    rev,
  );
  return state === "ended" ? [confirmed, over] : [confirmed];
}

/** An end is of the rev that ran out: one that changed since (more time was given, say) is not ended by it. */
export function endedStatement(
  db: TenantDb,
  id: string,
  { rev, reason }: { rev: number; reason: "time" | "data" },
  endedAt: number,
  now: number,
): Statement {
  return db.statement(
    `UPDATE entitlements SET state = 'ended', end_reason = ?3, ended_at = ?4, rev = rev + 1, updated_at = ?5
    WHERE provider_id = ?1 AND id = ?2 AND state IN ('waiting', 'running', 'cut_off') AND rev <= ?6`,
    id,
    reason,
    endedAt,
    now,
    rev,
  );
}

/** Totals only ever rise, so a repeated or late report changes nothing. Triggers add what they rose by everywhere else. */
export function sessionStatement(db: TenantDb, session: SessionTotals, at: number): Statement {
  return db.statement(
    `INSERT INTO usage (provider_id, router_id, boot, session, mac, entitlement_id, bytes_up, bytes_down, seconds, started_at,
      updated_at, ended_at)
    SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10 - ?9 * 1000, ?10, CASE ?11 WHEN 1 THEN NULL ELSE ?10 END
    FROM entitlements WHERE provider_id = ?1 AND id = ?6
    ON CONFLICT (provider_id, router_id, boot, session) DO UPDATE SET bytes_up = max(bytes_up, excluded.bytes_up),
      bytes_down = max(bytes_down, excluded.bytes_down), seconds = max(seconds, excluded.seconds),
      updated_at = max(updated_at, excluded.updated_at), ended_at = coalesce(ended_at, excluded.ended_at)`,
    session.routerId,
    session.boot,
    session.session,
    parseMac(session.mac) ?? session.mac,
    session.entitlementId,
    session.bytesUp,
    session.bytesDown,
    session.seconds,
    at,
    session.open ? 1 : 0,
  );
}

/** A purchase that went on had started earlier, at the router that it left. Time that it was given since stays given. */
export function startedBeforeStatement(
  db: TenantDb,
  id: string,
  startedAt: number,
  endsAt: number,
  now: number,
): Statement {
  return db.statement(
    `UPDATE entitlements SET started_at = ?3, ends_at = coalesce(ends_at - (started_at - ?3), ?4), state = CASE state WHEN 'waiting' THEN 'running' ELSE state END,
      rev = rev + 1, updated_at = ?5
    WHERE provider_id = ?1 AND id = ?2 AND state IN ('waiting', 'running', 'cut_off')
      AND coalesce(started_at, ?3 + 1) > ?3`,
    id,
    startedAt,
    endsAt,
    now,
  );
}

/** By as much as these totals will raise what is known of their session; to stand before them in one batch. */
export function usedBeforeStatement(db: TenantDb, id: string, session: SessionTotals): Statement {
  return db.statement(
    `UPDATE entitlements SET used_bytes = used_bytes + max(0, ?6 - coalesce((SELECT bytes_up + bytes_down FROM usage
      WHERE provider_id = ?1 AND router_id = ?3 AND boot = ?4 AND session = ?5), 0))
    WHERE provider_id = ?1 AND id = ?2`,
    id,
    session.routerId,
    session.boot,
    session.session,
    session.bytesUp + session.bytesDown,
  );
}
