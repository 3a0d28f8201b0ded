import type { Subject } from "../../../contract/values/subject.ts";
import { among, type Sql, sql } from "../../../db/sql.ts";
import type { TenantDb } from "../../../db/tenant-db.ts";
import { isUnused } from "../store.ts";

type OfflineVoucherState = "offered" | "assigned" | "returning" | "freed" | "returned" | "redeemed";

/** An offline voucher with its voucher. `terms` as JSON. */
export type OfflineVoucherRow = {
  providerId: string;
  id: string;
  routerId: string;
  bridgeId: string;
  rev: number;
  state: OfflineVoucherState;
  createdAt: number;
  code: string;
  terms: string;
  expiresAt: number | null;
};

const offlineVoucherColumns = sql`offline_vouchers.id, offline_vouchers.router_id AS routerId,
  offline_vouchers.bridge_id AS bridgeId, offline_vouchers.rev, offline_vouchers.state,
    offline_vouchers.created_at AS createdAt, vouchers.code, vouchers.terms, vouchers.expires_at AS expiresAt`;

// The same words as the partial index of offline vouchers has that a bridge holds, as far as it knows.
export const isHeldOfflineVoucher = sql`offline_vouchers.state IN ('offered', 'assigned', 'returning', 'freed')`;
/** The cloud does not decide about its voucher. */
export const isOpenOfflineVoucher = sql`${isHeldOfflineVoucher} AND offline_vouchers.state <> 'freed'`;
const isOpen = sql`state IN ('offered', 'assigned', 'returning')`;

type Offer = { offlineVoucherId: string; voucherId: string };

/** Those used, revoked or lent by now are left out. From the same transaction on only the bridge decides about them. */
export function offerStatements(
  { routerId, bridgeId, at }: { routerId: string; bridgeId: string; at: number },
  offers: readonly Offer[],
): Sql[] {
  return [
    sql`INSERT OR IGNORE INTO offline_vouchers
        (id, voucher_id, router_id, bridge_id, rev, state, created_at)
      SELECT wanted.value ->> 'offlineVoucherId', vouchers.id, ${routerId}, ${bridgeId}, 1, 'offered',
        ${at}
      FROM vouchers JOIN json_each(${JSON.stringify(offers)}) AS wanted
        ON vouchers.id = wanted.value ->> 'voucherId'
      WHERE ${isUnused} AND offline_voucher_id IS NULL
        AND (expires_at IS NULL OR expires_at > ${at})`,
    sql`UPDATE vouchers SET offline_voucher_id = offline_vouchers.id FROM offline_vouchers
      WHERE vouchers.id = offline_vouchers.voucher_id
        AND offline_vouchers.state = 'offered' AND vouchers.offline_voucher_id IS NULL
        AND offline_vouchers.id IN (SELECT value ->> 'offlineVoucherId' FROM json_each(${JSON.stringify(offers)}))`,
  ];
}

export async function offlineVouchersById(
  db: TenantDb,
  ids: readonly string[],
): Promise<OfflineVoucherRow[]> {
  return offlineVouchersWhere(db, sql`offline_vouchers.id IN ${among(ids)}`);
}

/** A provider's, with what stands behind WHERE. */
export async function offlineVouchersWhere(db: TenantDb, condition: Sql): Promise<OfflineVoucherRow[]> {
  const rows = await db.all(
    sql<Omit<OfflineVoucherRow, "providerId">>`SELECT ${offlineVoucherColumns} FROM offline_vouchers
        JOIN vouchers ON vouchers.id = offline_vouchers.voucher_id
      WHERE ${condition}`,
  );
  return rows.map((row) => ({ ...row, providerId: db.providerId }));
}

export function assignedStatement(id: string, at: number): Sql {
  return sql`UPDATE offline_vouchers SET state = 'assigned', assigned_at = ${at}
    WHERE id = ${id} AND state = 'offered'`;
}

/** Asked for; an offline voucher that was to be revoked stays so. @param revokeAt null = they only come back */
export function returningStatement(
  condition: Sql,
  { at, revokeAt }: { at: number; revokeAt: number | null },
): Sql<{ id: string }> {
  return sql<{
    id: string;
  }>`UPDATE offline_vouchers SET state = 'returning', rev = rev + (state <> 'returning'),
      returning_at = coalesce(returning_at, ${at}), revoke_at = coalesce(revoke_at, ${revokeAt})
    WHERE ${isOpen} AND ${condition} RETURNING id`;
}

/** One revoked meanwhile is revoked now. @param state `freed`: its bridge was not asked, and is told to give back what it holds */
export function returnedStatements(id: string, at: number, state: "returned" | "freed" = "returned"): Sql[] {
  const offlineVoucher = sql`FROM offline_vouchers
    WHERE offline_vouchers.id = ${id} AND ${isOpenOfflineVoucher}`;
  return [
    sql`UPDATE vouchers SET offline_voucher_id = NULL, revoked_at = coalesce(revoked_at, (SELECT revoke_at ${offlineVoucher}))
      WHERE offline_voucher_id = ${id} AND used_at IS NULL
        AND EXISTS (SELECT 1 ${offlineVoucher})`,
    sql`UPDATE offline_vouchers SET state = ${state}, ended_at = coalesce(ended_at, ${at}),
        rev = rev + (${state} = 'freed' AND state <> 'returning')
      WHERE id = ${id}
        AND state IN ('offered', 'assigned', 'returning', 'freed')`,
  ];
}

/** One given up meanwhile (its bridge was replaced) counts while its voucher is neither used nor assigned again. */
export function redeemedStatements(
  id: string,
  {
    redemptionId,
    subject,
    routerId,
    at,
  }: { redemptionId: string; subject: Subject; routerId: string; at: number },
): Sql[] {
  return [
    sql`UPDATE vouchers SET redemption_id = ${redemptionId}, used_at = ${at}, used_by = ${subject},
        router_id = ${routerId}, offline_voucher_id = ${id}
      WHERE redemption_id IS NULL AND (offline_voucher_id IS NULL OR offline_voucher_id = ${id})
        AND id = (SELECT voucher_id FROM offline_vouchers WHERE id = ${id})`,
    sql`UPDATE offline_vouchers SET state = 'redeemed', ended_at = ${at}
      WHERE id = ${id} AND state <> 'redeemed'
        AND EXISTS (SELECT 1 FROM vouchers WHERE offline_voucher_id = ${id}
          AND redemption_id = ${redemptionId})`,
  ];
}
