import type { Context } from "../../context.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { AppError } from "../../errors.ts";
import { inWords, limitFor } from "../limits/index.ts";
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

/** Who reports, and the router it is behind where that is known: limits are kept there. */
export type Reporter = AdDevice & { routerId: string | null };

const tenMinutesMs = 600_000;
/** Device addresses can be made up, so that all of them together have a limit, too. */
const most = { device: 30, nobody: 300, all: 1_500 };

/** @property viewDuration seconds */
export type ViewReport = { viewDuration: number; interacted: boolean };

/**
 * An advertisement was shown to its end, or Continue was pressed.
 * @throws AppError not_found for an unknown or archived one, too_many
 */
export async function recordView(ctx: Context, who: Reporter, adId: string, view: ViewReport): Promise<void> {
  await admit(ctx, who, adId);
  const seconds = Math.round(view.viewDuration);
  const exposure = { ...seenEnough, adId, views: 1, seconds, interacted: view.interacted };
  await Promise.all([exposed(ctx, who, exposure), ctx.platform.run(countStatement(ctx, adId, "view"))]);
}

/** @param wantsWebsite Visit Website was pressed: it opens once the device is online */
export async function recordClick(
  ctx: Context,
  who: Reporter,
  adId: string,
  wantsWebsite: boolean,
): Promise<void> {
  await admit(ctx, who, adId);
  const exposure = { ...seenEnough, adId, clicks: 1, interacted: true, wantsWebsite };
  await Promise.all([exposed(ctx, who, exposure), ctx.platform.run(countStatement(ctx, adId, "click"))]);
}

/** This device wants no more today. Without a device there is nothing to remember. */
export async function skipAds(ctx: Context, who: Reporter): Promise<void> {
  await admit(ctx, who, null);
  await exposed(ctx, who, seenEnough);
}

/** Refuses what names no advertisement, and who reports too much. */
async function admit(
  ctx: Context,
  { providerId, routerId, mac }: Reporter,
  adId: string | null,
): Promise<void> {
  if (adId !== null && !(await exists(ctx, adId)))
    throw new AppError("not_found", "This advertisement is not shown any more.");
  const own =
    mac === null ? { key: "ads nobody", max: most.nobody } : { key: `ads ${mac}`, max: most.device };
  const limit = limitFor(ctx, routerId === null ? { providerId } : { routerId });
  const { allowed, retryAfterMs } = await limit.attempt(
    { ...own, windowMs: tenMinutesMs },
    { key: "ads all", max: most.all, windowMs: tenMinutesMs },
  );
  if (!allowed) {
    const sentence = `Too many reports from here. Please try again ${inWords(retryAfterMs)}.`;
    throw new AppError("too_many", sentence, { retryAfter: retryAfterMs / 1_000 });
  }
}

/** One that just ended is still on somebody's screen, and counts. */
async function exists(ctx: Context, adId: string): Promise<boolean> {
  const active = await activeAds(ctx);
  return active.some(({ id }) => id === adId) || (await adById(ctx, adId)) !== null;
}

/**
 * Notes it for this device and day. Who has now viewed all that is meant for it is done for today, even if another one
 * begins, or the device becomes a returning one by buying, before the day is over.
 */
async function exposed(ctx: Context, { providerId, mac }: Reporter, exposure: Exposure): Promise<void> {
  if (mac === null) return;
  const db = ctx.tenant(providerId);
  const now = ctx.now();
  const place = { mac, day: nairobiDay(now) };
  const note = exposureStatement(db, place, exposure, now);
  if (exposure.views === 0) {
    await db.run(note);
    return;
  }
  const [, ...rows] = await db.batch([note, ...deviceStatements(db, place)]);
  const device = deviceSeen(rows);
  if (device.seen.has("") || !hasSeenEnough(await activeAds(ctx), device)) return;
  await db.run(exposureStatement(db, place, seenEnough, now));
}
