import type { Statement, TenantDb } from "../../db/tenant-db.ts";
import { hotspotUserUpdate } from "./grant.ts";
import { idsOfPurchase } from "./purchase-id.ts";

const dayMs = 86_400_000;
export const movesPerDay = 5;

/** One change of a purchase's devices. It is decided on what was read: `rev` says which reading that was. */
export type Move = {
  /** New for every try: what is read back by it was written by it. */
  id: string;
  entitlementId: string;
  rev: number;
  /** The device that leaves; null: none does. */
  fromMac: string | null;
  toMac: string;
  toRouterId: string;
  by: "receipt" | "voucher" | "recovery" | "provider";
  buyer: Buyer;
  at: number;
};

/** Whose purchase it is afterwards: the claimant's, the claimant's unless somebody owns it, or as before. */
export type Buyer = { hash: string | null; becomes: "always" | "if-nobody" | "never" };

const boughtBy = {
  always: "coalesce(?6, buyer_hash)",
  "if-nobody": "coalesce(buyer_hash, ?6)",
  never: "buyer_hash",
} as const satisfies Record<Buyer["becomes"], string>;

/** Everything else of the batch acts only for the move that was written. */
const won = "EXISTS (SELECT 1 FROM moves WHERE provider_id = ?1 AND id = ?2)";

/**
 * The move itself, written only if the purchase is still as it was read, is to be used, and has not moved too often. Of
 * any number that were decided on the same reading one is written: each raises the rev.
 * @param toEntitlementId what it goes on as @param doneAt null: it goes on when the old router let go
 */
function moveStatement(db: TenantDb, move: Move, toEntitlementId: string, doneAt: number | null): Statement {
  return db.statement(
    `INSERT INTO moves (provider_id, id, entitlement_id, to_entitlement_id, from_mac, to_mac, from_router_id, to_router_id,
      "by", at, done_at)
    SELECT ?1, ?2, id, ?4, ?5, ?6, router_id, ?7, ?8, ?9, ?10 FROM entitlements
    WHERE provider_id = ?1 AND id = ?3 AND rev = ?11 AND state IN ('waiting', 'running')
      AND (ends_at IS NULL OR ends_at > ?9)
      AND (SELECT count(*) FROM moves WHERE provider_id = ?1 AND entitlement_id >= ?12 AND entitlement_id < ?13
        AND from_mac IS NOT NULL AND at > ?14) < CASE WHEN ?5 IS NULL THEN 1000000 ELSE ?15 END`,
    move.id,
    move.entitlementId,
    toEntitlementId,
    move.fromMac,
    move.toMac,
    move.toRouterId,
    move.by,
    move.at,
    doneAt,
    move.rev,
    ...idsOfPurchase(move.entitlementId),
    move.at - dayMs,
    movesPerDay,
  );
}

function readBack(db: TenantDb, { id }: Move): Statement {
  return db.statement("SELECT id FROM moves WHERE provider_id = ?1 AND id = ?2", id);
}

/** How often, and when the first of the last day was, so that somebody can be told when to try again. */
export async function movesOfDay(
  db: TenantDb,
  entitlementId: string,
  now: number,
): Promise<{ count: number; first: number }> {
  const [row] = await db.all<{ count: number; first: number | null }>(
    db.statement(
      `SELECT count(*) AS count, min(at) AS first FROM moves WHERE provider_id = ?1 AND entitlement_id >= ?2
        AND entitlement_id < ?3 AND from_mac IS NOT NULL AND at > ?4`,
      ...idsOfPurchase(entitlementId),
      now - dayMs,
    ),
  );
  return { count: row?.count ?? 0, first: row?.first ?? now };
}

/** The purchase stays at its router (or waits for its device): one leaves if it must, the other comes, one rev. */
export function hereStatements(db: TenantDb, move: Move): Statement[] {
  const { id, entitlementId, fromMac, toMac, toRouterId, buyer, at } = move;
  const leaving =
    fromMac === null
      ? []
      : [
          db.statement(
            `UPDATE devices SET detached_at = ?5 WHERE provider_id = ?1 AND entitlement_id = ?3 AND mac = ?4 AND ${won}`,
            id,
            entitlementId,
            fromMac,
            at,
          ),
          db.statement(
            `UPDATE hotspot_users SET entitlement_id = (SELECT entitlement_id FROM devices
              WHERE provider_id = ?1 AND mac = ?4 AND detached_at IS NULL ORDER BY attached_at DESC LIMIT 1)
            WHERE provider_id = ?1 AND mac = ?4 AND entitlement_id = ?3 AND ${won}`,
            id,
            entitlementId,
            fromMac,
          ),
        ];
  return [
    moveStatement(db, move, entitlementId, at),
    ...leaving,
    db.statement(
      `INSERT INTO devices (provider_id, entitlement_id, mac, attached_at)
      SELECT ?1, entitlement_id, to_mac, at FROM moves WHERE provider_id = ?1 AND id = ?2
      ON CONFLICT (provider_id, entitlement_id, mac) DO UPDATE SET attached_at = excluded.attached_at, detached_at = NULL`,
      id,
    ),
    db.statement(
      `INSERT INTO hotspot_users (provider_id, mac, router_id, phone, entitlement_id, first_seen_at, last_seen_at)
      SELECT ?1, ?4, ?5, (SELECT phone FROM payments WHERE provider_id = ?1 AND id = entitlements.source_id), id, ?6, ?6
      FROM entitlements WHERE provider_id = ?1 AND id = ?3 AND ${won} ${hotspotUserUpdate}`,
      id,
      entitlementId,
      toMac,
      toRouterId,
      at,
    ),
    db.statement(
      `UPDATE entitlements SET mac = CASE WHEN mac IS NULL OR mac = ?4 THEN ?5 ELSE mac END, router_id = ?7,
        buyer_hash = ${boughtBy[buyer.becomes]}, rev = rev + 1, updated_at = ?8
      WHERE provider_id = ?1 AND id = ?3 AND ${won}`,
      id,
      entitlementId,
      fromMac,
      toMac,
      buyer.hash,
      toRouterId,
      at,
    ),
    readBack(db, move),
  ];
}

/** The purchase goes to another router: here it ends, under this rev, before it goes on there. */
export function leaveStatements(db: TenantDb, move: Move, successorId: string): Statement[] {
  return [
    moveStatement(db, move, successorId, null),
    db.statement(
      `UPDATE entitlements SET state = 'moved', end_reason = 'moved', ended_at = ?4, updated_at = ?4, rev = rev + 1,
        buyer_hash = coalesce(?5, buyer_hash)
      WHERE provider_id = ?1 AND id = ?3 AND ${won}`,
      move.id,
      move.entitlementId,
      move.at,
      move.buyer.hash,
    ),
    readBack(db, move),
  ];
}
