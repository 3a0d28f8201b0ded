import type { Context } from "../../context.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import type { RouterFound } from "../../db/lookup.ts";
import { refuse } from "../../errors.ts";
import { admitOrRefuse } from "../rate-limits/index.ts";
import { visitorIsListed } from "../routers/index.ts";
import { type AdDevice, activeAds, hasSeenEnough } from "./active-ads.ts";
import {
  adById,
  countStatement,
  deviceSeen,
  deviceStatements,
  type Exposure,
  exposureStatement,
  seenEnough,
} from "./store.ts";

export type Reporter = AdDevice & {
  router: Pick<RouterFound, "id" | "bridgeId"> | null;
  buyerHash: string | null;
  network: string;
};

/** @property viewDuration seconds */
type ViewReport = { viewDuration: number; interacted: boolean };

/** Shown to its end, or Continue was pressed. Counts for a listed device, once a day. @throws AppError not_found, too_many */
export async function recordView(ctx: Context, who: Reporter, adId: string, view: ViewReport): Promise<void> {
  const { listed } = await admitted(ctx, who, adId);
  const seconds = Math.round(view.viewDuration);
  const exposure = { ...seenEnough, adId, views: 1, seconds, interacted: view.interacted };
  const now = await exposed(ctx, who, exposure);
  if (listed && now?.views === 1) await ctx.platform.run(countStatement(adId, "view"));
}

/** @param wantsWebsite Visit Website was pressed: it opens once the device is online */
export async function recordClick(
  ctx: Context,
  who: Reporter,
  adId: string,
  wantsWebsite: boolean,
): Promise<void> {
  const { listed } = await admitted(ctx, who, adId);
  const exposure = { ...seenEnough, adId, clicks: 1, interacted: true, wantsWebsite };
  const now = await exposed(ctx, who, exposure);
  if (listed && now?.clicks === 1) await ctx.platform.run(countStatement(adId, "click"));
}

/** This device wants no more today. Without a device there is nothing to remember. */
export async function skipAds(ctx: Context, who: Reporter): Promise<void> {
  await admitted(ctx, who, null);
  await exposed(ctx, who, seenEnough);
}

/** Refuses who reports too much, and what names no advertisement. */
async function admitted(
  ctx: Context,
  { providerId, router, subject, buyerHash, network }: Reporter,
  adId: string | null,
): Promise<{ listed: boolean | null }> {
  const at = router ?? (await onlyRouterOf(ctx, providerId));
  const listed = at ? await visitorIsListed(ctx, { providerId, router: at, subject }, network) : null;
  const who = { providerId, network, browser: buyerHash, routerId: at?.id ?? null, subject, listed };
  await admitOrRefuse(ctx, "ad", who);
  if (adId !== null && !(await exists(ctx, providerId, adId))) throw refuse("not_found", "ad_gone");
  return { listed };
}

async function onlyRouterOf(ctx: Context, providerId: string): Promise<RouterFound | null> {
  const id = await ctx.lookup.onlyRouter(providerId);
  return (id === null ? null : await ctx.lookup.routerById(id)) ?? null;
}

/** One that just ended is still on somebody's screen, and counts. */
async function exists(ctx: Context, providerId: string, adId: string): Promise<boolean> {
  const active = await activeAds(ctx, providerId);
  return active.some(({ id }) => id === adId) || (await adById(ctx, adId)) !== null;
}

/** Notes it for this device and day. Who viewed all that is meant for it is done for today, even if another one begins. */
async function exposed(
  ctx: Context,
  { providerId, subject }: Reporter,
  exposure: Exposure,
): Promise<{ views: number; clicks: number } | null> {
  if (subject === null) return null;
  const db = ctx.tenant(providerId);
  const now = ctx.now();
  const place = { subject, day: nairobiDay(now) };
  const note = exposureStatement(place, exposure, now);
  if (exposure.views === 0) return (await db.first(note)) ?? null;
  const [[sums], seen, known] = await db.batch([note, ...deviceStatements(place)]);
  const device = deviceSeen(seen, known);
  if (!device.seen.has("") && hasSeenEnough(await activeAds(ctx, providerId), device))
    await db.run(exposureStatement(place, seenEnough, now));
  return sums ?? null;
}
