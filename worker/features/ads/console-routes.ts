import * as ads from "../../contract/ads.ts";
import { say } from "../../contract/texts.ts";
import { type App, route } from "../../http/route.ts";
import { actorOf } from "../audit/index.ts";
import { adStats, managedAds } from "./managed-ads.ts";
import { archiveAd, saveAd } from "./save-ad.ts";

export function mountManagedAds(app: App): void {
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
