import type { Context } from "../../context.ts";
import * as ads from "../../contract/ads.ts";
import { listAdvertisements, recordAdClick, recordAdView, skipAdvertisements } from "../../contract/ads.ts";
import { say } from "../../contract/texts.ts";
import { deviceFromQuery } from "../../contract/values/subject.ts";
import { refuse } from "../../errors.ts";
import { type App, route } from "../../http/route.ts";
import { type Caller, visitorOf } from "../../http/session.ts";
import { resolveTenant, type Tenant } from "../../http/tenant.ts";
import { actorOf } from "../audit/index.ts";
import { adsFor } from "./active-ads.ts";
import { adStats, managedAds } from "./managed-ads.ts";
import { type Reporter, recordClick, recordView, skipAds } from "./record.ts";
import { archiveAd, saveAd } from "./save-ad.ts";

const success = { success: true as const };

export function mountAds(app: App): void {
  mountManagedAds(app);

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

function mountManagedAds(app: App): void {
  route(app, ads.managedAds, async ({ ctx, query, headers }) => {
    const list = await managedAds(ctx, query);
    headers.set("x-total-count", String(list.total));
    return list.ads;
  });

  route(app, ads.adStats, ({ ctx }) => adStats(ctx));

  route(app, ads.createAd, ({ ctx, caller, body }) => saveAd(ctx, body, undefined, actorOf(caller)));

  route(app, ads.updateAd, ({ ctx, caller, params, body }) => saveAd(ctx, body, params.id, actorOf(caller)));

  route(app, ads.deleteAd, async ({ ctx, caller, params }) => {
    await archiveAd(ctx, params.id, actorOf(caller));
    return { success: true as const, message: say("ad_deleted") };
  });
}
