import type { Context } from "../../context.ts";
import { minuteMs } from "../../contract/values/time.ts";
import { sql } from "../../db/sql.ts";
import { logRejected } from "../../log.ts";

const untouchedMs = 3 * minuteMs;
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
  const results = await Promise.allSettled(
    rows.map(async ({ id }) => {
      if ((await ctx.env.PAYMENT.getByName(id).sweep()) === "unknown") await endUnsent(ctx, providerId, id);
    }),
  );
  logRejected("payment sweep", results);
}

/** Its process died after it had written its row, and before anything went out: it is kept nowhere else. */
async function endUnsent(ctx: Context, providerId: string, id: string): Promise<void> {
  await ctx.tenant(providerId).run(
    sql`UPDATE payments SET status = 'failed', reason = 'service',
        detail = 'interrupted before the prompt went out', updated_at = ${ctx.now()}
      WHERE id = ${id} AND status = 'pending'`,
  );
}

/**
 * Due once it is overdue: each payment has an alarm of its own, and this one, set with every prompt, would be a row for each. One whose
 * alarm was lost is found with the next write, or when the cron wakes the object, within an hour.
 */
export const paymentsDue = (now: number) => [
  sql<{ at: number }>`SELECT ${now} AS at FROM payments
    WHERE status = 'pending' AND updated_at <= ${now - untouchedMs} LIMIT 1`,
];
