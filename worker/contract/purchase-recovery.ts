import * as z from "zod";
import { endpoint, Moment, optional } from "./endpoint.ts";
import { Said } from "./said.ts";

/** "I have paid" and "move to this phone": what somebody can prove a purchase by. */
export const ClaimPurchase = z.strictObject({
  /** An M-Pesa message or its receipt code, a voucher code, or a recovery code. */
  code: z.string().max(2_000),
  /** The full paying number; only a receipt needs it. */
  phoneNumber: optional(z.string().max(40)),
  macAddress: optional(z.string().max(64)),
  routerId: optional(z.string().max(100)),
  /** Who gives way in a plan for several devices: one of `PlanDevice`, or `all`. */
  instead: optional(z.string().max(40)),
});
export type ClaimPurchase = z.infer<typeof ClaimPurchase>;

/**
 * moved: instead of another; attached: beside others; moving: another router lets go first; checking: the gateway is asked;
 * choose: the plan is full, and who gives way is to be said.
 */
export const ClaimOutcome = z.enum(["moved", "attached", "here", "moving", "checking", "choose"]);
export type ClaimOutcome = z.infer<typeof ClaimOutcome>;

/** stays: it may not come without a tap; moving: its old router lets go first. */
export const RoamOutcome = z.enum(["moved", "moving", "stays"]);
export type RoamOutcome = z.infer<typeof RoamOutcome>;

export const RoamHere = z.strictObject({
  macAddress: optional(z.string().max(64)),
  routerId: optional(z.string().max(100)),
});
export type RoamHere = z.infer<typeof RoamHere>;

export const roamHere = endpoint({
  name: "roamHere",
  summary: "What this cookie bought and runs at another hotspot of the provider comes to this one by itself",
  audience: ["visitor"],
  method: "POST",
  path: "/api/roam",
  body: RoamHere,
  answer: z.object({ outcome: RoamOutcome }),
});

/** A device of a plan for several, as its people know it: by the end of its address. */
export const PlanDevice = z.object({
  /** Names it in calls. */
  device: z.string(),
  mark: z.string(),
  joinedAt: Moment,
});
export type PlanDevice = z.infer<typeof PlanDevice>;

/** One of these devices gives way, or all of them, where the plan comes from another hotspot. */
export const GivesWay = z.object({ gives: z.enum(["one", "all"]), devices: z.array(PlanDevice) });
export type GivesWay = z.infer<typeof GivesWay>;

export const PurchaseClaimed = z.object({
  success: z.boolean(),
  outcome: ClaimOutcome,
  message: Said,
  /** At `choose`. */
  givesWay: GivesWay.nullable(),
});
export type PurchaseClaimed = z.infer<typeof PurchaseClaimed>;

export const claimPurchase = endpoint({
  name: "claimPurchase",
  summary: "Use a purchase on this device, proven by receipt and phone, voucher code or recovery code",
  audience: ["visitor"],
  method: "POST",
  path: "/api/claim",
  body: ClaimPurchase,
  answer: PurchaseClaimed,
  hasSuccess: true,
  idempotent: true,
});
