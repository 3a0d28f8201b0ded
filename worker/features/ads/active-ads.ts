import type { Context } from "../../context.ts";
import type { Advertisement } from "../../contract/ads.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import type { Subject } from "../../contract/values/subject.ts";
import { dayMs } from "../../contract/values/time.ts";
import { VersionCache } from "../../version-cache.ts";
import { showsAt } from "./shown-when.ts";
import {
  type AdRow,
  adAnswer,
  type DeviceSeen,
  deviceSeen,
  deviceStatements,
  switchedOnAds,
  wantedAds,
  websitesOf,
} from "./store.ts";

/** A device at a provider; null where the router did not say which. */
export type AdDevice = { providerId: string; subject: Subject | null };

const kept = new VersionCache<AdRow[]>();

/** What shows right now, to whomever, in its order. The dates are held to the second. */
export async function activeAds(ctx: Context, providerId: string): Promise<AdRow[]> {
  const on = await kept.get(ctx, "on", () => switchedOnAds(ctx.snapshot(providerId)));
  return on.filter((ad) => showsAt(ad, ctx.now()));
}

/** What this device is shown now, in order; nothing when it has seen them today. */
export async function adsFor(ctx: Context, { providerId, subject }: AdDevice): Promise<Advertisement[]> {
  const active = await activeAds(ctx, providerId);
  if (active.length === 0) return [];
  if (subject === null) return forAudience(active, false).map(adAnswer);
  const db = ctx.tenant(providerId);
  const device = deviceSeen(...(await db.batch(deviceStatements({ subject, day: nairobiDay(ctx.now()) }))));
  return hasSeenEnough(active, device) ? [] : forAudience(active, device.returning).map(adAnswer);
}

/** It skipped, or viewed every one meant for it. Never a part of the list: pages without scripts count their way through it. */
export function hasSeenEnough(active: readonly AdRow[], { seen, returning }: DeviceSeen): boolean {
  return seen.has("") || forAudience(active, returning).every(({ id }) => seen.has(id));
}

/** Returning: this device had access from this provider before. A device that nobody can name counts as new. */
function forAudience(active: readonly AdRow[], returning: boolean): AdRow[] {
  const other = returning ? "new_users" : "returning_users";
  return active.filter(({ targetAudience }) => targetAudience !== other);
}

export type Website = { title: string; url: string };

/** Asked for today or yesterday, newest first, at most five: access bought before midnight begins after it. */
export async function websitesWanted(ctx: Context, { providerId, subject }: AdDevice): Promise<Website[]> {
  if (subject === null) return [];
  const now = ctx.now();
  const days: [string, string] = [nairobiDay(now), nairobiDay(now - dayMs)];
  const wanted = await wantedAds(ctx.tenant(providerId), subject, days);
  const known = await websitesOf(ctx.snapshot(providerId), wanted);
  const websites = wanted.flatMap((id) => {
    const ad = known.get(id);
    return ad?.externalUrl ? [{ title: ad.title, url: ad.externalUrl }] : [];
  });
  return websites.slice(0, 5);
}
