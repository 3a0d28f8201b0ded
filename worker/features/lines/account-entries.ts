import type { AccountEntry, CashReceipt } from "../../contract/customer-accounts.ts";
import { shillings } from "../../contract/values/money.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { type CashRow, cashColumns } from "../customers/index.ts";

// What came into an account and went out of it, as people read it: with receipts, lines and who took cash.

type EntryRow = {
  at: number;
  kind: AccountEntry["kind"];
  cents: number;
  paymentId: string | null;
  receipt: string | null;
  login: string | null;
  cashId: string | null;
};

const newest = (customerId: string, most: number): Sql =>
  sql`FROM customer_entries e WHERE e.customer_id = ${customerId} ORDER BY e.at DESC, e.rowid DESC LIMIT ${most}`;

/** The entries, newest first, and the cash that they name. */
export function newestEntries(customerId: string, most: number): [Sql<EntryRow>, Sql<CashRow>] {
  return [
    sql<EntryRow>`SELECT e.at, e.kind, e.cents, e.payment_id AS paymentId, p.receipt, l.login, e.cash_id AS cashId
      FROM (SELECT e.rowid AS place, e.* ${newest(customerId, most)}) e
      LEFT JOIN payments p ON p.id = e.payment_id LEFT JOIN lines l ON l.id = e.line_id
      ORDER BY e.at DESC, e.place DESC`,
    sql<CashRow>`SELECT ${cashColumns} FROM customer_cash
      WHERE customer_cash.id IN (SELECT cash_id FROM (SELECT e.cash_id ${newest(customerId, most)}))`,
  ];
}

export function entriesOf(entries: readonly EntryRow[], cash: readonly CashRow[]): AccountEntry[] {
  const receipts = new Map(cash.map((row) => [row.id, receiptOf(row)]));
  return entries.map(({ at, kind, cents, paymentId, receipt, login, cashId }) => ({
    at: new Date(at).toISOString(),
    kind,
    amount: shillings(cents),
    transactionId: paymentId,
    receipt,
    line: login,
    cash: (cashId === null ? null : receipts.get(cashId)) ?? null,
  }));
}

export function receiptOf(row: CashRow): CashReceipt {
  const { id, number, takenByName: by, note, undoneAt, undoneByName, undoneWhy } = row;
  const undone =
    undoneAt === null
      ? null
      : { at: new Date(undoneAt).toISOString(), by: undoneByName ?? "", why: undoneWhy ?? "" };
  return { id, number, by, note, undone };
}
