import * as z from "zod";
import { endpoint, optional } from "./endpoint.ts";
import { Said } from "./texts.ts";

/** "I have paid" and "move to this phone": what somebody can prove a purchase by. */
export const ClaimPurchase = z.strictObject({
  /** An M-Pesa message or its receipt code, a voucher code, or a recovery code. */
  code: z.string().max(2_000),
  /** The full paying number; only a receipt needs it. */
  phoneNumber: optional(z.string().max(40)),
  macAddress: optional(z.string().max(64)),
  routerId: optional(z.string().max(100)),
});
export type ClaimPurchase = z.infer<typeof ClaimPurchase>;

/** moved: instead of another; attached: beside others; moving: another router lets go first; checking: the gateway is asked. */
export const ClaimOutcome = z.enum(["moved", "attached", "here", "moving", "checking"]);
export type ClaimOutcome = z.infer<typeof ClaimOutcome>;

export const PurchaseClaimed = z.object({
  success: z.boolean(),
  outcome: ClaimOutcome,
  message: Said,
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
