import type { Context } from "../../context.ts";
import { type Sql, sql } from "../../db/sql.ts";

/** Spreads verified money over the invoices, the oldest first, from the rows themselves: repeatable. The rest waits. */
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
