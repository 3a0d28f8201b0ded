import { type Sql, sql } from "../../db/sql.ts";
import * as accounts from "./accounts.ts";

// What is open between the platform and a provider, as the books have it: the only source of such a figure.

/** Cents; negative where more went back than came in. */
export type Balances = { owed: number; divertedNotSettled: number; feesOwed: number };

/** Two statements of one batch; `balancesOf` reads their answers. */
type Balance = { account: string; cents: number };

export function balanceStatements(): [held: Sql<Balance>, fees: Sql<Balance>] {
  return [
    // The two accounts, written out as the index `ledger_held` names them, else it is not read.
    sql<Balance>`SELECT account, -sum(cents) AS cents FROM ledger
      WHERE account IN ('owed to provider', 'diverted, not settled')
      GROUP BY account`,
    sql<Balance>`SELECT account, sum(cents) AS cents FROM general_ledger
      WHERE account = ${accounts.feesOwed} GROUP BY account`,
  ];
}

export function balancesOf(...answers: readonly Balance[][]): Balances {
  const of = (account: string) => answers.flat().find((row) => row.account === account)?.cents ?? 0;
  return {
    owed: of(accounts.owedToProvider),
    divertedNotSettled: of(accounts.divertedNotSettled),
    feesOwed: of(accounts.feesOwed),
  };
}
