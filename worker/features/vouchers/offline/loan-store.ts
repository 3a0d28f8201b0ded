import type { Statement, TenantDb } from "../../../db/tenant-db.ts";
import { isUnused } from "../store.ts";

type LoanState = "offered" | "lent" | "recalling" | "freed" | "returned" | "redeemed";

/** A loan with its voucher. `terms` as JSON. */
export type LoanRow = {
  providerId: string;
  id: string;
  routerId: string;
  bridgeId: string;
  rev: number;
  state: LoanState;
  createdAt: number;
  code: string;
  terms: string;
  expiresAt: number | null;
};

export const loanColumns = `voucher_loans.provider_id AS providerId, voucher_loans.id, voucher_loans.router_id AS routerId,
  voucher_loans.bridge_id AS bridgeId, voucher_loans.rev, voucher_loans.state, voucher_loans.created_at AS createdAt,
  vouchers.code, vouchers.terms, vouchers.expires_at AS expiresAt`;

// The same words as the partial index of loans has that a bridge holds, as far as it knows.
export const isHeldLoan = "voucher_loans.state IN ('offered', 'lent', 'recalling', 'freed')";
/** The cloud does not decide about its voucher. */
export const isOpenLoan = `${isHeldLoan} AND voucher_loans.state <> 'freed'`;
const isOpen = "state IN ('offered', 'lent', 'recalling')";

type Offer = { loanId: string; voucherId: string };

/**
 * Lends vouchers that nobody used, revoked or lent until this very moment; the others are left out. From the same
 * transaction on nothing but the bridge decides about them.
 */
export function offerStatements(
  db: TenantDb,
  { routerId, bridgeId, at }: { routerId: string; bridgeId: string; at: number },
  offers: readonly Offer[],
): Statement[] {
  return [
    db.statement(
      `INSERT OR IGNORE INTO voucher_loans (provider_id, id, voucher_id, router_id, bridge_id, rev, state, created_at)
      SELECT ?1, wanted.value ->> 'loanId', vouchers.id, ?2, ?3, 1, 'offered', ?4
      FROM vouchers JOIN json_each(?5) AS wanted ON vouchers.id = wanted.value ->> 'voucherId'
      WHERE vouchers.provider_id = ?1 AND ${isUnused} AND loan_id IS NULL AND (expires_at IS NULL OR expires_at > ?4)`,
      routerId,
      bridgeId,
      at,
      JSON.stringify(offers),
    ),
    db.statement(
      `UPDATE vouchers SET loan_id = voucher_loans.id FROM voucher_loans
      WHERE vouchers.provider_id = ?1 AND voucher_loans.provider_id = ?1 AND vouchers.id = voucher_loans.voucher_id
        AND voucher_loans.state = 'offered' AND vouchers.loan_id IS NULL
        AND voucher_loans.id IN (SELECT value ->> 'loanId' FROM json_each(?2))`,
      JSON.stringify(offers),
    ),
  ];
}

export async function loansById(db: TenantDb, ids: readonly string[]): Promise<LoanRow[]> {
  return db.all<LoanRow>(
    db.statement(
      `SELECT ${loanColumns} FROM voucher_loans
        JOIN vouchers ON vouchers.provider_id = ?1 AND vouchers.id = voucher_loans.voucher_id
      WHERE voucher_loans.provider_id = ?1 AND voucher_loans.id IN (SELECT value FROM json_each(?2))`,
      JSON.stringify(ids),
    ),
  );
}

export function lentStatement(db: TenantDb, id: string, at: number): Statement {
  return db.statement(
    `UPDATE voucher_loans SET state = 'lent', lent_at = ?3 WHERE provider_id = ?1 AND id = ?2 AND state = 'offered'`,
    id,
    at,
  );
}

/** Asked for; a loan that was to be revoked stays so. @param revokeAt null = they only come back */
export function recallStatement(
  db: TenantDb,
  condition: string,
  values: readonly (string | number)[],
  { at, revokeAt }: { at: number; revokeAt: number | null },
): Statement {
  return db.statement(
    `UPDATE voucher_loans SET state = 'recalling', rev = rev + (state <> 'recalling'),
      recalled_at = coalesce(recalled_at, ?2), revoke_at = coalesce(revoke_at, ?3)
    WHERE provider_id = ?1 AND ${isOpen} AND ${condition} RETURNING id`,
    at,
    revokeAt,
    ...values,
  );
}

/**
 * The cloud decides again; one that was revoked meanwhile is revoked now.
 * @param state `freed` where its bridge was not asked: it is told to give back whatever it still holds
 */
export function returnedStatements(
  db: TenantDb,
  id: string,
  at: number,
  state: "returned" | "freed" = "returned",
): Statement[] {
  const loan = `FROM voucher_loans WHERE voucher_loans.provider_id = ?1 AND voucher_loans.id = ?2 AND ${isOpenLoan}`;
  return [
    db.statement(
      `UPDATE vouchers SET loan_id = NULL, revoked_at = coalesce(revoked_at, (SELECT revoke_at ${loan}))
      WHERE provider_id = ?1 AND loan_id = ?2 AND used_at IS NULL AND EXISTS (SELECT 1 ${loan})`,
      id,
    ),
    db.statement(
      `UPDATE voucher_loans SET state = ?4, ended_at = coalesce(ended_at, ?3),
        rev = rev + (?4 = 'freed' AND state <> 'recalling')
      WHERE provider_id = ?1 AND id = ?2 AND state IN ('offered', 'lent', 'recalling', 'freed')`,
      id,
      at,
      state,
    ),
  ];
}

/**
 * The router's visitor was served. A loan that was given up in the meantime (its bridge was replaced) still counts, as
 * long as nobody else has used or borrowed its voucher since.
 */
export function redeemedStatements(
  db: TenantDb,
  id: string,
  { redemptionId, mac, routerId, at }: { redemptionId: string; mac: string; routerId: string; at: number },
): Statement[] {
  return [
    db.statement(
      `UPDATE vouchers SET redemption_id = ?3, used_at = ?4, used_by = ?5, router_id = ?6, loan_id = ?2
      WHERE provider_id = ?1 AND redemption_id IS NULL AND (loan_id IS NULL OR loan_id = ?2)
        AND id = (SELECT voucher_id FROM voucher_loans WHERE provider_id = ?1 AND id = ?2)`,
      id,
      redemptionId,
      at,
      mac,
      routerId,
    ),
    db.statement(
      `UPDATE voucher_loans SET state = 'redeemed', ended_at = ?3
      WHERE provider_id = ?1 AND id = ?2 AND state <> 'redeemed'
        AND EXISTS (SELECT 1 FROM vouchers WHERE provider_id = ?1 AND loan_id = ?2 AND redemption_id = ?4)`,
      id,
      at,
      redemptionId,
    ),
  ];
}
