import { watchIds, watchLimits } from "../../contract/values/watches.ts";
import * as contract from "../../contract/watches.ts";
import { refuse } from "../../errors.ts";
import { type App, route } from "../../http/route.ts";
import { actorOf } from "../audit/index.ts";
import { reachGateways } from "../payments/index.ts";
import { markGoLive, readGoLive } from "./go-live.ts";
import { metricsText, requireMetricsToken } from "./metrics.ts";
import { openProviders, requireDeploymentToken } from "./open-providers.ts";
import { pinToOnline } from "./pin-to-online.ts";
import { readWatches, unopened } from "./read-watches.ts";

export function mountWatches(app: App): void {
  route(app, contract.listWatches, async ({ ctx }) => {
    const readings = await readWatches(ctx, await pinToOnline(ctx));
    const faulty = await unopened(ctx);
    return watchIds.map((id) => {
      const { value, badSince } = readings[id];
      const since = badSince === null ? null : new Date(badSince).toISOString();
      const named = faulty.map(({ providerId, name, fault }) => ({ providerId, businessName: name, fault }));
      return {
        id,
        value,
        limit: watchLimits[id],
        badSince: since,
        about: id === "unopened" ? named : [],
      };
    });
  });
  route(app, contract.readGoLive, ({ ctx }) => readGoLive(ctx));
  route(app, contract.markGoLive, async ({ ctx, caller, params, body }) => {
    await markGoLive(ctx, params.step, body.isDone, actorOf(caller));
    return { success: true as const };
  });
  route(app, contract.askGateways, ({ ctx }) => reachGateways(ctx));
  route(app, contract.metrics, async ({ ctx, tenant, request }) => {
    if (!tenant.isMainHost) throw refuse("not_found", "nothing_here");
    requireMetricsToken(ctx, request);
    return new Response(await metricsText(ctx), {
      headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
    });
  });
  route(app, contract.openProviders, async ({ ctx, tenant, request, body }) => {
    if (!tenant.isMainHost) throw refuse("not_found", "nothing_here");
    await requireDeploymentToken(ctx, request);
    return openProviders(ctx, body.after);
  });
  route(app, contract.reachGateways, async ({ ctx, tenant, request }) => {
    if (!tenant.isMainHost) throw refuse("not_found", "nothing_here");
    await requireDeploymentToken(ctx, request);
    return reachGateways(ctx);
  });
}
