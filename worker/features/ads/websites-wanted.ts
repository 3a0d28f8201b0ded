import type { Context } from "../../context.ts";
import { hourMs, nairobiDay } from "../../contract/values/duration.ts";
import type { AdDevice } from "./active-ads.ts";
import { wantedAds, websitesOf } from "./store.ts";

export type Website = { title: string; url: string };

/**
 * Websites of advertisements that this device asked for today or yesterday, newest first, at most five. Yesterday
 * counts, because access that was bought before midnight begins after it.
 */
export async function websitesWanted(ctx: Context, { providerId, mac }: AdDevice): Promise<Website[]> {
  if (mac === null) return [];
  const now = ctx.now();
  const days: [string, string] = [nairobiDay(now), nairobiDay(now - 24 * hourMs)];
  const wanted = await wantedAds(ctx.tenant(providerId), mac, days);
  const known = await websitesOf(ctx, wanted);
  const websites = wanted.flatMap((id) => {
    const ad = known.get(id);
    return ad?.externalUrl ? [{ title: ad.title, url: ad.externalUrl }] : [];
  });
  return websites.slice(0, 5);
}
