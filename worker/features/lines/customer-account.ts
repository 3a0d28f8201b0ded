import type { Context } from "../../context.ts";
import type { CustomerAccount } from "../../contract/customer-accounts.ts";
import { shillings } from "../../contract/values/money.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { customerById } from "../customers/index.ts";
import { typedPaybill } from "../gateways/index.ts";
import { entriesOf, newestEntries } from "./account-entries.ts";
import { routerOfCustomer } from "./router-of-customer.ts";

const mostEntries = 100;

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
      ...newestEntries(id, mostEntries),
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
  const { number, name, phone, balanceCents } = customer;
  return {
    id,
    number,
    name,
    phoneNumber: phone,
    email: there?.email ?? "",
    formerNumber: there?.formerNumber ?? "",
    balance: shillings(balanceCents),
    entries: entriesOf(entries, cash),
    paybill,
    backBy: balanceCents >= 100 ? (back?.id ?? null) : null,
  };
}
