import { createHash } from "node:crypto";
import type { Context } from "../context.ts";
import { nairobiDay } from "../contract/values/duration.ts";
import { deviceSubject, macOf, type Subject } from "../contract/values/subject.ts";
import type { SnapshotRev } from "../db/snapshot.ts";
import { AppError } from "../errors.ts";
import { soldPlans } from "../features/plans/index.ts";
import { offeredMinutes } from "../features/trials/index.ts";
import { resolveTenant, type Tenant } from "../http/tenant.ts";
import { VersionCache } from "../version-cache.ts";
import { firstAds, noAds, type ShownAds } from "./portal-ads.ts";
import { pageOf } from "./portal-data.ts";
import { nothingAt, visitorNowOf } from "./portal-device.ts";
import { noSaleAt } from "./portal-sale.ts";
import { addressWith, placeOf, type Visitor } from "./portal-visitor.ts";
import { type Rendered, rendered, type SharedPage } from "./render.ts";
import { asHeard } from "./router-heard.ts";

/** `tag` tells plans pages from each other; what differs from visitor to visitor is not in it. */
type Home =
  | { kind: "plans"; tag: string; page: SharedPage }
  | ({ kind: "own" } & Rendered)
  | { kind: "redirect"; location: string };

/** @param adsOf what stands in front of the plans @param origin what the visitor asked */
export async function homeOf(
  ctx: Context,
  resolved: Tenant,
  who: Visitor,
  adsOf: () => Promise<ShownAds>,
  origin: string,
): Promise<Home> {
  const tenant = await asHeard(ctx, resolved);
  // Without an address all browsers are given the same page; what theirs bought comes with its first question.
  const visitor = who.subject === null ? nothingAt(tenant) : await visitorNowOf(ctx, tenant, who);
  const { pending, access, elsewhere, waiting, ended } = visitor;
  if (pending?.transactionId && !pending.isOverdue)
    return { kind: "redirect", location: addressWith(`/pay/${pending.transactionId}`, placeOf(who, tenant)) };
  // A visitor who has paid or is paying sees no advertisement first.
  const hasAccess = access !== null || waiting.length > 0 || elsewhere.length > 0;
  const ads = pending || hasAccess ? noAds : await adsOf();
  if (!pending && !hasAccess && !ended) return plansOf(ctx, tenant, who, ads, origin);
  const page = await pageOf(ctx, tenant, who, { kind: "home" }, { ...ads, visitor });
  return { kind: "own", ...rendered(page, origin) };
}

/** The address in a page that many devices have; of a secret, so that no text of a provider or an advertiser can hold it. */
function someDevice(ctx: Context): Subject {
  const hex = createHash("sha256").update(ctx.keys.tag("page-device", "")).digest("hex").toUpperCase();
  return deviceSubject(`02:${hex.slice(0, 10).match(/../g)?.join(":")}`);
}

const kept = new VersionCache<Home>(200);

/** Without purchases the page differs by the device's address and the moment alone: rendered once for all of them. */
async function plansOf(
  ctx: Context,
  tenant: Tenant,
  who: Visitor,
  ads: ShownAds,
  origin: string,
): Promise<Home> {
  const { provider, router } = tenant;
  const sold = provider ? await soldPlans(ctx, provider.id, router?.id ?? null) : [];
  const trialMinutes = await trialFor(ctx, tenant, who);
  const someone = { ...who, subject: who.subject === null ? null : someDevice(ctx) };
  // Everything that the page is made of, but for what changes with the version. It names the year.
  const key = JSON.stringify([
    ...[tenant.provider, tenant.router, tenant.onMain, origin, placeOf(someone, tenant), who.language],
    // An offer ends with no change of a row.
    ...[sold.map(({ id }) => id), trialMinutes],
    ...[ads.ads.map(({ id }) => id), ads.adIndex, ads.websites, nairobiDay(ctx.now())],
  ]);
  return kept.get(ctx, key, async () => {
    const { now, ...page } = await pageOf(
      ctx,
      tenant,
      someone,
      { kind: "home" },
      { ...ads, trialMinutes, visitor: nothingAt(tenant) },
    );
    const { body, headers } = rendered({ ...page, now }, origin);
    const tag = createHash("sha256").update(body.replaceAll(now, "")).digest("base64");
    return { kind: "plans", tag, page: { body, headers, mac: macOf(someone.subject), now } };
  });
}

/** To try before anything is bought: for a device on a hotspot that sells. */
async function trialFor(ctx: Context, tenant: Tenant, who: Visitor): Promise<number | null> {
  const { provider, router } = tenant;
  if (!provider || !router || who.subject === null || noSaleAt(tenant, who)) return null;
  return offeredMinutes(ctx, { providerId: provider.id, routerId: router.id, subject: who.subject });
}

export type HomeAsk = {
  url: string;
  who: Visitor;
  hasSeenAds: boolean;
  /** Tags of the plans pages that the entry has. */
  held: string[];
  rev: SnapshotRev;
  requestId: string | undefined;
};

/** `page` is null where the entry has it. */
export type HomeAnswer =
  | { kind: "plans"; tag: string; page: SharedPage | null }
  | Exclude<Home, { kind: "plans" }>;

/** Null where it is refused: the request itself hears why. */
export async function answerHome(
  ctx: Context,
  { url: address, who, hasSeenAds, held }: HomeAsk,
): Promise<HomeAnswer | null> {
  const url = new URL(address);
  try {
    const tenant = await resolveTenant(ctx, url, who.routerId ?? undefined);
    const home = await homeOf(ctx, tenant, who, () => firstAds(ctx, tenant, who, hasSeenAds), url.origin);
    if (home.kind !== "plans") return home;
    const { kind, tag, page } = home;
    return { kind, tag, page: held.includes(tag) ? null : page };
  } catch (cause) {
    if (cause instanceof AppError) return null;
    throw cause;
  }
}
