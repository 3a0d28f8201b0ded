import { renderPortal } from "../../web/portal/server.tsx";
import { previewAd } from "../contract/ads.ts";
import type { PortalPage } from "../contract/portal.ts";
import { draftAd } from "../features/ads/index.ts";
import { portalBrand } from "../features/branding/index.ts";
import { type App, route } from "../http/route.ts";
import { nothingNow } from "./portal-device.ts";

/** The portal's own page with what would be kept, in a frame in which nothing runs and no link leads anywhere. */
export function mountAdPreview(app: App): void {
  route(app, previewAd, async ({ ctx, body }) => {
    const { id, title, description, content, imageUrl, externalUrl, displayDuration } = await draftAd(
      ctx,
      body,
    );
    const { brand } = await portalBrand(ctx, null, true);
    const page: PortalPage = {
      mac: null,
      routerId: null,
      lang: null,
      theme: null,
      brand,
      language: "en",
      plans: [],
      noSale: null,
      trialMinutes: null,
      services: [],
      ads: [{ id, title, description, content, imageUrl, externalUrl, displayDuration }],
      adIndex: 0,
      websites: [],
      ...nothingNow,
      screen: { kind: "home" },
      now: new Date(ctx.now()).toISOString(),
    };
    // A frame that may open no windows follows no link that asks for one.
    return { html: renderPortal(page, null).replace("<head>", '<head><base target="_blank">') };
  });
}
