import type { Context } from "../../context.ts";
import type { SessionTotals } from "../../contract/bridge.ts";
import { parseMac } from "../../contract/values/mac.ts";
import type { Terms } from "../../db/schema/tenant.ts";
import type { Statement, TenantDb } from "../../db/tenant-db.ts";
import type { HeldEntitlement } from "./entitlement-want.ts";

/** Explicit ends stay in a bridge's sync this long. */
const endedKeptMs = 7 * 86_400_000;

const columns = `e.id, e.provider_id AS providerId, e.router_id AS routerId, e.rev, e.created_at AS createdAt, e.mac, e.state,
  e.terms, e.started_at AS startedAt, e.ends_at AS endsAt, e.used_bytes AS usedBytes, e.phone_macs AS macs`;

type Row = Omit<HeldEntitlement, "macs" | "terms"> & {
  mac: string | null;
  macs: string | null;
  terms: string;
};

/** The attached devices of each entitlement, joined inside one provider. */
const withDevices = `(SELECT entitlements.*, (SELECT group_concat(devices.mac) FROM devices
  WHERE devices.provider_id = ?1 AND devices.entitlement_id = entitlements.id AND devices.detached_at IS NULL) AS phone_macs
  FROM entitlements WHERE entitlements.provider_id = ?1) e`;

function held(row: Row): HeldEntitlement {
  const { mac, macs, terms, ...rest } = row;
  const attached = (macs ?? "").split(",").filter((part) => part !== "");
  return {
    ...rest,
    macs: attached.length > 0 ? attached : mac ? [mac] : [],
    terms: JSON.parse(terms) as Terms,
  };
}

export async function heldById(db: TenantDb, ids: readonly string[]): Promise<HeldEntitlement[]> {
  if (ids.length === 0) return [];
  const rows = await db.all<Row>(
    db.statement(
      `SELECT ${columns} FROM ${withDevices} WHERE e.id IN (SELECT value FROM json_each(?2))`,
      JSON.stringify(ids),
    ),
  );
  return rows.map(held);
}

/** Everything a bridge shall hold for these routers: what lives, and what ended within a week. */
export async function heldByRouters(
  db: TenantDb,
  routerIds: readonly string[],
  now: number,
): Promise<HeldEntitlement[]> {
  const rows = await db.all<Row>(
    db.statement(
      `SELECT ${columns} FROM ${withDevices} WHERE e.router_id IN (SELECT value FROM json_each(?2)) AND e.mac IS NOT NULL
        AND (e.state IN ('waiting', 'running', 'cut_off') OR e.ended_at > ?3)`,
      JSON.stringify(routerIds),
      now - endedKeptMs,
    ),
  );
  return rows.map(held);
}

/** The live purchases of a device, oldest first: the first of them runs, the others queue. */
export async function heldByDevice(db: TenantDb, mac: string): Promise<HeldEntitlement[]> {
  const rows = await db.all<Row>(
    db.statement(
      `SELECT ${columns} FROM ${withDevices} WHERE e.mac = ?2 AND e.state IN ('waiting', 'running', 'cut_off')
      ORDER BY e.created_at, e.id`,
      mac,
    ),
  );
  return rows.map(held);
}

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

/** What paid for an entitlement, told only to the cookie that bought it. */
export async function purchaseOf(
  ctx: Context,
  providerId: string,
  entitlementId: string,
  buyerHash: string,
): Promise<{ source: "payment" | "voucher"; sourceId: string } | null> {
  const db = ctx.tenant(providerId);
  const [row] = await db.all<{ source: "payment" | "voucher"; sourceId: string }>(
    db.statement(
      "SELECT source, source_id AS sourceId FROM entitlements WHERE provider_id = ?1 AND id = ?2 AND buyer_hash = ?3",
      entitlementId,
      buyerHash,
    ),
  );
  return row ?? null;
}
