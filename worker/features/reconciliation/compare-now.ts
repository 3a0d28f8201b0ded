import type { Context } from "../../context.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { refuse } from "../../errors.ts";
import { type Actor, recordStatement } from "../audit/index.ts";
import { momentsOf } from "./nights.ts";
import { restartStatements } from "./run-store.ts";

/** A payment's own record is kept for 40 days: what is older can't be compared any more. */
const longestMs = 30 * 86_400_000;

/**
 * Compares a day now: from its beginning where it is done or was never begun, else on from where it waits. The minute's sweep
 * does it.
 * @throws AppError invalid for a day that is not over, or too long ago
 */
export async function compareNow(ctx: Context, day: string, actor: Actor): Promise<void> {
  const now = ctx.now();
  if (day >= nairobiDay(now)) throw refuse("invalid", "compare_past_days");
  if (momentsOf(day).from < now - longestMs) throw refuse("invalid", "compare_too_long_ago");
  await ctx.platform.batch([
    ...restartStatements(day, now),
    recordStatement(ctx, { ...actor, providerId: null, action: "reconciliation.compare", subject: day }),
  ]);
}
