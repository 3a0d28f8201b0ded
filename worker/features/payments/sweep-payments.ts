import type { Context } from "../../context.ts";
import { sql } from "../../db/sql.ts";
import { logRejected } from "../../log.ts";

const untouchedMs = 3 * 60_000;
const perRun = 100;

/** Open ones untouched for 3 minutes. Choosing them touches them, so that stuck ones never keep others from their turn. */
export async function sweepPayments(ctx: Context): Promise<void> {
  const now = ctx.now();
  const rows = await ctx.platform.all(
    sql<{ id: string }>`UPDATE payments SET updated_at = ${now} WHERE rowid IN (SELECT rowid FROM payments
        WHERE status IN ('created', 'submitting', 'pending') AND updated_at <= ${now - untouchedMs}
        ORDER BY updated_at LIMIT ${perRun})
      RETURNING id`,
  );
  const results = await Promise.allSettled(rows.map(({ id }) => ctx.env.PAYMENT.getByName(id).sweep()));
  logRejected("payment sweep", results);
}
