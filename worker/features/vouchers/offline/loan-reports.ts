import type { Context } from "../../../context.ts";
import type { Loan } from "../../../contract/bridge.ts";
import { parseMac } from "../../../contract/values/mac.ts";
import { type Sql, sql, thisProvider } from "../../../db/sql.ts";
import type { LoanFact, LoanPorts } from "../../../ports.ts";
import { recoveryHashFor } from "../../entitlements/index.ts";
import { purchaseStatements } from "../store.ts";
import { providerOfLoan, redemptionOfLoan } from "./loan-id.ts";
import { loanMessage } from "./loan-message.ts";
import {
  isHeldLoan,
  isOpenLoan,
  type LoanRow,
  lentStatement,
  loanColumns,
  loansById,
  redeemedStatements,
  returnedStatements,
} from "./loan-store.ts";

// What bridges say of lent vouchers, and what they are told. A loan is one bridge's: whatever another one says of it is
// foreign, whoever serves the router now. So nothing is lost that a bridge redeemed before its router was taken from it.

type Redeemed = { mac: string; ageMs: number; buyerHash: string | null };

/**
 * The one redemption of a loan, as the rows of a redeemed voucher. Repeating it changes nothing.
 * @param redeemed `ageMs`: how long ago; never believed beyond the loan itself
 */
export async function writeRedeemed(ctx: Context, loan: LoanRow, redeemed: Redeemed): Promise<void> {
  const db = ctx.tenant(loan.providerId);
  await db.batch(redeemedBy(ctx, loan, redeemed));
}

function redeemedBy(ctx: Context, loan: LoanRow, redeemed: Redeemed): Sql[] {
  const { id, code, routerId, providerId } = loan;
  const { mac, buyerHash } = redeemed;
  const redemption = redemptionOfLoan(ctx, providerId, id);
  const { redemptionId, entitlementId } = redemption;
  const now = ctx.now();
  const at = Math.min(now, Math.max(loan.createdAt, now - redeemed.ageMs));
  const recoveryHash = recoveryHashFor(ctx, entitlementId);
  const purchase = { code, ...redemption, routerId, mac, buyerHash, recoveryHash };
  return [
    ...redeemedStatements(id, { redemptionId, mac, routerId, at }),
    ...purchaseStatements(purchase),
    // The bridge's own report may have been faster, and knows no cookie.
    sql`UPDATE entitlements SET buyer_hash = ${buyerHash}
      WHERE provider_id = ${thisProvider} AND id = ${entitlementId} AND mac = ${mac} AND buyer_hash IS NULL`,
  ];
}

/** It is back: the cloud decides again. Repeating it changes nothing. @param state as `returnedStatements` has it */
export async function writeReturned(
  ctx: Context,
  loan: Pick<LoanRow, "providerId" | "id">,
  state: "returned" | "freed" = "returned",
): Promise<void> {
  const db = ctx.tenant(loan.providerId);
  await db.batch(returnedStatements(loan.id, ctx.now(), state));
}

async function takeLoanFacts(ctx: Context, bridgeId: string, facts: readonly LoanFact[]) {
  const made: { providerId: string; entitlementId: string }[] = [];
  let foreign = 0;
  for (const [providerId, own] of Map.groupBy(facts, ({ loanId }) => providerOfLoan(loanId))) {
    const db = providerId === null ? null : ctx.tenant(providerId);
    const ids = [...new Set(own.map(({ loanId }) => loanId))];
    const loans = db ? await loansById(db, ids) : [];
    const known = new Map(loans.filter((loan) => loan.bridgeId === bridgeId).map((loan) => [loan.id, loan]));
    const statements: Sql[] = [];
    for (const fact of own) {
      const loan = known.get(fact.loanId);
      const mac = fact.kind === "voucher_redeemed" ? parseMac(fact.mac) : undefined;
      if (!db || !loan || (fact.kind === "voucher_redeemed" && !mac)) {
        foreign += 1;
        continue;
      }
      if (fact.kind === "lent") statements.push(lentStatement(loan.id, ctx.now()));
      else if (fact.kind === "returned") statements.push(...returnedStatements(loan.id, ctx.now()));
      else if (mac) {
        statements.push(...redeemedBy(ctx, loan, { mac, ageMs: fact.ageMs, buyerHash: null }));
        const { entitlementId } = redemptionOfLoan(ctx, loan.providerId, loan.id);
        made.push({ providerId: loan.providerId, entitlementId });
      }
    }
    if (statements.length > 0) await db?.batch(statements);
  }
  return { made, foreign };
}

/** Loans by a condition on them, of all providers. */
function loansWhere(ctx: Context, condition: Sql): Promise<LoanRow[]> {
  return ctx.platform.all(
    sql<LoanRow>`SELECT ${loanColumns} FROM voucher_loans JOIN vouchers
      ON vouchers.provider_id = voucher_loans.provider_id AND vouchers.id = voucher_loans.voucher_id
      WHERE ${condition}`,
  );
}

async function loansOfBridge(ctx: Context, bridgeId: string): Promise<Loan[]> {
  const rows = await loansWhere(ctx, sql`${isHeldLoan} AND voucher_loans.bridge_id = ${bridgeId}`);
  return rows.map((row) => loanMessage(ctx, row));
}

async function takeRedeemedOnRouter(
  ctx: Context,
  routerId: string,
  users: readonly { entitlementId: string; mac: string }[],
): Promise<string[]> {
  const rows = await loansWhere(ctx, sql`${isOpenLoan} AND voucher_loans.router_id = ${routerId}`);
  const byPurchase = new Map(
    rows.map((row) => [redemptionOfLoan(ctx, row.providerId, row.id).entitlementId, row]),
  );
  const known: string[] = [];
  for (const { entitlementId, mac: said } of users) {
    const loan = byPurchase.get(entitlementId);
    const mac = parseMac(said);
    if (!loan || !mac) continue;
    await writeRedeemed(ctx, loan, { mac, ageMs: 0, buyerHash: null });
    known.push(entitlementId);
  }
  return known;
}

export const loanPorts: LoanPorts = { takeLoanFacts, loansOfBridge, takeRedeemedOnRouter };
