import { and, isNotNull, lte } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { payouts } from "../../db/schema/tenant.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { logRejected } from "../../log.ts";
import { goOn } from "./drive.ts";

const perRun = 50;

export async function sweepPayouts(ctx: Context, providerId: string): Promise<void> {
  const due = await ctx.tenant(providerId).select(payouts, {
    where: and(isNotNull(payouts.nextAt), lte(payouts.nextAt, ctx.now())),
    limit: perRun,
  });
  const gone = await Promise.allSettled(due.map((payout) => goOn(ctx, providerId, payout)));
  logRejected("payout sweep", gone, { provider: providerId });
}

export const payoutsDue = (): Sql<{ at: number }>[] => [
  sql<{ at: number }>`SELECT next_at AS at FROM payouts
    WHERE next_at IS NOT NULL ORDER BY next_at LIMIT 1`,
];
