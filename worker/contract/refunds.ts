import * as z from "zod";
import { endpoint, optional } from "./endpoint.ts";
import { RefundLine } from "./reconciliation.ts";

// Money that goes back to a payer, by the way it came. What is on its way is listed with the reconciliation.

const Reason = z
  .string("Say why it is given back")
  .trim()
  .min(3, "Say why it is given back")
  .max(300, "At most 300 characters");
const endAccess = optional(z.boolean());

const Refund = z.object({
  id: z.string(),
  status: RefundLine.shape.status,
  /** KES. */
  amount: z.number(),
  detail: z.string().nullable(),
  receipt: z.string().nullable(),
});
export const Refunded = z.object({ success: z.boolean(), message: z.string(), refund: Refund });
export type Refunded = z.infer<typeof Refunded>;

export const RefundInput = z.strictObject({
  providerId: z.string().max(64),
  /** KES, whole shillings; absent = all that is left. */
  amount: optional(z.int("Whole shillings only").min(1, "At least KES 1").max(1_000_000)),
  reason: Reason,
  /** What was bought ends when the money is back. */
  endAccess,
});
export type RefundInput = z.infer<typeof RefundInput>;

export const refundPayment = endpoint({
  name: "refundPayment",
  summary: "Give a completed payment back to its payer, whole or in part, through the gateway it came by",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/payments/:id/refund",
  params: z.object({ id: z.string().max(80) }),
  body: RefundInput,
  answer: Refunded,
  hasSuccess: true,
  idempotent: true,
});

export const refundTyped = endpoint({
  name: "refundTyped",
  summary: "Give money back that was typed at a pay bill and paid no purchase",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/typed-payments/:id/refund",
  params: z.object({ id: z.string().max(80) }),
  body: z.strictObject({ reason: Reason }),
  answer: Refunded,
  hasSuccess: true,
  idempotent: true,
});

const RefundPath = z.object({ id: z.string().max(80) });

export const askRefund = endpoint({
  name: "askRefund",
  summary: "Ask the gateway what became of a refund; nothing is sent again",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/reconciliation/refunds/:id/ask",
  params: RefundPath,
  answer: Refunded,
  hasSuccess: true,
});

export const settleRefund = endpoint({
  name: "settleRefund",
  summary: "Say how a refund ended whose outcome is unknown, with what the gateway's statement shows",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/reconciliation/refunds/:id/settle",
  params: RefundPath,
  body: z.strictObject({
    outcome: z.enum(["done", "failed"]),
    note: z
      .string("Say what the statement shows")
      .trim()
      .min(3, "Say what the statement shows")
      .max(300, "At most 300 characters"),
  }),
  answer: Refunded,
  hasSuccess: true,
  idempotent: true,
});

/** Daraja posts results of reversals and of questions about them here, and tells of time-outs. */
export const refundResult = endpoint({
  name: "refundResult",
  summary: "Result of an M-Pesa reversal, or of a question about one",
  audience: ["gateway"],
  kind: "callback",
  method: "POST",
  path: "/cb/r/:id/:secret",
  params: z.object({ id: z.string(), secret: z.string() }),
  body: z.looseObject({}),
  answer: z.object({ ResultCode: z.literal(0), ResultDesc: z.literal("Accepted") }),
});
