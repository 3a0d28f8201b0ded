import type { Statement, TenantDb } from "../../db/tenant-db.ts";
import * as accounts from "./accounts.ts";

// What is open between the platform and a provider, as the books have it: the only source of such a figure.

/** Cents; negative where more went back than came in. */
export type Balances = { owed: number; divertedNotSettled: number; feesOwed: number };

/** Two statements of one batch; `balancesOf` reads their answers. */
export function balanceStatements(db: TenantDb): [held: Statement, fees: Statement] {
  const held = [accounts.owedToProvider, accounts.divertedNotSettled];
  return [
    // The accounts as the index names them, else it is not read.
    db.statement(
      `SELECT account, -sum(cents) AS cents FROM ledger
      WHERE provider_id = ?1 AND account IN (${held.map((name) => `'${name}'`).join(", ")}) GROUP BY account`,
    ),
    db.statement(
      `SELECT account, sum(cents) AS cents FROM general_ledger WHERE provider_id = ?1 AND account = ?2 GROUP BY account`,
      accounts.feesOwed,
    ),
  ];
}

export function balancesOf(...answers: readonly Record<string, unknown>[][]): Balances {
  const of = (account: string) => Number(answers.flat().find((row) => row.account === account)?.cents ?? 0);
  return {
    owed: of(accounts.owedToProvider),
    divertedNotSettled: of(accounts.divertedNotSettled),
    feesOwed: of(accounts.feesOwed),
  };
}
