import type { Context } from "../../context.ts";
import { type Sql, sql } from "../../db/sql.ts";

// A suspension for an unpaid invoice. Its admins stay signed in: they come to pay. What an operator suspended is not
// touched by either.

/** @param fact when it is right at all, judged inside the batch */
export function suspendForInvoice(ctx: Context, id: string, fact: Sql): Sql {
  return sql`UPDATE providers SET status = 'suspended', suspended_for = 'invoice', updated_at = ${ctx.now()}
    WHERE id = ${id} AND status = 'active' AND ${fact}`;
}

export function liftInvoiceSuspension(ctx: Context, id: string, fact: Sql): Sql {
  return sql`UPDATE providers SET status = 'active', suspended_for = NULL, updated_at = ${ctx.now()}
    WHERE id = ${id} AND suspended_for = 'invoice' AND ${fact}`;
}
