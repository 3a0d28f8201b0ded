import { type Sql, sql } from "../../db/sql.ts";
import { customerCreditJournal, customerSpentJournal, journalStatements } from "../ledger/index.ts";
import { toSettle } from "./account-entries.ts";

// Money of an account that goes back by its gateway. It is out of the account before anything is sent, so that no line is bought with it
// meanwhile; it is in it again where it did not go.

export type AccountRefund = {
  refundId: string;
  customerId: string;
  paymentId: string;
  cents: number;
  at: number;
};

const entryOf = (refundId: string) => `refund ${refundId}`;
const failedOf = (refundId: string) => `refund failed ${refundId}`;

function entry(refund: AccountRefund, id: string, kind: "refund" | "refund-failed", where: Sql): Sql[] {
  const { customerId, paymentId, at } = refund;
  const cents = kind === "refund" ? -refund.cents : refund.cents;
  const amount = { cents: refund.cents, at };
  const journal = kind === "refund" ? customerSpentJournal(id, amount) : customerCreditJournal(id, amount);
  return [
    sql`INSERT OR IGNORE INTO customer_entries (id, customer_id, at, cents, kind, payment_id)
      SELECT ${id}, id, ${at}, ${cents}, ${kind}, ${paymentId} FROM customer_accounts
      WHERE id = ${customerId} AND ${where}`,
    ...journalStatements(journal, "after-change"),
  ];
}

const isThere = (id: string): Sql => sql`EXISTS (SELECT 1 FROM customer_entries WHERE id = ${id})`;

/** Takes it out where the balance covers it. The answer of the last one says whether it is out. */
export function heldStatements(refund: AccountRefund): [...Sql[], Sql<{ isHeld: 0 | 1 }>] {
  const id = entryOf(refund.refundId);
  return [
    ...entry(refund, id, "refund", sql`balance_cents >= ${refund.cents}`),
    sql<{ isHeld: 0 | 1 }>`SELECT ${isThere(id)} AS isHeld`,
  ];
}

/**
 * How it ended, after the refund's row in the same batch: only what that row says is written. What went back by hand, or after it was
 * called failed, is taken out even where the balance falls below zero.
 */
export function endedStatements(refund: AccountRefund): Sql[] {
  const { refundId, customerId, at } = refund;
  const [held, failed] = [entryOf(refundId), failedOf(refundId)];
  const ended = (status: "done" | "failed") =>
    sql`EXISTS (SELECT 1 FROM refunds WHERE id = ${refundId} AND status = ${status})`;
  return [
    ...entry(refund, held, "refund", ended("done")),
    ...entry(refund, failed, "refund-failed", sql`${ended("failed")} AND ${isThere(held)}`),
    ...entry(refund, `refund after all ${refundId}`, "refund", sql`${ended("done")} AND ${isThere(failed)}`),
    toSettle(customerId, at),
  ];
}
