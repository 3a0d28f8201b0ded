import * as z from "zod";
import { endpoint, Moment, optional } from "./endpoint.ts";
import { oneLine } from "./one-line.ts";
import { PortalQuery } from "./plans.ts";
import { Said, says } from "./said.ts";
import { ListQuery } from "./transactions.ts";

export const TargetAudience = z.enum(["all", "new_users", "returning_users"]);
export type TargetAudience = z.infer<typeof TargetAudience>;

export const Advertisement = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  /** Cleaned HTML; shown in a frame without scripts. */
  content: z.string(),
  /** Own address of the picture; null for none. */
  imageUrl: z.string().nullable(),
  externalUrl: z.string().nullable(),
  /** Seconds. */
  displayDuration: z.int(),
  priority: z.int(),
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
  targetAudience: TargetAudience,
  isActive: z.boolean(),
});
export type Advertisement = z.infer<typeof Advertisement>;

export const listAdvertisements = endpoint({
  name: "listAdvertisements",
  summary:
    "Active advertisements for this device, in the order in which they show; none that it has seen today",
  audience: ["visitor"],
  method: "GET",
  path: "/api/advertisements",
  query: PortalQuery,
  answer: z.array(Advertisement),
});

const AdParams = z.object({ id: z.string().max(64) });
const recorded = z.object({ success: z.literal(true) });
const place = { macAddress: optional(z.string().max(64)), routerId: optional(z.string().max(100)) };

export const recordAdView = endpoint({
  name: "recordAdView",
  summary: "An advertisement was looked at",
  audience: ["visitor"],
  method: "POST",
  path: "/api/advertisements/:id/view",
  params: AdParams,
  body: z.strictObject({
    ...place,
    /** Seconds. */
    viewDuration: z.number().min(0).max(86_400).default(0),
    interacted: z.boolean().default(false),
  }),
  answer: recorded,
  hasSuccess: true,
});

export const recordAdClick = endpoint({
  name: "recordAdClick",
  summary: "The content or the website of an advertisement was asked for",
  audience: ["visitor"],
  method: "POST",
  path: "/api/advertisements/:id/click",
  params: AdParams,
  body: z.strictObject({
    ...place,
    /** Compared with the path, never trusted. */
    advertisementId: optional(z.string().max(64)),
    /** Visit Website: it opens on `/connected` once the device is online. */
    website: z.boolean().default(false),
  }),
  answer: recorded,
  hasSuccess: true,
});

export const skipAdvertisements = endpoint({
  name: "skipAdvertisements",
  summary: "This device wants no more advertisements today",
  audience: ["visitor"],
  method: "POST",
  path: "/api/advertisements/seen",
  body: z.strictObject(place),
  answer: recorded,
  hasSuccess: true,
});

const needs = {
  title: says("ad_title"),
  titleLength: says("ad_title_long"),
  descriptionLength: says("ad_description_long"),
  content: says("ad_content"),
  priority: says("ad_priority"),
  duration: says("ad_duration"),
  audience: says("ad_audience"),
  website: says("ad_website"),
  picture: says("ad_picture_again"),
};

const Elsewhere = z.url({ protocol: /^https$/ });
/** Its own address may come with the platform's origin before it. */
const isPicture = (text: string) =>
  /^(?:https?:\/\/[^/]+)?\/media\//.test(text) ||
  text.startsWith("data:") ||
  Elsewhere.safeParse(text).success;

const DateText = optional(z.string().trim().max(40));

/** What the operator enters (docs/behaviour/operator-console.md, "Advertisements"). */
export const AdInput = z.strictObject({
  title: oneLine(z.string(needs.title).trim().min(1, needs.title).max(100, needs.titleLength), "field_title"),
  description: optional(z.string(needs.descriptionLength).trim().max(500, needs.descriptionLength)),
  /** HTML; cleaned before it is kept. */
  content: z.string(needs.content).trim().min(1, needs.content),
  /** A picture as data URL, an own address `/media/<hash>`, or an https address from which it is copied once. */
  imageUrl: optional(z.string(needs.picture).trim().refine(isPicture, says("ad_image_kind"))),
  externalUrl: optional(
    z
      .url({ protocol: /^https?$/, error: needs.website })
      .trim()
      .max(2_000, needs.website),
  ),
  /** Seconds. */
  displayDuration: z.int(needs.duration).min(5, needs.duration).max(300, needs.duration).default(30),
  /** Higher shows first. */
  priority: z.int(needs.priority).min(1, needs.priority).max(10, needs.priority).default(1),
  /** `YYYY-MM-DD`, a whole day in Nairobi (the end day is shown to its end), or an instant. */
  startDate: DateText,
  endDate: DateText,
  targetAudience: z.enum(TargetAudience.options, needs.audience).default("all"),
  isActive: z.boolean().default(true),
});
export type AdInput = z.input<typeof AdInput>;

/** As the operator sees it. */
export const ManagedAd = Advertisement.extend({
  /** It is switched on and its dates let it show now. */
  showsNow: z.boolean(),
  viewCount: z.int(),
  clickCount: z.int(),
  createdAt: Moment,
});
export type ManagedAd = z.infer<typeof ManagedAd>;

export const managedAds = endpoint({
  name: "managedAds",
  summary: "All advertisements, newest first; total in X-Total-Count",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/advertisements",
  query: ListQuery,
  answer: z.array(ManagedAd),
});

export const adStats = endpoint({
  name: "adStats",
  summary: "What all advertisements were looked at and clicked, and how many show now",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/advertisements/stats",
  answer: z.object({ total: z.int(), active: z.int(), views: z.int(), clicks: z.int() }),
});

export const createAd = endpoint({
  name: "createAd",
  summary: "An advertisement for all portals",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/advertisements",
  body: AdInput,
  answer: ManagedAd,
});

export const updateAd = endpoint({
  name: "updateAd",
  summary: "Change an advertisement as a whole; what was counted stays",
  audience: ["platform"],
  method: "PUT",
  path: "/api/superadmin/advertisements/:id",
  params: AdParams,
  body: AdInput,
  answer: ManagedAd,
});

export const deleteAd = endpoint({
  name: "deleteAd",
  summary: "It shows no more and leaves the list",
  audience: ["platform"],
  method: "DELETE",
  path: "/api/superadmin/advertisements/:id",
  params: AdParams,
  answer: z.object({ success: z.literal(true), message: Said }),
  hasSuccess: true,
});

export const previewAd = endpoint({
  name: "previewAd",
  summary: "The portal's page with this advertisement, as it would be after saving; nothing is kept",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/advertisements/preview",
  body: AdInput,
  answer: z.object({
    /** A whole document without scripts, for a frame. */
    html: z.string(),
  }),
});
