import type { Subject } from "../../contract/values/subject.ts";
import type { Terms } from "../../db/schema/tenant.ts";
import { type Sql, sql } from "../../db/sql.ts";

export type Grant = {
  id: string;
  routerId: string;
  /** Null: the purchase waits for its device. */
  subject: Subject | null;
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
  const { id, routerId, subject, source, sourceId, createdAt, onlyIf } = grant;
  const values = sql`${id}, 1, ${routerId}, ${subject}, ${source}, ${sourceId},
    ${JSON.stringify(grant.terms)}, 'waiting', ${createdAt}, ${createdAt}, ${grant.buyerHash}, ${grant.recoveryHash}`;
  return [
    sql`INSERT OR IGNORE INTO entitlements (id, rev, router_id, subject, source, source_id, terms,
        state, created_at, updated_at, buyer_hash, recovery_hash) ${rowOf(values, onlyIf)}`,
    ...(subject ? deviceStatements({ ...grant, subject }) : []),
  ];
}

/** SQLite plans a row of plain values without a look at the rows that refer to it. */
const rowOf = (values: Sql, onlyIf: Sql | undefined): Sql =>
  onlyIf ? sql`SELECT ${values} WHERE ${onlyIf}` : sql`VALUES (${values})`;

/** The tail of every listing of a device as hotspot user: the newest purchase names its current one. */
export const hotspotUserUpdate = sql`ON CONFLICT (subject) DO UPDATE
  SET router_id = excluded.router_id, phone = coalesce(excluded.phone, hotspot_users.phone),
    entitlement_id = excluded.entitlement_id,
    last_seen_at = max(hotspot_users.last_seen_at, excluded.last_seen_at)
  WHERE excluded.first_seen_at >= coalesce((SELECT max(created_at) FROM entitlements
    WHERE id = hotspot_users.entitlement_id), 0)`;

function deviceStatements({
  id,
  subject,
  routerId,
  phone,
  createdAt,
  onlyIf,
}: Grant & { subject: Subject }): Sql[] {
  const isMade = onlyIf && sql`EXISTS (SELECT 1 FROM entitlements WHERE id = ${id})`;
  return [
    sql`INSERT OR IGNORE INTO devices (entitlement_id, subject, attached_at)
      ${rowOf(sql`${id}, ${subject}, ${createdAt}`, isMade)}`,
    sql`INSERT INTO hotspot_users (subject, router_id, phone, entitlement_id, first_seen_at, last_seen_at)
      ${rowOf(sql`${subject}, ${routerId}, ${phone}, ${id}, ${createdAt}, ${createdAt}`, isMade)} ${hotspotUserUpdate}`,
  ];
}
