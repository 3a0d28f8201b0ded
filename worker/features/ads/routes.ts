import type { Context } from "../../context.ts";
import { listAdvertisements, recordAdClick, recordAdView, skipAdvertisements } from "../../contract/ads.ts";
import { deviceFromQuery } from "../../contract/values/subject.ts";
import { refuse } from "../../errors.ts";
import { type App, route } from "../../http/route.ts";
import { type Caller, visitorOf } from "../../http/session.ts";
import { resolveTenant, type Tenant } from "../../http/tenant.ts";
import { adsFor } from "./active-ads.ts";
import { type Reporter, recordClick, recordView, skipAds } from "./record.ts";

const success = { success: true as const };

export function mountAds(app: App): void {
  route(app, listAdvertisements, async ({ ctx, tenant: { provider }, query }) => {
    // A suspended provider sells nothing, so there is nothing to wait for.
    if (provider?.status !== "active") return [];
    return adsFor(ctx, { providerId: provider.id, subject: deviceFromQuery(query.mac) });
  });

  // Before the ones with an id in their place: `seen` is no advertisement.
  route(app, skipAdvertisements, async (call) => {
    await skipAds(call.ctx, await reporterOf(call));
    return success;
  });

  route(app, recordAdView, async (call) => {
    const { viewDuration, interacted } = call.body;
    await recordView(call.ctx, await reporterOf(call), call.params.id, { viewDuration, interacted });
    return success;
  });

  route(app, recordAdClick, async (call) => {
    const { params, body } = call;
    if (body.advertisementId !== undefined && body.advertisementId !== params.id)
      throw refuse("invalid", "ad_click_other");
    await recordClick(call.ctx, await reporterOf(call), params.id, body.website);
    return success;
  });
}

type Reported = {
  ctx: Context;
  caller: Caller;
  request: Request;
  url: URL;
  tenant: Tenant;
  body: { macAddress?: string | undefined; routerId?: string | undefined };
};

/** A device address that is none is taken for none: there is nothing to remember then. */
async function reporterOf({ ctx, url, tenant, body, ...from }: Reported): Promise<Reporter> {
  const { provider, router } = body.routerId ? await resolveTenant(ctx, url, body.routerId) : tenant;
  if (!provider) throw refuse("not_found", "join_wifi");
  if (body.routerId && !router) throw refuse("not_found", "foreign_hotspot");
  return {
    providerId: provider.id,
    router,
    subject: deviceFromQuery(body.macAddress),
    ...visitorOf(from),
  };
}
