import type { Context } from "../../context.ts";
import { type AccountStatement, mostStatementLines } from "../../contract/customer-accounts.ts";
import { shillings } from "../../contract/values/money.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { entriesOf, newestEntries } from "./account-entries.ts";

/** All read at one moment, so that it agrees with the balance to the cent. @throws AppError not_found */
export async function accountStatement(
  ctx: Context,
  providerId: string,
  id: string,
  most = mostStatementLines,
): Promise<AccountStatement> {
  const [[customer], entries, cash] = await ctx.tenant(providerId).batch([
    sql<{ number: string; name: string; cents: number }>`SELECT number, name, balance_cents AS cents
      FROM customer_accounts WHERE id = ${id}`,
    ...newestEntries(id, most),
  ]);
  if (!customer) throw refuse("not_found", "customer_gone");
  const { number, name } = customer;
  let after = customer.cents;
  const lines = entriesOf(entries, cash).map(({ transactionId: _id, ...entry }, place) => {
    const balance = shillings(after);
    after -= entries[place]?.cents ?? 0;
    return { ...entry, balance };
  });
  return {
    number,
    name,
    balance: shillings(customer.cents),
    before: shillings(after),
    lines: lines.reverse(),
  };
}
