import type { Context } from "../../context.ts";
import { type Sql, sql } from "../../db/sql.ts";

/**
 * Spreads verified money over what is owed of the invoices, the oldest first, from the rows themselves: repeatable. A credit frees
 * money for later invoices, a payment that is taken back leaves some of them open again. The rest waits.
 */
export function allocateStatement(ctx: Context, providerId: string): Sql {
  const owed = sql`(amount_cents - credited_cents)`;
  const covered = sql`max(0, min(${owed},
    (SELECT coalesce(sum(c.amount_cents), 0) FROM payment_confirmations c
      WHERE c.provider_id = ${providerId} AND c.status = 'verified')
    - (SELECT coalesce(sum(e.amount_cents - e.credited_cents), 0) FROM invoices e
      WHERE e.provider_id = ${providerId} AND e.period_start < invoices.period_start)))`;
  return sql`UPDATE invoices SET paid_cents = ${covered},
      paid_at = CASE WHEN ${covered} >= ${owed} THEN coalesce(paid_at, ${ctx.now()}) END
    WHERE provider_id = ${providerId}
      AND (paid_cents <> ${covered} OR (paid_at IS NOT NULL) <> (${covered} >= ${owed}))`;
}
