import type { Context } from "../../context.ts";
import { sql } from "../../db/sql.ts";
import { logRejected } from "../../log.ts";

const untouchedMs = 3 * 60_000;
/** Of one provider. */
const perRun = 100;

/** Open ones untouched for 3 minutes. Choosing them touches them, so that stuck ones never keep others from their turn. */
export async function sweepPayments(ctx: Context, providerId: string): Promise<void> {
  const now = ctx.now();
  const rows = await ctx.tenant(providerId).all(
    sql<{ id: string }>`UPDATE payments SET updated_at = ${now}
      WHERE id IN (SELECT id FROM payments
        WHERE status = 'pending' AND updated_at <= ${now - untouchedMs}
        ORDER BY updated_at LIMIT ${perRun})
      RETURNING id`,
  );
  const results = await Promise.allSettled(rows.map(({ id }) => ctx.env.PAYMENT.getByName(id).sweep()));
  logRejected("payment sweep", results);
}

export const paymentsDue = () => [
  sql<{ at: number }>`SELECT updated_at + ${untouchedMs} AS at FROM payments
    WHERE status = 'pending'
    ORDER BY updated_at LIMIT 1`,
];
