import type { Subject } from "../../contract/values/subject.ts";
import type { Terms } from "../../db/schema/tenant.ts";
import { among, type Sql, sql } from "../../db/sql.ts";
import type { TenantDb } from "../../db/tenant-db.ts";
import { hotspotUserUpdate } from "../entitlements/index.ts";

export type VoucherRow = {
  id: string;
  code: string;
  batchId: string;
  terms: string;
  createdAt: number;
  expiresAt: number | null;
  revokedAt: number | null;
  redemptionId: string | null;
  usedAt: number | null;
  usedBy: Subject | null;
  routerId: string | null;
  /** The offline voucher it is assigned by now, or was redeemed by. */
  offlineVoucherId: string | null;
  /** As another system printed it. */
  foreignCode: string | null;
};

export const voucherColumns = sql`id, code, batch_id AS batchId, terms, created_at AS createdAt,
    expires_at AS expiresAt, revoked_at AS revokedAt,
  redemption_id AS redemptionId, used_at AS usedAt, used_by AS usedBy, router_id AS routerId,
    offline_voucher_id AS offlineVoucherId, foreign_code AS foreignCode`;

// The same words as the partial index of open vouchers has.
export const isUnused = sql`used_at IS NULL AND revoked_at IS NULL`;

/** How many a provider may have and make; `since…`: UTC ms from which what was made counts. */
type Room = { live: number; perHour: number; perDay: number; sinceHour: number; sinceDay: number };

type Batch = {
  batchId: string;
  codes: string[];
  planId: string;
  terms: Terms;
  createdAt: number;
  expiresAt: number | null;
  room: Room;
};

/** Vouchers that can be used then. */
const liveAt = (now: number): Sql => sql`(SELECT count(*) FROM vouchers
  WHERE ${isUnused} AND (expires_at IS NULL OR expires_at > ${now}))`;
/** Imported ones apart, which have a limit of their own. */
const madeSince = (at: number): Sql =>
  sql`((SELECT count(*) FROM vouchers WHERE created_at > ${at})
    - (SELECT count(*) FROM vouchers WHERE created_at > ${at}
      AND import_id IN (SELECT id FROM imports WHERE created_at > ${at})))`;

/** One statement, while `may` holds, its plan is there and all have room; ids derive from batch and place: a repeat adds nothing. */
export function batchStatement(batch: Batch, may: Sql): Sql {
  const { batchId, planId, createdAt, codes, room } = batch;
  return sql`INSERT OR IGNORE INTO vouchers (id, code, batch_id, plan_id, terms, created_at,
      expires_at)
    SELECT ${batchId} || '-' || key, value, ${batchId}, ${planId},
      ${JSON.stringify(batch.terms)}, ${createdAt}, ${batch.expiresAt}
      FROM json_each(${JSON.stringify(codes)})
    WHERE ${may} AND EXISTS (SELECT 1 FROM plans
        WHERE id = ${planId} AND archived_at IS NULL)
      AND ${liveAt(createdAt)} + ${codes.length} <= ${room.live}
      AND ${madeSince(room.sinceHour)} + ${codes.length} <= ${room.perHour}
      AND ${madeSince(room.sinceDay)} + ${codes.length} <= ${room.perDay}`;
}

export async function countLive(db: TenantDb, now: number): Promise<number> {
  return (await db.first(sql<{ live: number }>`SELECT ${liveAt(now)} AS live`))?.live ?? 0;
}

export type Filled = { live: number; lastHour: number; lastDay: number };

/** How much of its room a provider has filled. */
export async function roomFilled(db: TenantDb, now: number, room: Room): Promise<Filled> {
  const row = await db.first(
    sql<Filled>`SELECT ${liveAt(now)} AS live, ${madeSince(room.sinceHour)} AS lastHour,
        ${madeSince(room.sinceDay)} AS lastDay
      FROM (SELECT 1 FROM vouchers LIMIT 1)`,
  );
  return row ?? { live: 0, lastHour: 0, lastDay: 0 };
}

/** Some of those that ended unused by then. One that was ever assigned to a router stays: its offline voucher names it. */
export function removeEndedStatements(by: number, limit: number): Sql[] {
  const neverAssigned = sql`NOT EXISTS (SELECT 1 FROM offline_vouchers
    WHERE offline_vouchers.voucher_id = vouchers.id)`;
  const ends = [
    sql`revoked_at IS NOT NULL AND revoked_at <= ${by}`,
    sql`revoked_at IS NULL AND expires_at <= ${by}`,
  ];
  return ends.map(
    (ended) => sql`DELETE FROM vouchers WHERE id IN (SELECT id FROM vouchers
      WHERE used_at IS NULL AND redemption_id IS NULL AND offline_voucher_id IS NULL
        AND ${ended} AND ${neverAssigned} LIMIT ${limit})`,
  );
}

/** Those of these that nobody used or revoked, one row for each; then how many of these there are at all. */
export function revokeStatements(
  ids: readonly string[],
  at: number,
): [revoked: Sql, count: Sql<{ known: number }>] {
  const wanted = sql`id IN ${among(ids)}`;
  return [
    sql`UPDATE vouchers SET revoked_at = ${at} WHERE ${wanted} AND ${isUnused} AND offline_voucher_id IS NULL
      RETURNING id`,
    sql<{ known: number }>`SELECT count(*) AS known FROM vouchers WHERE ${wanted}`,
  ];
}

/** All unused ones of a plan that was archived at just this moment, one row for each: to follow that in one batch. */
export function revokeOfPlanStatement(planId: string, archivedAt: number): Sql {
  return sql`UPDATE vouchers SET revoked_at = ${archivedAt}
    WHERE plan_id = ${planId} AND ${isUnused} AND offline_voucher_id IS NULL
      AND EXISTS (SELECT 1 FROM plans
        WHERE id = ${planId} AND archived_at = ${archivedAt})
    RETURNING id`;
}

/** What is bought by a voucher that is redeemed just then: imported time goes on ending when it did. */
export function termsAt(terms: Terms, at: number): Terms {
  const { endsBy, ...rest } = terms;
  return endsBy === undefined ? terms : { ...rest, durationMs: Math.min(terms.durationMs, endsBy - at) };
}

/** The same in SQL, of a redeemed voucher. */
const termsWhenUsed = sql`iif(terms ->> '$.endsBy' IS NULL, terms, json_remove(json_set(terms, '$.durationMs',
  min(terms ->> '$.durationMs', (terms ->> '$.endsBy') - used_at)), '$.endsBy'))`;

type Claim = {
  code: string;
  /** One of another system may be claimed: that this is a guess at it has been counted. */
  mayBeForeign: boolean;
  redemptionId: string;
  entitlementId: string;
  transactionId: string;
  routerId: string;
  subject: Subject;
  buyerHash: string | null;
  recoveryHash: string;
  at: number;
};

/** One conditional update decides the winner, the others act for it alone, and the last reads back whether it was ours. */
export function claimStatements(claim: Claim): Sql[] {
  const { code, mayBeForeign, redemptionId, routerId, subject, at } = claim;
  return [
    sql`UPDATE vouchers SET redemption_id = ${redemptionId}, used_at = ${at}, used_by = ${subject},
        router_id = ${routerId}
      WHERE code = ${code} AND redemption_id IS NULL AND revoked_at IS NULL
        AND offline_voucher_id IS NULL ${mayBeForeign ? sql`` : sql`AND foreign_code IS NULL`}
        AND (expires_at IS NULL OR expires_at > ${at})`,
    ...purchaseStatements(claim),
    sql`SELECT ${voucherColumns} FROM vouchers WHERE code = ${code}`,
  ];
}

/** What a redeemed voucher is, once it is known to be this redemption's. */
export function purchaseStatements(claim: Omit<Claim, "at" | "mayBeForeign">): Sql[] {
  const { code, redemptionId, entitlementId, transactionId, routerId, subject, buyerHash, recoveryHash } =
    claim;
  const won = sql`FROM vouchers
    WHERE code = ${code} AND redemption_id = ${redemptionId}`;
  return [
    sql`INSERT OR IGNORE INTO entitlements (id, rev, router_id, subject, source, source_id, terms,
        state, created_at, updated_at, buyer_hash, recovery_hash)
      SELECT ${entitlementId}, 1, ${routerId}, ${subject}, 'voucher', ${transactionId}, ${termsWhenUsed},
        'waiting', used_at, used_at, ${buyerHash}, ${recoveryHash} ${won}`,
    sql`INSERT OR IGNORE INTO devices (entitlement_id, subject, attached_at)
      SELECT ${entitlementId}, ${subject}, used_at ${won}`,
    sql`INSERT INTO hotspot_users (subject, router_id, entitlement_id, first_seen_at, last_seen_at)
      SELECT ${subject}, ${routerId}, ${entitlementId}, used_at,
        used_at ${won} ${hotspotUserUpdate}`,
  ];
}
