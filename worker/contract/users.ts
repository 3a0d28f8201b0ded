import * as z from "zod";
import { endpoint, Moment, optional } from "./endpoint.ts";
import { Said, says } from "./said.ts";
import { ListQuery, ProviderStats } from "./transactions.ts";
import { parseMac } from "./values/mac.ts";

/** Derived (docs/behaviour/provider-console.md, PC-53). Cut off: its time runs on, and it can be allowed again. */
export const UserStatus = z.enum(["active", "expired", "inactive", "cut_off"]);
export type UserStatus = z.infer<typeof UserStatus>;

/** Why a device is not online, by what comes first. */
export const Offline = z.object({
  cause: z.enum([
    "no_plan",
    "other_device",
    "cut_off",
    /** Stopped for good: its money went back, or never came. */
    "money_back",
    "time_over",
    "data_over",
    "lapsed",
    /** It is open at other hours of the day. */
    "closed",
    "router_away",
    /** Its router has a foreign hotspot user for it that was not handed over. */
    "foreign_user",
    /** Paid or redeemed, and about to be let out. */
    "activating",
    "not_activated",
    /** It is let in, and not on the WiFi. */
    "device_away",
    /** Of a purchase: another one runs on its device. */
    "queued",
    /** Of a purchase: it waits for one, or lost its own with a removed router. */
    "no_device",
  ]),
  /** When it ended, since when the router is away, or when it opens. */
  at: Moment.nullable(),
  /** Of `other_device`: the one that has the purchase now. */
  macAddress: z.string().nullable(),
  /** What a retry is asked for. */
  transactionId: z.string().nullable(),
  /** Of `cut_off`: a part of its money went back. */
  isPartBack: z.boolean().optional(),
});
export type Offline = z.infer<typeof Offline>;

/** A device at this provider with the purchase that counts for it now. `id` is its address. */
export const HotspotUser = z.object({
  id: z.string(),
  username: z.string().nullable(),
  macAddress: z.string(),
  phoneNumber: z.string().nullable(),
  router: z.object({ id: z.string(), name: z.string(), host: z.string(), port: z.int() }).nullable(),
  plan: z.object({ name: z.string(), speedMbps: z.number(), durationHours: z.number() }).nullable(),
  /** It was given to try, and nothing was paid. */
  isTrial: z.boolean(),
  isActive: z.boolean(),
  isOnline: z.boolean(),
  /** Null of a device that is online. */
  offline: Offline.nullable(),
  status: UserStatus,
  expiresAt: Moment.nullable(),
  bytesUploaded: z.number(),
  bytesDownloaded: z.number(),
  /** Seconds. */
  sessionTime: z.number(),
  /** Null = unlimited. */
  dataLeftBytes: z.number().nullable(),
  entitlementId: z.string().nullable(),
  firstSeen: Moment,
  lastSeen: Moment,
});
export type HotspotUser = z.infer<typeof HotspotUser>;

export const listUsers = endpoint({
  name: "listUsers",
  summary: "Hotspot users, last seen first; searched by address, phone or name; total in X-Total-Count",
  audience: ["provider"],
  roles: ["owner", "cashier", "technician"],
  scope: "read:visitors",
  method: "GET",
  path: "/api/admin/users",
  query: ListQuery.extend({
    status: optional(UserStatus),
    online: optional(z.enum(["true", "false"])),
    routerId: optional(z.string().max(64)),
    /** Only those whose bought time ended yesterday or the day before, and for which nothing was bought since. */
    notRenewed: optional(z.literal("true")),
  }),
  answer: z.array(HotspotUser),
});

export const listActiveUsers = endpoint({
  name: "listActiveUsers",
  summary: "Users whose purchase runs now",
  audience: ["provider"],
  roles: ["owner", "cashier", "technician"],
  scope: "read:visitors",
  method: "GET",
  path: "/api/admin/users/active",
  query: ListQuery,
  answer: z.array(HotspotUser),
});

export const UserStats = ProviderStats.omit({ totalRevenue: true, morning: true });
export type UserStats = z.infer<typeof UserStats>;

export const userStats = endpoint({
  name: "userStats",
  summary: "How many users there are, and how many of them are online",
  audience: ["provider"],
  roles: ["owner", "cashier", "technician"],
  scope: "read:visitors",
  method: "GET",
  path: "/api/admin/users/stats",
  answer: UserStats,
});

export const UserParams = z.object({ id: z.string().max(64) });

/** Data that was added to a purchase. */
export const BoughtTopUp = z.object({
  /** Of its payment. */
  id: z.string(),
  paidAt: Moment,
  bytes: z.number(),
  amount: z.number(),
  receipt: z.string().nullable(),
  /** Of the amount. */
  refunded: z.number(),
  /** What was unused of the data was taken away with the money. */
  isTakenBack: z.boolean(),
});
export type BoughtTopUp = z.infer<typeof BoughtTopUp>;

export const UserPurchase = z.object({
  entitlementId: z.string(),
  /** trial: it was given, import: time left in another system; nothing was paid. */
  source: z.enum(["payment", "voucher", "trial", "import"]),
  sourceId: z.string(),
  planName: z.string(),
  amount: z.number(),
  state: z.enum(["waiting", "running", "cut_off", "ended", "moved", "lapsed"]),
  createdAt: Moment,
  startedAt: Moment.nullable(),
  expiresAt: Moment.nullable(),
  usedBytes: z.number(),
  devices: z.array(z.string()),
  devicesBought: z.int(),
  /** Oldest first. */
  topUps: z.array(BoughtTopUp),
});
export type UserPurchase = z.infer<typeof UserPurchase>;

export const userDetails = endpoint({
  name: "userDetails",
  summary: "One user: purchases newest first, and usage per day of the last 30",
  audience: ["provider"],
  roles: ["owner", "cashier"],
  scope: "read:visitors",
  method: "GET",
  path: "/api/admin/users/:id",
  params: UserParams,
  /** With what a running session has used by now: its bridge is asked first. */
  query: z.object({ live: optional(z.enum(["true"])) }),
  answer: z.object({
    user: HotspotUser,
    purchases: z.array(UserPurchase),
    usage: z.array(
      z.object({
        day: z.string(),
        bytesUploaded: z.number(),
        bytesDownloaded: z.number(),
        seconds: z.number(),
      }),
    ),
  }),
});

const done = z.object({ success: z.literal(true), message: Said });

export const disconnectDevice = endpoint({
  name: "disconnectDevice",
  summary: "Cut a device off now, with everything bought for it; time runs on, and it can be allowed again",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/users/:id/disconnect",
  params: UserParams,
  answer: done,
  hasSuccess: true,
});

export const allowDevice = endpoint({
  name: "allowDevice",
  summary: "Undo a disconnect",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/users/:id/allow",
  params: UserParams,
  answer: done,
  hasSuccess: true,
});

export const extendUser = endpoint({
  name: "extendUser",
  summary: "Give a user more time; a purchase that ran out opens again",
  audience: ["provider"],
  roles: ["owner", "cashier"],
  method: "POST",
  path: "/api/admin/users/:id/extend",
  params: UserParams,
  body: z.strictObject({
    /** Minutes. */
    minutes: z
      .int(says("extend_whole_minutes"))
      .min(1, says("extend_one_minute"))
      .max(44_640, says("extend_31_days")),
  }),
  answer: z.object({ success: z.literal(true), message: Said, expiresAt: Moment.nullable() }),
  hasSuccess: true,
  idempotent: true,
});

/** In any spelling. */
const TypedMac = z
  .string()
  .max(64)
  .refine((typed) => parseMac(typed) !== undefined, says("device_address"))
  .transform((typed) => parseMac(typed) ?? typed);

const BoughtParams = z.object({ id: z.string().max(80) });
const OfProvider = z.strictObject({ providerId: z.string().max(64) });

export const extendBought = endpoint({
  name: "extendBought",
  summary: "Give more time to what a payment bought; a purchase that ran out opens again",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/payments/:id/extend",
  params: BoughtParams,
  body: OfProvider.extend(extendUser.body.shape),
  answer: extendUser.answer,
  hasSuccess: true,
  idempotent: true,
});

export const moveBought = endpoint({
  name: "moveBought",
  summary: "Bring what a payment bought to another device on the same WiFi",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/payments/:id/move",
  params: BoughtParams,
  body: OfProvider.extend({ macAddress: TypedMac }),
  answer: done,
  hasSuccess: true,
});

export const moveUser = endpoint({
  name: "moveUser",
  summary: "Bring a user's purchase to another device on the same WiFi",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/users/:id/move",
  params: UserParams,
  body: z.strictObject({ macAddress: TypedMac }),
  answer: done,
  hasSuccess: true,
});
