import { type StatementRow, statementClockMs } from "../payments/index.ts";

// Which money of a statement is which payment of ours, where neither carries the other's name.

/** Money that should stand in a statement, under a receipt that nobody knows. */
export type Expected = {
  paymentId: string;
  cents: number;
  /** 254 and nine digits. */
  phone: string;
  /** When its prompt went out, and when it was paid as far as we know, UTC ms. */
  since: number;
  paidAt: number;
  /** Under what it was asked for; a till shows nothing of it. */
  reference: string | null;
  receipt: string | null;
};

/**
 * Gives each payment at most one row, and each row to at most one payment: the one that its receipt or its reference names, else
 * the nearest in time of the same amount, and of the same phone where the statement shows it.
 * @returns the rows that are nobody's, and the payments that have one
 */
export function matchMoney(
  rows: readonly StatementRow[],
  expected: readonly Expected[],
): { left: StatementRow[]; taken: Set<string> } {
  const taken = new Set<string>();
  const named = (row: StatementRow) =>
    expected.find(
      ({ paymentId, receipt, reference, cents }) =>
        !taken.has(paymentId) &&
        cents === row.amountCents &&
        (receipt === row.receipt || (receipt === null && reference !== null && reference === row.account)),
    );
  const near = (row: StatementRow) =>
    expected
      .filter((one) => !taken.has(one.paymentId) && one.receipt === null && fits(one, row))
      .sort((a, b) => Math.abs(a.paidAt - row.at) - Math.abs(b.paidAt - row.at))[0];
  // What has a name is given first: no neighbour shall take it.
  const giveAll = (all: readonly StatementRow[], find: (row: StatementRow) => Expected | undefined) =>
    all.filter((row) => {
      const one = find(row);
      if (one) taken.add(one.paymentId);
      return one === undefined;
    });
  return { left: giveAll(giveAll(rows, named), near), taken };
}

function fits({ cents, phone, since, paidAt }: Expected, row: StatementRow): boolean {
  if (cents !== row.amountCents || (row.phone !== null && row.phone !== phone)) return false;
  return row.at >= since - statementClockMs && row.at <= paidAt + statementClockMs;
}
