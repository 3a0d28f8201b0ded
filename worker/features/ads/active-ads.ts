import type { Context } from "../../context.ts";
import type { Advertisement } from "../../contract/ads.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { TtlCache } from "../../ttl-cache.ts";
import { showsAt } from "./shown-when.ts";
import {
  type AdRow,
  adAnswer,
  type DeviceSeen,
  deviceSeen,
  deviceStatements,
  switchedOnAds,
} from "./store.ts";

/** A device at a provider; null where the router did not say which. */
export type AdDevice = { providerId: string; mac: string | null };

const kept = new TtlCache<AdRow[]>(3_000);

/** The operator changed one: whoever changed it sees it at once. */
export function adsChanged(): void {
  kept.forget("on");
}

/** What shows right now, to whomever, in its order. The dates are held to the second, changes may take three. */
export async function activeAds(ctx: Context): Promise<AdRow[]> {
  const on = await kept.get("on", ctx.now(), () => switchedOnAds(ctx));
  return on.filter((ad) => showsAt(ad, ctx.now()));
}

/** What this device is shown now, in order; nothing when it has seen them today. */
export async function adsFor(ctx: Context, { providerId, mac }: AdDevice): Promise<Advertisement[]> {
  const active = await activeAds(ctx);
  if (active.length === 0) return [];
  if (mac === null) return forAudience(active, false).map(adAnswer);
  const db = ctx.tenant(providerId);
  const device = deviceSeen(...(await db.batch(deviceStatements({ mac, day: nairobiDay(ctx.now()) }))));
  return hasSeenEnough(active, device) ? [] : forAudience(active, device.returning).map(adAnswer);
}

/**
 * A device has seen enough for today once it skipped, or once every advertisement meant for it was viewed. Not after
 * the first: mini-browsers reload at any moment, and whoever lost the page at the first of three goes on. And never a
 * part of the list: pages without scripts count their way through it, so that it must not shrink under them.
 */
export function hasSeenEnough(active: readonly AdRow[], { seen, returning }: DeviceSeen): boolean {
  return seen.has("") || forAudience(active, returning).every(({ id }) => seen.has(id));
}

/** Returning: this device had access from this provider before. A device that nobody can name counts as new. */
function forAudience(active: readonly AdRow[], returning: boolean): AdRow[] {
  const other = returning ? "new_users" : "returning_users";
  return active.filter(({ targetAudience }) => targetAudience !== other);
}
