import type { Terms } from "../../db/schema/tenant.ts";
import type { Statement, TenantDb } from "../../db/tenant-db.ts";
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
  usedBy: string | null;
  routerId: string | null;
  /** Lent by it now, or redeemed by it. */
  loanId: string | null;
};

export const voucherColumns = `id, code, batch_id AS batchId, terms, created_at AS createdAt, expires_at AS expiresAt, revoked_at AS revokedAt,
  redemption_id AS redemptionId, used_at AS usedAt, used_by AS usedBy, router_id AS routerId, loan_id AS loanId`;

// The same words as the partial index of open vouchers has.
export const isUnused = "used_at IS NULL AND revoked_at IS NULL";

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

/** Vouchers that can be used at ?N. */
const liveAt = (now: string) => `(SELECT count(*) FROM vouchers WHERE provider_id = ?1 AND ${isUnused}
  AND (expires_at IS NULL OR expires_at > ${now}))`;
const madeSince = (at: string) =>
  `(SELECT count(*) FROM vouchers WHERE provider_id = ?1 AND created_at > ${at})`;

/**
 * A whole batch in one statement, while its plan is there and there is room for all of it; ids derive from batch and place, so that a repeated batch adds
 * nothing.
 */
export function batchStatement(db: TenantDb, batch: Batch): Statement {
  return db.statement(
    `INSERT OR IGNORE INTO vouchers (provider_id, id, code, batch_id, plan_id, terms, created_at, expires_at)
    SELECT ?1, ?2 || '-' || key, value, ?2, ?3, ?4, ?5, ?6 FROM json_each(?7)
    WHERE EXISTS (SELECT 1 FROM plans WHERE provider_id = ?1 AND id = ?3 AND archived_at IS NULL)
      AND ${liveAt("?5")} + ?8 <= ?9 AND ${madeSince("?10")} + ?8 <= ?11 AND ${madeSince("?12")} + ?8 <= ?13`,
    batch.batchId,
    batch.planId,
    JSON.stringify(batch.terms),
    batch.createdAt,
    batch.expiresAt,
    JSON.stringify(batch.codes),
    ...[batch.codes.length, batch.room.live, batch.room.sinceHour, batch.room.perHour],
    ...[batch.room.sinceDay, batch.room.perDay],
  );
}

export type Filled = { live: number; lastHour: number; lastDay: number };

/** How much of its room a provider has filled. */
export async function roomFilled(db: TenantDb, now: number, room: Room): Promise<Filled> {
  const [row] = await db.all<Filled>(
    db.statement(
      `SELECT ${liveAt("?2")} AS live, ${madeSince("?3")} AS lastHour, ${madeSince("?4")} AS lastDay
      FROM (SELECT 1 FROM vouchers WHERE provider_id = ?1 LIMIT 1)`,
      ...[now, room.sinceHour, room.sinceDay],
    ),
  );
  return row ?? { live: 0, lastHour: 0, lastDay: 0 };
}

/** Some of those that ended unused by then. One that was ever lent stays: its loan tells of it. */
export function removeEndedStatements(db: TenantDb, by: number, limit: number): Statement[] {
  const unlent = `NOT EXISTS (SELECT 1 FROM voucher_loans WHERE voucher_loans.provider_id = ?1
    AND voucher_loans.voucher_id = vouchers.id)`;
  return ["revoked_at IS NOT NULL AND revoked_at <= ?2", "revoked_at IS NULL AND expires_at <= ?2"].map(
    (ended) =>
      db.statement(
        `DELETE FROM vouchers WHERE provider_id = ?1 AND id IN (SELECT id FROM vouchers WHERE provider_id = ?1
        AND used_at IS NULL AND redemption_id IS NULL AND loan_id IS NULL AND ${ended} AND ${unlent} LIMIT ?3)`,
        ...[by, limit],
      ),
  );
}

/** Those of these that nobody used or revoked, one row for each; then how many of these there are at all. */
export function revokeStatements(db: TenantDb, ids: readonly string[], at: number): Statement[] {
  const wanted = "provider_id = ?1 AND id IN (SELECT value FROM json_each(?2))";
  const list = JSON.stringify(ids);
  return [
    db.statement(
      `UPDATE vouchers SET revoked_at = ?3 WHERE ${wanted} AND ${isUnused} AND loan_id IS NULL RETURNING id`,
      list,
      at,
    ),
    db.statement(`SELECT count(*) AS known FROM vouchers WHERE ${wanted}`, list),
  ];
}

/** All unused ones of a plan that was archived at just this moment, one row for each: to follow that in one batch. */
export function revokeOfPlanStatement(db: TenantDb, planId: string, archivedAt: number): Statement {
  return db.statement(
    `UPDATE vouchers SET revoked_at = ?3 WHERE provider_id = ?1 AND plan_id = ?2 AND ${isUnused} AND loan_id IS NULL
      AND EXISTS (SELECT 1 FROM plans WHERE provider_id = ?1 AND id = ?2 AND archived_at = ?3) RETURNING id`,
    planId,
    archivedAt,
  );
}

export type Claim = {
  code: string;
  redemptionId: string;
  entitlementId: string;
  transactionId: string;
  routerId: string;
  mac: string;
  buyerHash: string | null;
  recoveryHash: string;
  at: number;
};

/**
 * The claim and everything that follows from it, as one transaction: one conditional update decides the winner, every
 * other statement acts only for the redemption that won, and the last one reads back whether it was ours.
 */
export function claimStatements(db: TenantDb, claim: Claim): Statement[] {
  const { code, redemptionId, routerId, mac, at } = claim;
  return [
    db.statement(
      `UPDATE vouchers SET redemption_id = ?3, used_at = ?4, used_by = ?5, router_id = ?6
      WHERE provider_id = ?1 AND code = ?2 AND redemption_id IS NULL AND revoked_at IS NULL AND loan_id IS NULL
        AND (expires_at IS NULL OR expires_at > ?4)`,
      code,
      redemptionId,
      at,
      mac,
      routerId,
    ),
    ...purchaseStatements(db, claim),
    db.statement(`SELECT ${voucherColumns} FROM vouchers WHERE provider_id = ?1 AND code = ?2`, code),
  ];
}

/** What a redeemed voucher is, once it is known to be this redemption's. */
export function purchaseStatements(db: TenantDb, claim: Omit<Claim, "at">): Statement[] {
  const { code, redemptionId, entitlementId, transactionId, routerId, mac, buyerHash, recoveryHash } = claim;
  const won = "FROM vouchers WHERE provider_id = ?1 AND code = ?2 AND redemption_id = ?3";
  return [
    db.statement(
      `INSERT OR IGNORE INTO entitlements (provider_id, id, rev, router_id, mac, source, source_id, terms, state, created_at,
        updated_at, buyer_hash, recovery_hash)
      SELECT ?1, ?4, 1, ?6, ?7, 'voucher', ?5, terms, 'waiting', used_at, used_at, ?8, ?9 ${won}`,
      code,
      redemptionId,
      entitlementId,
      transactionId,
      routerId,
      mac,
      buyerHash,
      recoveryHash,
    ),
    db.statement(
      `INSERT OR IGNORE INTO devices (provider_id, entitlement_id, mac, attached_at) SELECT ?1, ?4, ?5, used_at ${won}`,
      code,
      redemptionId,
      entitlementId,
      mac,
    ),
    db.statement(
      `INSERT INTO hotspot_users (provider_id, mac, router_id, entitlement_id, first_seen_at, last_seen_at)
      SELECT ?1, ?5, ?6, ?4, used_at, used_at ${won} ${hotspotUserUpdate}`,
      code,
      redemptionId,
      entitlementId,
      mac,
      routerId,
    ),
  ];
}
