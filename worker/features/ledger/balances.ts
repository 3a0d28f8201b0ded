import type { Context } from "../../context.ts";
import { type Sql, sql } from "../../db/sql.ts";
import * as accounts from "./accounts.ts";

// What is open between the platform and a provider, as the books have it: the only source of such a figure.

/** Cents; negative where more went back than came in. */
export type Balances = {
  owed: number;
  /** Taken off what is owed by payouts whose end is not known yet. */
  underWay: number;
  divertedNotSettled: number;
  feesOwed: number;
};

/** Credit positive. */
type Balance = { account: string; cents: number };

/** Two statements of one batch; `balancesOf` reads their answers. */
export function balanceStatements(): [ofPayments: Sql<Balance>, others: Sql<Balance>] {
  return [
    // The two accounts, written out as the index `ledger_held` names them, else it is not read.
    sql<Balance>`SELECT account, -sum(cents) AS cents FROM ledger
      WHERE account IN ('owed to provider', 'diverted, not settled')
      GROUP BY account`,
    sql<Balance>`SELECT account, -sum(cents) AS cents FROM general_ledger
      WHERE account IN (${accounts.owedToProvider}, ${accounts.payoutUnderWay}, ${accounts.feesOwed})
      GROUP BY account`,
  ];
}

export function balancesOf(...answers: readonly Balance[][]): Balances {
  const of = (account: string) =>
    answers.flat().reduce((sum, row) => sum + (row.account === account ? row.cents : 0), 0);
  return {
    owed: of(accounts.owedToProvider),
    underWay: of(accounts.payoutUnderWay),
    divertedNotSettled: of(accounts.divertedNotSettled),
    // The provider's debt, as a positive number.
    feesOwed: 0 - of(accounts.feesOwed),
  };
}

/** Cents. @property refunding of `owed`, what is on its way back to payers @property fresh of `owed`, what was sold lately */
export type BalanceNow = Pick<Balances, "owed" | "underWay"> & { refunding: number; fresh: number };

/** @param freshSince UTC ms: what was sold later counts as fresh */
export async function balanceNow(
  ctx: Context,
  providerId: string,
  freshSince = ctx.now(),
): Promise<BalanceNow> {
  const [ofPayments, others, [waits]] = await ctx.tenant(providerId).batch([
    ...balanceStatements(),
    sql<{ refunding: number; fresh: number }>`SELECT ${refundingValue()} AS refunding,
      ${freshValue(freshSince)} AS fresh`,
  ]);
  const { owed, underWay } = balancesOf(ofPayments, others);
  return { owed, underWay, refunding: waits?.refunding ?? 0, fresh: waits?.fresh ?? 0 };
}

/** Refunds on their way of money that the platform collected: it is not the provider's to have paid out. */
export const refundingValue = (): Sql => sql`(
  SELECT coalesce(sum(refunds.cents), 0) FROM refunds JOIN payments ON payments.id = refunds.payment_id
    WHERE refunds.status IN ('requested', 'submitting', 'pending', 'unknown')
      AND payments.settlement = 'collected')`;

/** What the platform collected by sales after a moment, less what went back of them: their payers may still want it back. */
export const freshValue = (since: number): Sql => sql`(
  SELECT coalesce(sum(amount_cents - refunded_cents), 0) FROM payments
    WHERE completed_at > ${since} AND status = 'completed' AND settlement = 'collected')`;

/** What is owed, in cents, as a value inside of a statement on the provider's tables. */
export const owedValue = (): Sql => sql`(
  SELECT coalesce(-sum(cents), 0) FROM (
    SELECT cents FROM ledger
      WHERE account IN ('owed to provider', 'diverted, not settled') AND account = 'owed to provider'
    UNION ALL SELECT cents FROM general_ledger WHERE account = 'owed to provider'))`;
