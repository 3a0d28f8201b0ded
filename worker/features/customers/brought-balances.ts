import { type Sql, sql } from "../../db/sql.ts";
import { customerCreditJournal, customerSpentJournal, journalStatements } from "../ledger/index.ts";
import { toSettle } from "./account-entries.ts";

// The balance that a customer had in another system. It was paid there: an entry of the account and what is owed, and no sale.

type Brought = { customerId: string; importId: string; cents: number; at: number };

const entryOf = ({ importId, customerId }: Pick<Brought, "importId" | "customerId">) =>
  `brought in ${importId} ${customerId}`;

/** Cents that came along and were not taken back. */
export const broughtValue = (
  customerId: Sql,
): Sql => sql`(SELECT coalesce(sum(cents), 0) FROM customer_entries
  WHERE customer_id = ${customerId} AND kind IN ('brought-in', 'brought-back'))`;

/** Once for a customer, however many lines and files name it. @param condition beside that */
export function broughtInStatements(brought: Brought, condition: Sql): Sql[] {
  const { customerId, cents, at } = brought;
  const id = entryOf(brought);
  return [
    sql`INSERT OR IGNORE INTO customer_entries (id, customer_id, at, cents, kind)
      SELECT ${id}, a.id, ${at}, ${cents}, 'brought-in' FROM customer_accounts a
      WHERE a.id = ${customerId} AND ${condition} AND ${broughtValue(sql`a.id`)} = 0`,
    ...journalStatements(customerCreditJournal(id, { cents, at }), "after-change"),
    toSettle(customerId, at),
  ];
}

/** What these customers got by this import. */
export const broughtBy = (importId: string, customerIds: Sql): Sql<{ customerId: string; cents: number }> =>
  sql<{ customerId: string; cents: number }>`SELECT customer_id AS customerId, cents FROM customer_entries
    WHERE customer_id IN ${customerIds} AND id = ${`brought in ${importId} `} || customer_id`;

/** Where nothing but that ever came in. Its answer is empty where it was not taken back by now. */
export function broughtBackStatements(brought: Brought): [...Sql[], Sql<{ id: string }>] {
  const { customerId, cents, at } = brought;
  const id = `undone ${entryOf(brought)}`;
  return [
    sql`INSERT OR IGNORE INTO customer_entries (id, customer_id, at, cents, kind)
      SELECT ${id}, customer_id, ${at}, ${-cents}, 'brought-back' FROM customer_entries
      WHERE id = ${entryOf(brought)} AND NOT ${hasPaid(sql`${customerId}`)}`,
    ...journalStatements(customerSpentJournal(id, { cents, at }), "after-change"),
    toSettle(customerId, at),
    sql<{ id: string }>`SELECT id FROM customer_entries WHERE id = ${id}`,
  ];
}

/** Money came in or went out here. */
export const hasPaid = (customerId: Sql): Sql => sql`EXISTS (SELECT 1 FROM customer_entries paid
  WHERE paid.customer_id = ${customerId} AND paid.kind NOT IN ('brought-in', 'brought-back', 'period', 'returned'))`;
