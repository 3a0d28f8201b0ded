import { formatVoucherCode } from "../../contract/values/voucher-code.ts";
import type { Voucher } from "../../contract/vouchers.ts";
import type { Terms } from "../../db/schema/tenant.ts";
import type { Statement, TenantDb } from "../../db/tenant-db.ts";
import { hotspotUserUpdate } from "../access/index.ts";

export type VoucherRow = {
  id: string;
  code: string;
  terms: string;
  createdAt: number;
  expiresAt: number | null;
  revokedAt: number | null;
  redemptionId: string | null;
  usedAt: number | null;
  usedBy: string | null;
};

const columns = `id, code, terms, created_at AS createdAt, expires_at AS expiresAt, revoked_at AS revokedAt,
  redemption_id AS redemptionId, used_at AS usedAt, used_by AS usedBy`;

type Batch = {
  batchId: string;
  codes: string[];
  planId: string;
  terms: Terms;
  createdAt: number;
  expiresAt: number | null;
};

/** A whole batch in one statement; ids derive from batch and place, so that a repeated batch adds nothing. */
export function batchStatement(db: TenantDb, batch: Batch): Statement {
  return db.statement(
    `INSERT OR IGNORE INTO vouchers (provider_id, id, code, batch_id, plan_id, terms, created_at, expires_at)
    SELECT ?1, ?2 || '-' || key, value, ?2, ?3, ?4, ?5, ?6 FROM json_each(?7)`,
    batch.batchId,
    batch.planId,
    JSON.stringify(batch.terms),
    batch.createdAt,
    batch.expiresAt,
    JSON.stringify(batch.codes),
  );
}

export async function vouchersOfBatch(db: TenantDb, batchId: string): Promise<Voucher[]> {
  // Ids of a batch start with it, so the primary key serves; a batch has at most 100.
  const rows = await db.all<VoucherRow>(
    db.statement(
      `SELECT ${columns} FROM vouchers WHERE provider_id = ?1 AND id > ?2 || '-' AND id < ?2 || '.' ORDER BY rowid`,
      batchId,
    ),
  );
  return rows.map(voucherAnswer);
}

/**
 * Newest first.
 * @param wanted.q part of a code as typed, of a device address or of a plan's name
 */
export async function vouchersPage(
  db: TenantDb,
  wanted: { limit: number; offset: number; q: string | undefined },
): Promise<{ vouchers: Voucher[]; total: number }> {
  const q = wanted.q?.trim().toUpperCase() ?? "";
  const code = q.replace(/[\s-]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1");
  // Without a search the total is counted on the index alone.
  const search = `AND ((?3 <> '' AND instr(code, ?3) > 0) OR instr(used_by, ?2) > 0
    OR instr(upper(json_extract(terms, '$.planName')), ?2) > 0)`;
  const [fits, values] = q === "" ? ["", []] : [search, [q, code]];
  const [limit, offset] = q === "" ? ["?2", "?3"] : ["?4", "?5"];
  const [rows, count] = await db.batch([
    db.statement(
      `SELECT ${columns} FROM vouchers WHERE provider_id = ?1 ${fits} ORDER BY created_at DESC, id
      LIMIT ${limit} OFFSET ${offset}`,
      ...values,
      wanted.limit,
      wanted.offset,
    ),
    db.statement(`SELECT count(*) AS total FROM vouchers WHERE provider_id = ?1 ${fits}`, ...values),
  ]);
  return {
    vouchers: ((rows ?? []) as VoucherRow[]).map(voucherAnswer),
    total: Number(count?.[0]?.total ?? 0),
  };
}

export function voucherAnswer(row: VoucherRow): Voucher {
  const terms = JSON.parse(row.terms) as Terms;
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return {
    id: row.id,
    code: formatVoucherCode(row.code),
    plan: { id: terms.planId, name: terms.planName },
    isUsed: row.usedAt !== null,
    isRevoked: row.revokedAt !== null,
    usedBy: row.usedBy,
    usedAt: iso(row.usedAt),
    expiresAt: iso(row.expiresAt),
    createdAt: new Date(row.createdAt).toISOString(),
  };
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
  const { code, redemptionId, entitlementId, transactionId, routerId, mac, buyerHash, recoveryHash, at } =
    claim;
  const won = "FROM vouchers WHERE provider_id = ?1 AND code = ?2 AND redemption_id = ?3";
  return [
    db.statement(
      `UPDATE vouchers SET redemption_id = ?3, used_at = ?4, used_by = ?5, router_id = ?6
      WHERE provider_id = ?1 AND code = ?2 AND redemption_id IS NULL AND revoked_at IS NULL
        AND (expires_at IS NULL OR expires_at > ?4)`,
      code,
      redemptionId,
      at,
      mac,
      routerId,
    ),
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
    db.statement(`SELECT ${columns} FROM vouchers WHERE provider_id = ?1 AND code = ?2`, code),
  ];
}
