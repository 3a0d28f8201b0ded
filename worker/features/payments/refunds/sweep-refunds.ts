import type { Context } from "../../../context.ts";
import { dayMs, minuteMs } from "../../../contract/values/time.ts";
import { sql } from "../../../db/sql.ts";
import { logRejected } from "../../../log.ts";

const untouchedMs = 3 * minuteMs;
/** The gateway is asked for a day; after two only a person decides a refund. */
const sweptMs = 2 * dayMs;
/** Of one provider. */
const perRun = 100;

/** Open ones untouched for 3 minutes. What was sent is only asked about. Choosing them touches them, so all get a turn. */
export async function sweepRefunds(ctx: Context, providerId: string): Promise<void> {
  const now = ctx.now();
  const rows = await ctx.tenant(providerId).all(
    sql<{ objectId: string }>`UPDATE refunds SET updated_at = ${now}
      WHERE id IN (SELECT id FROM refunds
        WHERE created_at >= ${now - sweptMs} AND status IN ('requested', 'submitting', 'pending', 'unknown')
          AND updated_at <= ${now - untouchedMs}
        ORDER BY updated_at LIMIT ${perRun})
      RETURNING payment_id AS objectId`,
  );
  const results = await Promise.allSettled(
    rows.map(({ objectId }) => ctx.env.PAYMENT.getByName(objectId).sweep()),
  );
  logRejected("refund sweep", results);
}

export const refundsDue = (now: number) => [
  sql<{ at: number }>`SELECT updated_at + ${untouchedMs} AS at FROM refunds
    WHERE created_at >= ${now - sweptMs}
      AND status IN ('requested', 'submitting', 'pending', 'unknown')
    ORDER BY updated_at LIMIT 1`,
];
