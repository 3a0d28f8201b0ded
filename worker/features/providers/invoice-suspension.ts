import type { Context } from "../../context.ts";
import type { Statement } from "../../db/tenant-db.ts";
import type { Fact } from "../audit/index.ts";

// A suspension for an unpaid invoice. Its admins stay signed in: they come to pay. What an operator suspended is not
// touched by either.

/** @param fact when it is right at all, judged inside the batch */
export function suspendForInvoice(ctx: Context, id: string, fact: Fact): Statement {
  return ctx.platform.statement(
    `UPDATE providers SET status = 'suspended', suspended_for = 'invoice', updated_at = ?2
    WHERE id = ?1 AND status = 'active' AND ${fact.sql}`,
    id,
    ctx.now(),
    ...fact.values,
  );
}

export function liftInvoiceSuspension(ctx: Context, id: string, fact: Fact): Statement {
  return ctx.platform.statement(
    `UPDATE providers SET status = 'active', suspended_for = NULL, updated_at = ?2
    WHERE id = ?1 AND suspended_for = 'invoice' AND ${fact.sql}`,
    id,
    ctx.now(),
    ...fact.values,
  );
}
