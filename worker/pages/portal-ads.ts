import type { Context } from "../context.ts";
import type { Advertisement } from "../contract/ads.ts";
import type { PortalAd, PortalPage } from "../contract/portal.ts";
import { adsFor, recordClick, recordView, skipAds, websitesWanted } from "../features/ads/index.ts";
import { cookieHeader, readCookie } from "../http/cookies.ts";
import { networkOf } from "../http/network.ts";
import type { Tenant } from "../http/tenant.ts";
import { log } from "../log.ts";
import { field, type Visitor } from "./portal-visitor.ts";

export type ShownAds = Pick<PortalPage, "ads" | "adIndex" | "websites">;

type Asked = {
  ctx: Context;
  tenant: Tenant;
  query: Record<string, unknown>;
  request: Request;
  headers: Headers;
};

export const noAds: ShownAds = { ads: [], adIndex: 0, websites: [] };

/** A device that nobody can name is remembered by its browser, for as long as a named one is by the server: about a day. */
const seenCookie = { name: "ads", value: "seen", seconds: 12 * 3_600 };

/**
 * What stands in front of the plans, and which of them where no script moves them on: `?ad=1` is the second, one past
 * the last is the end, `&seen=` names the one that was looked at before and `&website=` the one whose website is to be
 * kept for later. `?ads=seen` is Skip.
 * Advertisements are never worth a shop: whatever goes wrong with them, the plans show.
 */
export async function shownAds(call: Asked, who: Visitor): Promise<ShownAds> {
  try {
    return await adsOf(call, who);
  } catch (cause) {
    log("error", "advertisements", cause);
    return noAds;
  }
}

async function adsOf(
  { ctx, tenant: { provider, router }, query, request, headers }: Asked,
  { subject, buyerHash }: Visitor,
): Promise<ShownAds> {
  const ads = await adsInFront(ctx, { provider, subject, hasSeen: hasSeenAds(request) });
  if (!provider || ads.length === 0) return noAds;
  const device = { providerId: provider.id, router, subject, buyerHash, network: networkOf(request) };
  const seen = field(query, "seen");
  if (seen !== undefined && ads.some(({ id }) => id === seen))
    await recordView(ctx, device, seen, { viewDuration: 0, interacted: false });
  const website = field(query, "website");
  const wanted = ads.find(({ id, externalUrl }) => id === website && externalUrl !== null);
  if (wanted) await recordClick(ctx, device, wanted.id, true);
  const adIndex = indexIn(query);
  const websites = wanted?.externalUrl ? [{ title: wanted.title, url: wanted.externalUrl }] : [];
  if (field(query, "ads") !== "seen" && adIndex < ads.length)
    return { ads: ads.map(portalAd), adIndex, websites };
  if (subject === null) {
    const { name, value, seconds } = seenCookie;
    headers.append("set-cookie", cookieHeader(name, value, seconds));
  } else await skipAds(ctx, device);
  return noAds;
}

/** What the cookie of a browser without a device address says. */
export function hasSeenAds(request: Request): boolean {
  return readCookie(request, seenCookie.name) === seenCookie.value;
}

/** What stands in front of the plans before the visitor has moved on in it. */
export async function firstAds(
  ctx: Context,
  { provider }: Tenant,
  { subject }: Visitor,
  hasSeen: boolean,
): Promise<ShownAds> {
  try {
    const ads = await adsInFront(ctx, { provider, subject, hasSeen });
    return { ...noAds, ads: ads.map(portalAd) };
  } catch (cause) {
    log("error", "advertisements", cause);
    return noAds;
  }
}

async function adsInFront(
  ctx: Context,
  { provider, subject, hasSeen }: Pick<Tenant, "provider"> & Pick<Visitor, "subject"> & { hasSeen: boolean },
): Promise<Advertisement[]> {
  // Where nothing is sold there is nothing to wait for.
  if (provider?.status !== "active" || (subject === null && hasSeen)) return [];
  return adsFor(ctx, { providerId: provider.id, subject });
}

function indexIn(query: Record<string, unknown>): number {
  const text = field(query, "ad") ?? "0";
  return /^\d{1,3}$/.test(text) ? Number(text) : 0;
}

function portalAd(ad: Advertisement): PortalAd {
  const { id, title, description, content, imageUrl, externalUrl, displayDuration } = ad;
  return { id, title, description, content, imageUrl, externalUrl, displayDuration };
}

/** What this device asked for before it was online. */
export async function websitesFor(
  ctx: Context,
  { provider }: Tenant,
  { subject }: Visitor,
): Promise<PortalPage["websites"]> {
  return provider && subject ? websitesWanted(ctx, { providerId: provider.id, subject }) : [];
}
