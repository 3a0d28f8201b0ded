import * as z from "zod";
import { endpoint, optional } from "./endpoint.ts";
import { PortalQuery } from "./plans.ts";

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
