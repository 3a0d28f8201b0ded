import type { Terms } from "../../db/schema/tenant.ts";
import { type Sql, sql } from "../../db/sql.ts";

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
  /** What must hold for it to be made; absent = nothing. */
  onlyIf?: Sql;
};

/** Joins the batch of the payment or redemption. Repeating it changes nothing. */
export function entitlementStatements(grant: Grant): Sql[] {
  const statements = [
    sql`INSERT OR IGNORE INTO entitlements (id, rev, router_id, mac, source, source_id, terms,
        state, created_at, updated_at, buyer_hash, recovery_hash)
      SELECT ${grant.id}, 1, ${grant.routerId}, ${grant.mac}, ${grant.source},
        ${grant.sourceId}, ${JSON.stringify(grant.terms)}, 'waiting', ${grant.createdAt}, ${grant.createdAt},
        ${grant.buyerHash}, ${grant.recoveryHash} WHERE ${grant.onlyIf ?? sql`true`}`,
  ];
  if (grant.mac) statements.push(...deviceStatements({ ...grant, mac: grant.mac }));
  return statements;
}

/** The tail of every listing of a device as hotspot user: the newest purchase names its current one. */
export const hotspotUserUpdate = sql`ON CONFLICT (mac) DO UPDATE
  SET router_id = excluded.router_id, phone = coalesce(excluded.phone, hotspot_users.phone),
    entitlement_id = excluded.entitlement_id,
    last_seen_at = max(hotspot_users.last_seen_at, excluded.last_seen_at)
  WHERE excluded.first_seen_at >= coalesce((SELECT max(created_at) FROM entitlements
    WHERE id = hotspot_users.entitlement_id), 0)`;

function deviceStatements({ id, mac, routerId, phone, createdAt, onlyIf }: Grant & { mac: string }): Sql[] {
  const isMade = onlyIf ? sql`EXISTS (SELECT 1 FROM entitlements WHERE id = ${id})` : sql`true`;
  return [
    sql`INSERT OR IGNORE INTO devices (entitlement_id, mac, attached_at)
      SELECT ${id}, ${mac}, ${createdAt} WHERE ${isMade}`,
    sql`INSERT INTO hotspot_users (mac, router_id, phone, entitlement_id, first_seen_at,
        last_seen_at)
      SELECT ${mac}, ${routerId}, ${phone}, ${id}, ${createdAt},
        ${createdAt} WHERE ${isMade} ${hotspotUserUpdate}`,
  ];
}
