import * as z from "zod";
import { endpoint, Moment, optional } from "./endpoint.ts";
import { Hours } from "./plans.ts";
import { Said, says } from "./said.ts";
import { ListQuery } from "./transactions.ts";

export const RedeemVoucher = z.strictObject({
  /** The code as typed, or a message that holds it. */
  voucherCode: z.string().max(2_000, says("voucher_unreadable")),
  macAddress: optional(z.string().max(64)),
  routerId: optional(z.string().max(100)),
});
export type RedeemVoucher = z.infer<typeof RedeemVoucher>;

export const VoucherRedeemed = z.object({
  success: z.boolean(),
  /** Served by `paymentStatus`, like a payment. */
  transactionId: z.string(),
  message: Said,
  planName: z.string(),
  durationHours: z.number(),
});
export type VoucherRedeemed = z.infer<typeof VoucherRedeemed>;

export const redeemVoucher = endpoint({
  name: "redeemVoucher",
  summary: "Exchange a voucher code for access on this device",
  audience: ["visitor"],
  method: "POST",
  path: "/api/voucher/redeem",
  body: RedeemVoucher,
  answer: VoucherRedeemed,
  hasSuccess: true,
  idempotent: true,
});

/** What a voucher gives: its plan as it was when the voucher was made. */
export const VoucherPlan = z.object({
  id: z.string(),
  name: z.string(),
  /** KES. */
  price: z.number(),
  durationHours: z.number(),
  speedMbps: z.number(),
  /** Null = unlimited. */
  dataLimitGB: z.number().nullable(),
  fairUseGB: z.number().nullable(),
  fairUseMbps: z.number().nullable(),
  devices: z.int(),
  /** Open in these hours of the day alone; null = day and night. */
  hours: Hours.nullable(),
});
export type VoucherPlan = z.infer<typeof VoucherPlan>;

export const Voucher = z.object({
  id: z.string(),
  code: z.string(),
  plan: VoucherPlan.nullable(),
  isUsed: z.boolean(),
  isRevoked: z.boolean(),
  /** A router's bridge keeps it, so that it works there without the internet. */
  isOffline: z.boolean(),
  /** Used, Revoked, Expired, Active: in this order (docs/behaviour/provider-console.md, PC-98). */
  status: z.enum(["used", "revoked", "expired", "active"]),
  batchId: z.string(),
  usedBy: z.string().nullable(),
  usedAt: Moment.nullable(),
  expiresAt: Moment.nullable(),
  createdAt: Moment,
});
export type Voucher = z.infer<typeof Voucher>;

export const GenerateVouchers = z.strictObject({
  planId: z.string().max(64),
  quantity: z
    .int(says("vouchers_quantity"))
    .min(1, says("vouchers_quantity"))
    .max(100, says("vouchers_quantity")),
  expiresAt: optional(z.iso.datetime({ offset: true, local: true })),
  /** Given away: no sale, of no price; whoever has a limit gives its minutes. */
  isFree: optional(z.boolean()),
  /** Sent by the observed client; compared with nobody, trusted by nobody. */
  adminId: optional(z.string().max(64)),
});
export type GenerateVouchers = z.infer<typeof GenerateVouchers>;

export const generateVouchers = endpoint({
  name: "generateVouchers",
  summary: "Make vouchers for a plan",
  audience: ["provider"],
  roles: ["owner", "cashier"],
  scope: "write:vouchers",
  method: "POST",
  path: "/api/admin/vouchers/generate",
  body: GenerateVouchers,
  answer: z.object({ success: z.literal(true), message: Said, vouchers: z.array(Voucher) }),
  hasSuccess: true,
  idempotent: true,
});

export const VoucherQuery = ListQuery.extend({
  /** `ended`: revoked or expired without being used, as the figure Expired counts them. */
  status: optional(z.enum(["used", "revoked", "expired", "active", "ended"])),
  planId: optional(z.string().max(64)),
  batchId: optional(z.string().max(80)),
});

export const listVouchers = endpoint({
  name: "listVouchers",
  summary: "The provider's vouchers, newest first; total in X-Total-Count",
  audience: ["provider"],
  roles: ["owner", "cashier"],
  scope: "read:vouchers",
  method: "GET",
  path: "/api/admin/vouchers",
  query: VoucherQuery,
  answer: z.array(Voucher),
});

/** Vouchers that were made by one order. */
export const VoucherBatch = z.object({
  id: z.string(),
  plan: VoucherPlan,
  /** Without those that were removed long after their end. */
  made: z.int(),
  used: z.int(),
  /** They can be redeemed now. */
  left: z.int(),
  expiresAt: Moment.nullable(),
  createdAt: Moment,
});
export type VoucherBatch = z.infer<typeof VoucherBatch>;

export const listVoucherBatches = endpoint({
  name: "listVoucherBatches",
  summary: "The provider's batches of vouchers, newest first, ten at a time",
  audience: ["provider"],
  roles: ["owner", "cashier"],
  scope: "read:vouchers",
  method: "GET",
  path: "/api/admin/vouchers/batches",
  /** `after`: what the answer before called `next`. */
  query: z.object({ after: optional(z.string().max(120)) }),
  answer: z.object({ batches: z.array(VoucherBatch), next: z.string().nullable() }),
});

export const VoucherStats = z.object({
  total: z.int(),
  active: z.int(),
  used: z.int(),
  /** Revoked ones included. */
  expired: z.int(),
});
export type VoucherStats = z.infer<typeof VoucherStats>;

export const voucherStats = endpoint({
  name: "voucherStats",
  summary: "Figures of the voucher page, over all vouchers",
  audience: ["provider"],
  roles: ["owner", "cashier"],
  scope: "read:vouchers",
  method: "GET",
  path: "/api/admin/vouchers/stats",
  answer: VoucherStats,
});

export const revokeVouchers = endpoint({
  name: "revokeVouchers",
  summary: "Unused vouchers stop working; used ones are left alone and counted",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/vouchers/revoke",
  body: z.strictObject({
    ids: z
      .array(z.string().max(80))
      .min(1, says("vouchers_choose"))
      .max(1_000, says("vouchers_1000_at_once")),
  }),
  answer: z.object({
    success: z.literal(true),
    message: Said,
    revoked: z.int(),
    leftAlone: z.int(),
    /** Lent to a router: they stop working when its bridge has given them back. */
    asked: z.int(),
  }),
  hasSuccess: true,
});

export const AssignOfflineVouchers = z.strictObject({
  routerId: z.string().max(100),
  planId: z.string().max(64),
  quantity: z
    .int(says("vouchers_to_keep"))
    .min(1, says("vouchers_to_keep"))
    .max(100, says("vouchers_100_at_once")),
});
export type AssignOfflineVouchers = z.infer<typeof AssignOfflineVouchers>;

export const assignOfflineVouchers = endpoint({
  name: "assignOfflineVouchers",
  summary: "Unused vouchers of a plan work on a router's WiFi without the internet from now on",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/vouchers/offline",
  body: AssignOfflineVouchers,
  answer: z.object({ success: z.literal(true), message: Said, assigned: z.int() }),
  hasSuccess: true,
  idempotent: true,
});

export const returnOfflineVouchers = endpoint({
  name: "returnOfflineVouchers",
  summary: "What is lent to a router comes back, as soon as its bridge has said so",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/vouchers/offline/return",
  body: z.strictObject({ routerId: z.string().max(100) }),
  answer: z.object({ success: z.literal(true), message: Said, asked: z.int() }),
  hasSuccess: true,
});

export const OfflineVouchersOfPlan = z.object({
  routerId: z.string(),
  routerName: z.string(),
  plan: z.object({ id: z.string(), name: z.string() }),
  /** The router's bridge has not acknowledged them yet. */
  waiting: z.int(),
  assigned: z.int(),
  /** Asked for, not given back yet. */
  comingBack: z.int(),
  /** In the last 30 days, by whichever way. */
  usedThere: z.int(),
  /** Whether the bridge that keeps them can be asked now. */
  isConnected: z.boolean(),
});
export type OfflineVouchersOfPlan = z.infer<typeof OfflineVouchersOfPlan>;

export const listOfflineVouchers = endpoint({
  name: "listOfflineVouchers",
  summary: "What is lent, by router and plan",
  audience: ["provider"],
  roles: ["owner", "cashier"],
  scope: "read:vouchers",
  method: "GET",
  path: "/api/admin/vouchers/offline",
  answer: z.array(OfflineVouchersOfPlan),
});
