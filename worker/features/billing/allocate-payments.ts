import type { Context } from "../../context.ts";
import { type Sql, sql } from "../../db/sql.ts";

/**
 * Spreads all verified money of a provider over its invoices, the oldest first: computed from the rows themselves, so that it
 * may run any number of times. What is left over waits for the next invoice; an invoice of nothing is paid at once.
 */
export function allocateStatement(ctx: Context, providerId: string): Sql {
  const covered = sql`max(0, min(amount_cents,
    (SELECT coalesce(sum(c.amount_cents), 0) FROM payment_confirmations c
      WHERE c.provider_id = ${providerId} AND c.status = 'verified')
    - (SELECT coalesce(sum(e.amount_cents), 0) FROM invoices e
      WHERE e.provider_id = ${providerId} AND e.period_start < invoices.period_start)))`;
  return sql`UPDATE invoices SET paid_cents = ${covered},
      paid_at = CASE WHEN ${covered} >= amount_cents THEN ${ctx.now()} END
    WHERE provider_id = ${providerId} AND paid_at IS NULL`;
}
