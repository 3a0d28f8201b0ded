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
  const { id, routerId, mac, source, sourceId, createdAt, onlyIf } = grant;
  const values = sql`${id}, 1, ${routerId}, ${mac}, ${source}, ${sourceId},
    ${JSON.stringify(grant.terms)}, 'waiting', ${createdAt}, ${createdAt}, ${grant.buyerHash}, ${grant.recoveryHash}`;
  return [
    sql`INSERT OR IGNORE INTO entitlements (id, rev, router_id, mac, source, source_id, terms,
        state, created_at, updated_at, buyer_hash, recovery_hash) ${rowOf(values, onlyIf)}`,
    ...(mac ? deviceStatements({ ...grant, mac }) : []),
  ];
}

/** SQLite plans a row of plain values without a look at the rows that refer to it. */
const rowOf = (values: Sql, onlyIf: Sql | undefined): Sql =>
  onlyIf ? sql`SELECT ${values} WHERE ${onlyIf}` : sql`VALUES (${values})`;

/** The tail of every listing of a device as hotspot user: the newest purchase names its current one. */
export const hotspotUserUpdate = sql`ON CONFLICT (mac) DO UPDATE
  SET router_id = excluded.router_id, phone = coalesce(excluded.phone, hotspot_users.phone),
    entitlement_id = excluded.entitlement_id,
    last_seen_at = max(hotspot_users.last_seen_at, excluded.last_seen_at)
  WHERE excluded.first_seen_at >= coalesce((SELECT max(created_at) FROM entitlements
    WHERE id = hotspot_users.entitlement_id), 0)`;

function deviceStatements({ id, mac, routerId, phone, createdAt, onlyIf }: Grant & { mac: string }): Sql[] {
  const isMade = onlyIf && sql`EXISTS (SELECT 1 FROM entitlements WHERE id = ${id})`;
  return [
    sql`INSERT OR IGNORE INTO devices (entitlement_id, mac, attached_at)
      ${rowOf(sql`${id}, ${mac}, ${createdAt}`, isMade)}`,
    sql`INSERT INTO hotspot_users (mac, router_id, phone, entitlement_id, first_seen_at, last_seen_at)
      ${rowOf(sql`${mac}, ${routerId}, ${phone}, ${id}, ${createdAt}, ${createdAt}`, isMade)} ${hotspotUserUpdate}`,
  ];
}
