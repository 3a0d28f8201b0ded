import { among, type Sql, sql, thisProvider } from "../../../db/sql.ts";
import type { TenantDb } from "../../../db/tenant-db.ts";
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

export const loanColumns = sql`voucher_loans.provider_id AS providerId, voucher_loans.id,
    voucher_loans.router_id AS routerId,
  voucher_loans.bridge_id AS bridgeId, voucher_loans.rev, voucher_loans.state,
    voucher_loans.created_at AS createdAt, vouchers.code, vouchers.terms, vouchers.expires_at AS expiresAt`;

// The same words as the partial index of loans has that a bridge holds, as far as it knows.
export const isHeldLoan = sql`voucher_loans.state IN ('offered', 'lent', 'recalling', 'freed')`;
/** The cloud does not decide about its voucher. */
export const isOpenLoan = sql`${isHeldLoan} AND voucher_loans.state <> 'freed'`;
const isOpen = sql`state IN ('offered', 'lent', 'recalling')`;

type Offer = { loanId: string; voucherId: string };

/**
 * Lends vouchers that nobody used, revoked or lent until this very moment; the others are left out. From the same
 * transaction on nothing but the bridge decides about them.
 */
export function offerStatements(
  { routerId, bridgeId, at }: { routerId: string; bridgeId: string; at: number },
  offers: readonly Offer[],
): Sql[] {
  return [
    sql`INSERT OR IGNORE INTO voucher_loans
        (provider_id, id, voucher_id, router_id, bridge_id, rev, state, created_at)
      SELECT ${thisProvider}, wanted.value ->> 'loanId', vouchers.id, ${routerId}, ${bridgeId}, 1, 'offered',
        ${at}
      FROM vouchers JOIN json_each(${JSON.stringify(offers)}) AS wanted
        ON vouchers.id = wanted.value ->> 'voucherId'
      WHERE vouchers.provider_id = ${thisProvider} AND ${isUnused} AND loan_id IS NULL
        AND (expires_at IS NULL OR expires_at > ${at})`,
    sql`UPDATE vouchers SET loan_id = voucher_loans.id FROM voucher_loans
      WHERE vouchers.provider_id = ${thisProvider} AND voucher_loans.provider_id = ${thisProvider}
        AND vouchers.id = voucher_loans.voucher_id
        AND voucher_loans.state = 'offered' AND vouchers.loan_id IS NULL
        AND voucher_loans.id IN (SELECT value ->> 'loanId' FROM json_each(${JSON.stringify(offers)}))`,
  ];
}

export async function loansById(db: TenantDb, ids: readonly string[]): Promise<LoanRow[]> {
  return db.all(
    sql<LoanRow>`SELECT ${loanColumns} FROM voucher_loans
        JOIN vouchers ON vouchers.provider_id = ${thisProvider} AND vouchers.id = voucher_loans.voucher_id
      WHERE voucher_loans.provider_id = ${thisProvider} AND voucher_loans.id IN ${among(ids)}`,
  );
}

export function lentStatement(id: string, at: number): Sql {
  return sql`UPDATE voucher_loans SET state = 'lent', lent_at = ${at}
    WHERE provider_id = ${thisProvider} AND id = ${id} AND state = 'offered'`;
}

/** Asked for; a loan that was to be revoked stays so. @param revokeAt null = they only come back */
export function recallStatement(
  condition: Sql,
  { at, revokeAt }: { at: number; revokeAt: number | null },
): Sql<{ id: string }> {
  return sql<{ id: string }>`UPDATE voucher_loans SET state = 'recalling', rev = rev + (state <> 'recalling'),
      recalled_at = coalesce(recalled_at, ${at}), revoke_at = coalesce(revoke_at, ${revokeAt})
    WHERE provider_id = ${thisProvider} AND ${isOpen} AND ${condition} RETURNING id`;
}

/**
 * The cloud decides again; one that was revoked meanwhile is revoked now.
 * @param state `freed` where its bridge was not asked: it is told to give back whatever it still holds
 */
export function returnedStatements(id: string, at: number, state: "returned" | "freed" = "returned"): Sql[] {
  const loan = sql`FROM voucher_loans
    WHERE voucher_loans.provider_id = ${thisProvider} AND voucher_loans.id = ${id} AND ${isOpenLoan}`;
  return [
    sql`UPDATE vouchers SET loan_id = NULL, revoked_at = coalesce(revoked_at, (SELECT revoke_at ${loan}))
      WHERE provider_id = ${thisProvider} AND loan_id = ${id} AND used_at IS NULL
        AND EXISTS (SELECT 1 ${loan})`,
    sql`UPDATE voucher_loans SET state = ${state}, ended_at = coalesce(ended_at, ${at}),
        rev = rev + (${state} = 'freed' AND state <> 'recalling')
      WHERE provider_id = ${thisProvider} AND id = ${id}
        AND state IN ('offered', 'lent', 'recalling', 'freed')`,
  ];
}

/**
 * The router's visitor was served. A loan that was given up in the meantime (its bridge was replaced) still counts, as
 * long as nobody else has used or borrowed its voucher since.
 */
export function redeemedStatements(
  id: string,
  { redemptionId, mac, routerId, at }: { redemptionId: string; mac: string; routerId: string; at: number },
): Sql[] {
  return [
    sql`UPDATE vouchers SET redemption_id = ${redemptionId}, used_at = ${at}, used_by = ${mac},
        router_id = ${routerId}, loan_id = ${id}
      WHERE provider_id = ${thisProvider} AND redemption_id IS NULL AND (loan_id IS NULL OR loan_id = ${id})
        AND id = (SELECT voucher_id FROM voucher_loans WHERE provider_id = ${thisProvider} AND id = ${id})`,
    sql`UPDATE voucher_loans SET state = 'redeemed', ended_at = ${at}
      WHERE provider_id = ${thisProvider} AND id = ${id} AND state <> 'redeemed'
        AND EXISTS (SELECT 1 FROM vouchers WHERE provider_id = ${thisProvider} AND loan_id = ${id}
          AND redemption_id = ${redemptionId})`,
  ];
}
