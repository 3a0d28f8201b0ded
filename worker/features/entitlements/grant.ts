import type { Terms } from "../../db/schema/tenant.ts";
import type { Statement, TenantDb } from "../../db/tenant-db.ts";

export type Grant = {
  id: string;
  routerId: string;
  /** Null: the purchase waits for its device. */
  mac: string | null;
  source: "payment" | "voucher";
  sourceId: string;
  terms: Terms;
  phone: string | null;
  buyerHash: string | null;
  recoveryHash: string;
  createdAt: number;
};

/**
 * What a purchase writes, to stand in one batch with whatever paid for it. Repeating it changes nothing.
 */
export function entitlementStatements(db: TenantDb, grant: Grant): Statement[] {
  const statements = [
    db.statement(
      `INSERT OR IGNORE INTO entitlements (provider_id, id, rev, router_id, mac, source, source_id, terms, state, created_at,
        updated_at, buyer_hash, recovery_hash)
      VALUES (?1, ?2, 1, ?3, ?4, ?5, ?6, ?7, 'waiting', ?8, ?8, ?9, ?10)`,
      grant.id,
      grant.routerId,
      grant.mac,
      grant.source,
      grant.sourceId,
      JSON.stringify(grant.terms),
      grant.createdAt,
      grant.buyerHash,
      grant.recoveryHash,
    ),
  ];
  if (grant.mac)
    statements.push(
      ...deviceStatements(db, grant.id, grant.mac, grant.routerId, grant.phone, grant.createdAt),
    );
  return statements;
}

/**
 * The tail of every statement that lists a device as the provider's hotspot user: the newest purchase names its current
 * one, so a repeat of an older purchase changes nothing.
 */
export const hotspotUserUpdate = `ON CONFLICT (provider_id, mac) DO UPDATE SET router_id = excluded.router_id,
    phone = coalesce(excluded.phone, hotspot_users.phone), entitlement_id = excluded.entitlement_id,
    last_seen_at = max(hotspot_users.last_seen_at, excluded.last_seen_at)
  WHERE excluded.first_seen_at >= coalesce((SELECT max(created_at) FROM entitlements
    WHERE provider_id = ?1 AND id = hotspot_users.entitlement_id), 0)`;

/** Attaches a device to a purchase and lists it as the provider's hotspot user. */
function deviceStatements(
  db: TenantDb,
  entitlementId: string,
  mac: string,
  routerId: string,
  phone: string | null,
  at: number,
): Statement[] {
  return [
    db.statement(
      "INSERT OR IGNORE INTO devices (provider_id, entitlement_id, mac, attached_at) VALUES (?1, ?2, ?3, ?4)",
      entitlementId,
      mac,
      at,
    ),
    db.statement(
      `INSERT INTO hotspot_users (provider_id, mac, router_id, phone, entitlement_id, first_seen_at, last_seen_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6) ${hotspotUserUpdate}`,
      mac,
      routerId,
      phone,
      entitlementId,
      at,
    ),
  ];
}
