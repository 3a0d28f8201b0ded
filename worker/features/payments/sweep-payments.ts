import type { Context } from "../../context.ts";
import { paymentObjectFor } from "./payment-object.ts";

const untouchedMs = 3 * 60_000;
const perRun = 100;

/**
 * The minute cron's part: payments that D1 still shows open and that nobody touched for 3 minutes are told to finish
 * their work, whatever became of their alarm.
 */
export async function sweepPayments(ctx: Context): Promise<void> {
  const rows = await ctx.platform.all<{ id: string }>(
    ctx.platform.statement(
      `SELECT id FROM payments WHERE status IN ('created', 'submitting', 'pending') AND updated_at <= ?1
      ORDER BY updated_at LIMIT ?2`,
      ctx.now() - untouchedMs,
      perRun,
    ),
  );
  const results = await Promise.allSettled(rows.map((row) => paymentObjectFor(ctx, row.id).sweep()));
  for (const result of results)
    if (result.status === "rejected") console.error("payment sweep", result.reason);
}
