import * as calls from "../../contract/reconciliation.ts";
import { say } from "../../contract/texts.ts";
import { type App, route } from "../../http/route.ts";
import { providerOf } from "../../http/session.ts";
import { actorOf } from "../audit/index.ts";
import { compareNow } from "./compare-now.ts";
import { listDifferences, openCounts } from "./list-differences.ts";
import { listRefunds } from "./list-refunds.ts";
import { listRuns } from "./list-runs.ts";
import { ownDifferences } from "./own-differences.ts";
import { replayDeadLetter, resolveDifference } from "./resolve-difference.ts";

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
