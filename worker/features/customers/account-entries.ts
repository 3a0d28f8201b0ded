import { type Sql, sql } from "../../db/sql.ts";
import { customerCreditJournal, customerSpentJournal, journalStatements } from "../ledger/index.ts";

// What changes a customer's balance. Each is one entry and one journal, by the name of what happened, however often it is told.

type Moved = { customerId: string; cents: number; at: number };

/** @param number which payment of this id: above 1 only after the one before was taken back */
export function creditStatements({ customerId, cents, at }: Moved, paymentId: string, number: number): Sql[] {
  const id = `payment ${paymentId} ${number}`;
  return [
    sql`INSERT OR IGNORE INTO customer_entries (id, customer_id, at, cents, kind, payment_id)
      VALUES (${id}, ${customerId}, ${at}, ${cents}, 'payment', ${paymentId})`,
    ...journalStatements(customerCreditJournal(id, { cents, at })),
    toSettle(customerId, at),
  ];
}

/** The gateway denied it afterwards. */
export function takenBackStatements(
  { customerId, cents, at }: Moved,
  paymentId: string,
  number: number,
): Sql[] {
  const id = `taken back ${paymentId} ${number}`;
  return [
    sql`INSERT OR IGNORE INTO customer_entries (id, customer_id, at, cents, kind, payment_id)
      VALUES (${id}, ${customerId}, ${at}, ${-cents}, 'taken-back', ${paymentId})`,
    ...journalStatements(customerSpentJournal(id, { cents, at })),
    toSettle(customerId, at),
  ];
}

/** Its lines are looked at: what the balance covers is bought, what it does not cover any more is returned. */
export const toSettle = (customerId: string, at: number): Sql =>
  sql`UPDATE customer_accounts SET settle_at = ${at} WHERE id = ${customerId}`;
