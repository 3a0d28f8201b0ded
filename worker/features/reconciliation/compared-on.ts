import type { Context } from "../../context.ts";
import { sql } from "../../db/sql.ts";
import { momentsOf } from "./nights.ts";
import { readCounts } from "./run-store.ts";

/** How a provider's day stands beside the gateways' statements. */
export type Compared = "agrees" | "differs" | "waiting" | "missing";

/** Of a Nairobi day that is over, as the nights' comparison found it: nothing is counted anew. */
export async function comparedOn(ctx: Context, providerId: string, day: string): Promise<Compared> {
  const { from, to } = momentsOf(day);
  const [run, review] = await Promise.all([
    ctx.platform.first(
      sql<{ finishedAt: number | null; counts: string }>`SELECT finished_at AS finishedAt, counts
        FROM reconciliation_runs WHERE day = ${day}`,
    ),
    ctx.tenant(providerId).first(
      sql<{ id: string }>`SELECT reviews.id FROM reviews JOIN payments ON payments.id = reviews.payment_id
        WHERE reviews.resolved_at IS NULL AND reviews.kind <> 'statement'
          AND payments.created_at >= ${from} AND payments.created_at < ${to} LIMIT 1`,
    ),
  ]);
  if (review) return "differs";
  if (!run) return "waiting";
  const { missing, left } = readCounts(run.counts);
  const isOwn = (one: { providerId: string }) => one.providerId === providerId;
  if (missing.some(isOwn)) return "missing";
  return run.finishedAt === null || left.some(isOwn) ? "waiting" : "agrees";
}
