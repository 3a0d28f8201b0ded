import * as z from "zod";
import { endpoint, Moment } from "./endpoint.ts";
import { Reason, Refunded, RefundFacts, RefundInput } from "./refunds.ts";
import { Said, says } from "./said.ts";
import { ListQuery } from "./transactions.ts";

// A provider gives back what its own account received. What an account of the platform received, or no gateway gives back, it asks the
// operator for: an appeal.

const RefundAppeal = z.object({
  status: z.enum(["open", "done", "declined"]),
  reason: z.string(),
  /** Why it was declined. */
  note: z.string().nullable(),
  askedAt: Moment,
});
export type RefundAppeal = z.infer<typeof RefundAppeal>;

export const OwnRefund = z.object({
  /** KES. */
  amount: z.number(),
  /** KES that went back before. */
  refunded: z.number(),
  /** KES that may go back now: of a payment into a customer's account no more than is left there. */
  left: z.number(),
  /** The provider's own, which gives it back; null = an account of the platform received it. */
  account: RefundFacts.shape.account.omit({ settlement: true }).nullable(),
  /** The gateway gives back a part, too. */
  partial: z.boolean(),
  /** There is access that may end with it; what went into an account has none of its own. */
  endsAccess: z.boolean(),
  /** Who gives it back: its gateway at the provider's word, or the operator; null = nobody can now. */
  by: z.enum(["gateway", "operator"]).nullable(),
  /** Why the gateway does not; null = it does. */
  why: Said.nullable(),
  /** The newest one. */
  appeal: RefundAppeal.nullable(),
});
export type OwnRefund = z.infer<typeof OwnRefund>;

const PaymentPath = z.object({ id: z.string().max(80) });

export const ownRefund = endpoint({
  name: "ownRefund",
  summary: "How an own payment can be given back, by whom, and what became of asking the operator",
  audience: ["provider"],
  roles: ["owner"],
  method: "GET",
  path: "/api/admin/transactions/:id/refund",
  params: PaymentPath,
  answer: OwnRefund,
});

export const refundOwnPayment = endpoint({
  name: "refundOwnPayment",
  summary: "Give back a payment that the provider's own account received, through the gateway it came by",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/transactions/:id/refund",
  params: PaymentPath,
  body: RefundInput.omit({ providerId: true, intoDebt: true }),
  answer: Refunded,
  hasSuccess: true,
  idempotent: true,
});

export const appealRefund = endpoint({
  name: "appealRefund",
  summary: "Ask the operator to give back a payment that the provider cannot; asked twice, it is one appeal",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/transactions/:id/refund-appeal",
  params: PaymentPath,
  body: z.strictObject({ reason: Reason }),
  answer: z.object({ success: z.boolean(), message: Said }),
  hasSuccess: true,
});

export const RefundAppealLine = z.object({
  id: z.string(),
  providerId: z.string(),
  provider: z.string(),
  transactionId: z.string(),
  receipt: z.string().nullable(),
  planName: z.string(),
  /** KES that were left when it was asked for. */
  amount: z.number(),
  reason: z.string(),
  askedAt: Moment,
  /** A refund of it is on its way, or its outcome unknown. */
  isUnderWay: z.boolean(),
});
export type RefundAppealLine = z.infer<typeof RefundAppealLine>;

export const listRefundAppeals = endpoint({
  name: "listRefundAppeals",
  summary: "What providers ask to be given back, oldest first; what is decided is not in it",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/refund-appeals",
  query: ListQuery.omit({ q: true }),
  answer: z.array(RefundAppealLine),
});

const note = says("refund_appeal_note");

export const declineRefundAppeal = endpoint({
  name: "declineRefundAppeal",
  summary: "Decline to give a payment back, with a note that its provider reads",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/refund-appeals/:id/decline",
  params: z.object({ id: z.string().max(64) }),
  body: z.strictObject({ note: z.string(note).trim().min(3, note).max(300, says("at_most_300")) }),
  answer: z.object({ success: z.boolean(), message: Said }),
  hasSuccess: true,
});
