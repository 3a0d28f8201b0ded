import { and, isNotNull, lte } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { payouts } from "../../db/schema/tenant.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { logRejected } from "../../log.ts";
import { changePayout } from "./change-payout.ts";
import { guardMs, overdueMs, type Payout } from "./payout-state.ts";
import { askAboutPayout, sendPayout } from "./send-payout.ts";

const perRun = 50;

export async function sweepPayouts(ctx: Context, providerId: string): Promise<void> {
  const due = await ctx.tenant(providerId).select(payouts, {
    where: and(isNotNull(payouts.nextAt), lte(payouts.nextAt, ctx.now())),
    limit: perRun,
  });
  const gone = await Promise.allSettled(due.map((payout) => resumePayout(ctx, providerId, payout)));
  logRejected("payout sweep", gone, { provider: providerId });
}

/** What of one payout only time brings about, or a lost process left undone. */
async function resumePayout(ctx: Context, providerId: string, payout: Payout): Promise<void> {
  const { id, status, sentAt } = payout;
  if (status === "reserved") return sendPayout(ctx, providerId, id);
  const now = ctx.now();
  if (status === "sending" && (sentAt ?? 0) + guardMs <= now) {
    const detail = "interrupted: it may have been sent";
    await changePayout(ctx, providerId, id, { type: "unclear", detail });
  }
  if (status === "sent" && (sentAt ?? 0) + overdueMs <= now)
    await changePayout(ctx, providerId, id, { type: "overdue" });
  await askAboutPayout(ctx, providerId, payout);
}

export const payoutsDue = (): Sql<{ at: number }>[] => [
  sql<{ at: number }>`SELECT next_at AS at FROM payouts
    WHERE next_at IS NOT NULL ORDER BY next_at LIMIT 1`,
];
