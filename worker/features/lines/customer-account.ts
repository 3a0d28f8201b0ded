import type { Context } from "../../context.ts";
import type { AccountEntry, CashReceipt, CustomerAccount } from "../../contract/customer-accounts.ts";
import { shillings } from "../../contract/values/money.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { type CashRow, cashColumns, customerById } from "../customers/index.ts";
import { typedPaybill } from "../gateways/index.ts";
import { routerOfCustomer } from "./router-of-customer.ts";

const mostEntries = 100;

type EntryRow = {
  at: number;
  kind: AccountEntry["kind"];
  cents: number;
  paymentId: string | null;
  receipt: string | null;
  login: string | null;
  cashId: string | null;
};

/** @throws AppError not_found */
export async function customerAccount(
  ctx: Context,
  providerId: string,
  id: string,
): Promise<CustomerAccount> {
  const customer = await customerById(ctx, providerId, id);
  if (!customer) throw refuse("not_found", "customer_gone");
  const routerId = await routerOfCustomer(ctx, providerId, id);
  const [[entries, cash, [back], [there]], paybill] = await Promise.all([
    ctx.tenant(providerId).batch([
      sql<EntryRow>`SELECT e.at, e.kind, e.cents, e.payment_id AS paymentId, p.receipt, l.login, e.cash_id AS cashId
        FROM customer_entries e LEFT JOIN payments p ON p.id = e.payment_id LEFT JOIN lines l ON l.id = e.line_id
        WHERE e.customer_id = ${id} ORDER BY e.at DESC, e.rowid DESC LIMIT ${mostEntries}`,
      sql<CashRow>`SELECT ${cashColumns} FROM customer_cash WHERE customer_id = ${id}
        ORDER BY at DESC LIMIT ${mostEntries}`,
      // A gateway gives a payment back once, whole or in part.
      sql<{ id: string }>`SELECT p.id FROM customer_entries e JOIN payments p ON p.id = e.payment_id
        WHERE e.customer_id = ${id} AND e.kind = 'payment' AND p.status = 'completed'
          AND p.settlement = 'direct' AND p.refunded_cents = 0 AND p.amount_cents >= ${customer.balanceCents}
        ORDER BY e.at DESC LIMIT 1`,
      sql<{ email: string; formerNumber: string }>`SELECT email, former_number AS formerNumber
        FROM customer_accounts WHERE id = ${id}`,
    ]),
    typedPaybill(ctx, providerId, routerId),
  ]);
  const receipts = new Map(cash.map((row) => [row.id, receiptOf(row)]));
  const { number, name, phone, balanceCents } = customer;
  return {
    id,
    number,
    name,
    phoneNumber: phone,
    email: there?.email ?? "",
    formerNumber: there?.formerNumber ?? "",
    balance: shillings(balanceCents),
    entries: entries.map(({ at, kind, cents, paymentId, receipt, login, cashId }) => ({
      at: new Date(at).toISOString(),
      kind,
      amount: shillings(cents),
      transactionId: paymentId,
      receipt,
      line: login,
      cash: (cashId === null ? null : receipts.get(cashId)) ?? null,
    })),
    paybill,
    backBy: balanceCents >= 100 ? (back?.id ?? null) : null,
  };
}

export function receiptOf(row: CashRow): CashReceipt {
  const { id, number, takenByName: by, note, undoneAt, undoneByName, undoneWhy } = row;
  const undone =
    undoneAt === null
      ? null
      : { at: new Date(undoneAt).toISOString(), by: undoneByName ?? "", why: undoneWhy ?? "" };
  return { id, number, by, note, undone };
}
