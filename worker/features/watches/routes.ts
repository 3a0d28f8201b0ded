import { watchIds, watchLimits } from "../../contract/values/watches.ts";
import * as contract from "../../contract/watches.ts";
import { refuse } from "../../errors.ts";
import { type App, route } from "../../http/route.ts";
import { metricsText, requireMetricsToken } from "./metrics.ts";
import { openProviders, requireDeploymentToken } from "./open-providers.ts";
import { pinToOnline } from "./pin-to-online.ts";
import { readWatches } from "./read-watches.ts";

export function mountWatches(app: App): void {
  route(app, contract.listWatches, async ({ ctx }) => {
    const readings = await readWatches(ctx, await pinToOnline(ctx));
    return watchIds.map((id) => {
      const { value, badSince } = readings[id];
      const since = badSince === null ? null : new Date(badSince).toISOString();
      return { id, value, limit: watchLimits[id], badSince: since };
    });
  });
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
}
