import type { Context } from "../../context.ts";
import * as calls from "../../contract/reconciliation.ts";
import { say } from "../../contract/texts.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { dayMs } from "../../contract/values/time.ts";
import { refuse } from "../../errors.ts";
import { type App, route } from "../../http/route.ts";
import { providerOf } from "../../http/session.ts";
import { type Actor, actorOf, recordStatement } from "../audit/index.ts";
import { differenceGroups, resolveGroup } from "./group-differences.ts";
import { listDifferences, openCounts } from "./list-differences.ts";
import { listRefunds } from "./list-refunds.ts";
import { listRuns } from "./list-runs.ts";
import { momentsOf } from "./nights.ts";
import { ownDifferences } from "./own-differences.ts";
import { replayDeadLetter, resolveDifference } from "./resolve-difference.ts";
import { restartStatements } from "./run-store.ts";

export function mountReconciliation(app: App): void {
  route(app, calls.reconciliationCounts, ({ ctx }) => openCounts(ctx));

  route(app, calls.listOwnDifferences, async ({ ctx, caller, query, headers }) => {
    const { rows, total } = await ownDifferences(ctx, providerOf(caller).providerId, query);
    headers.set("x-total-count", String(total));
    return rows;
  });

  route(app, calls.listDifferences, async ({ ctx, query, headers }) => {
    const { rows, total } = await listDifferences(ctx, query);
    headers.set("x-total-count", String(total));
    return rows;
  });

  route(app, calls.resolveDifference, async ({ ctx, caller, params, body }) => {
    await resolveDifference(ctx, params, actorOf(caller), body);
    return { success: true, message: say("difference_resolved") };
  });

  route(app, calls.listDifferenceGroups, ({ ctx }) => differenceGroups(ctx));

  route(app, calls.resolveDifferences, async ({ ctx, caller, body }) => {
    const { resolved, left } = await resolveGroup(ctx, body, actorOf(caller));
    return { success: true, message: say("differences_resolved", { count: resolved }), resolved, left };
  });

  route(app, calls.replayDeadLetter, async ({ ctx, caller, params }) => {
    return { success: true, message: await replayDeadLetter(ctx, params, actorOf(caller)) };
  });

  route(app, calls.listRuns, async ({ ctx, query, headers }) => {
    const { rows, total } = await listRuns(ctx, query);
    headers.set("x-total-count", String(total));
    return rows;
  });

  route(app, calls.compareNow, async ({ ctx, caller, params }) => {
    await compareNow(ctx, params.day, actorOf(caller));
    return { success: true, message: say("compare_begins") };
  });

  route(app, calls.listRefunds, async ({ ctx, query, headers }) => {
    const { rows, total } = await listRefunds(ctx, query);
    headers.set("x-total-count", String(total));
    return rows;
  });
}

/** A payment's own record is kept for 40 days: what is older can't be compared any more. */
const longestMs = 30 * dayMs;

/** From its beginning where it is done or new, else from where it waits. @throws AppError invalid: not over, or too long ago */
async function compareNow(ctx: Context, day: string, actor: Actor): Promise<void> {
  const now = ctx.now();
  if (day >= nairobiDay(now)) throw refuse("invalid", "compare_past_days");
  if (momentsOf(day).from < now - longestMs) throw refuse("invalid", "compare_too_long_ago");
  await ctx.platform.batch([
    ...restartStatements(day, now),
    recordStatement(ctx, { ...actor, providerId: null, action: "reconciliation.compare", subject: day }),
  ]);
}
