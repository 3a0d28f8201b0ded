import * as z from "zod";
import { endpoint, Moment, optional } from "./endpoint.ts";
import { RefundLine } from "./reconciliation.ts";
import { Said, says } from "./said.ts";
import { NotDivertible } from "./switch.ts";
import { ListQuery } from "./transactions.ts";
import { Offline } from "./users.ts";
import { gatewayTypes } from "./values/gateway-types.ts";

export const Reason = z
  .string(says("refund_reason"))
  .trim()
  .min(3, says("refund_reason"))
  .max(300, says("at_most_300"));
const endAccess = optional(z.boolean());

const Refund = z.object({
  id: z.string(),
  status: RefundLine.shape.status,
  /** KES. */
  amount: z.number(),
  detail: z.string().nullable(),
  receipt: z.string().nullable(),
});
export const Refunded = z.object({ success: z.boolean(), message: Said, refund: Refund });
export type Refunded = z.infer<typeof Refunded>;

const Method = z.enum(gatewayTypes);
const Settlement = z.enum(["direct", "collected", "diverted"]);

/** What a person has to see before money goes back, or before they say how it went. */
export const RefundFacts = z.object({
  providerId: z.string(),
  provider: z.string(),
  /** The payment's; of pay bill payments, pay bill and receipt. */
  id: z.string(),
  paidAt: Moment,
  /** KES. */
  amount: z.number(),
  /** KES that went back before. */
  refunded: z.number(),
  /** `2547 ***** 126`, or as the gateway shows it. */
  payer: z.string().nullable(),
  /** Null: the gateway has not told it, and then only a person gives the money back. */
  receipt: z.string().nullable(),
  method: Method,
  /** Null: it never was a sale. */
  planName: z.string().nullable(),
  /** The account that received it, which is the one that gives it back. */
  account: z.object({
    /** The provider's own, the platform's, or a payment switch's central account. */
    settlement: Settlement,
    kind: z.enum(["paybill", "till", "wallet", "bank"]),
    number: z.string(),
    /** The account behind a bank's pay bill; null elsewhere. */
    reference: z.string().nullable(),
  }),
});
export type RefundFacts = z.infer<typeof RefundFacts>;

export const RefundOffer = RefundFacts.extend({
  /** KES that may go back now: of a payment into a customer's account no more than is left there. */
  left: z.number(),
  /** There is access that may end with it; what went into an account has none of its own. */
  endsAccess: z.boolean(),
  /** The gateway gives back a part, too. */
  partial: z.boolean(),
  /** KES that the platform owes the provider now, less refunds on their way; null where it did not collect this money. */
  balance: z.number().nullable(),
  /** Why nothing can be given back now, as a sentence; null = it can. */
  why: Said.nullable(),
  /** What was given back outside the gateway can be noted. */
  byHand: z.boolean(),
});
export type RefundOffer = z.infer<typeof RefundOffer>;

export const RefundDetail = RefundFacts.extend({
  refund: Refund,
  reason: z.string(),
  endAccess: z.boolean(),
  submittedAt: Moment.nullable(),
  /** How often the gateway was asked what became of it, and when last. */
  asks: z.int(),
  askedAt: Moment.nullable(),
});
export type RefundDetail = z.infer<typeof RefundDetail>;

const PaymentStatus = z.enum(["completed", "pending", "failed"]);

/** What became of what was paid for. */
export const PaidAccess = z.object({
  isOnline: z.boolean(),
  /** Null of who is online. */
  offline: Offline.nullable(),
  /** Where it was bought, or went since; null of what is over, or if its provider has that router no more. */
  router: z.object({ id: z.string(), name: z.string() }).nullable(),
});
export type PaidAccess = z.infer<typeof PaidAccess>;

export const PaidLine = z.object({
  id: z.string(),
  providerId: z.string(),
  provider: z.string(),
  /** When it was paid, else when it was asked for. */
  paidAt: Moment,
  planName: z.string(),
  amount: z.number(),
  refunded: z.number(),
  payer: z.string(),
  receipt: z.string().nullable(),
  method: Method,
  settlement: Settlement,
  status: PaymentStatus,
  /** Why it failed, and what to do; null of what did not. */
  why: Said.nullable(),
  /** The device it was bought for; null = it waits for one. */
  macAddress: z.string().nullable(),
  /** A switch was active when it began, and it could not be diverted; null = it could, or there was none. */
  notDivertible: NotDivertible.nullable(),
  /** Null of what is not completed, and where nobody can tell. */
  access: PaidAccess.nullable(),
});
export type PaidLine = z.infer<typeof PaidLine>;

export const RefundInput = z.strictObject({
  providerId: z.string().max(64),
  /** KES, whole shillings; absent = all that is left. */
  amount: optional(z.int(says("refund_whole_shillings")).min(1, says("refund_one_shilling")).max(1_000_000)),
  reason: Reason,
  /** What was bought ends when the money is back. */
  endAccess,
  /** More may go back than the platform owes the provider: refused unless this says so. */
  intoDebt: optional(z.boolean()),
});
export type RefundInput = z.infer<typeof RefundInput>;

const Reference = z
  .string(says("refund_reference"))
  .trim()
  .min(3, says("refund_reference"))
  .max(60, says("at_most_60"));

/** What was given back outside the gateway. @property reference receipt or voucher by which that can be found again */
export const RefundNote = RefundInput.omit({ intoDebt: true }).extend({ reference: Reference });
export type RefundNote = z.infer<typeof RefundNote>;

export const listPaid = endpoint({
  name: "listPaid",
  summary: "Payments, newest first: of one provider, or over all by a whole receipt or transaction",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/payments",
  /** Without a provider only `q` as a whole receipt or transaction finds anything; with one, parts and phone numbers do. */
  query: ListQuery.extend({
    providerId: optional(z.string().max(64)),
    /** Completed ones unless told. */
    status: optional(z.enum(["any", ...PaymentStatus.options])),
    /** Of one provider: paid, and not let out yet. */
    activation: optional(z.enum(["open"])),
  }),
  answer: z.array(PaidLine),
});

/** No index knows a payer's number over all providers: they are asked one after the other, some with each call. */
export const paymentsOfPhone = endpoint({
  name: "paymentsOfPhone",
  summary: "The newest payments of a phone at the next providers; repeated with `next` until that is null",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/payments/by-phone",
  query: z.object({ phone: z.string().max(40), after: optional(z.string().max(64)) }),
  answer: z.object({
    rows: z.array(PaidLine),
    /** Providers that were asked by this call, and how many there are. */
    asked: z.int(),
    of: z.int(),
    /** Names of those among them that did not answer. */
    silent: z.array(z.string()),
    next: z.string().nullable(),
  }),
});

export const refundOffer = endpoint({
  name: "refundOffer",
  summary: "What giving a completed payment back means: how much, to whom, from which account",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/payments/:id/refund",
  params: z.object({ id: z.string().max(80) }),
  query: z.object({ providerId: z.string(says("refund_name_provider")).max(64) }),
  answer: RefundOffer,
});

export const paybillRefundOffer = endpoint({
  name: "paybillRefundOffer",
  summary: "What giving back money means that paid no purchase",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/paybill-payments/:id/refund",
  params: z.object({ id: z.string().max(80) }),
  answer: RefundOffer,
});

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

export const refundPaybillPayment = endpoint({
  name: "refundPaybillPayment",
  summary: "Give money back that was typed at a pay bill and paid no purchase",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/paybill-payments/:id/refund",
  params: z.object({ id: z.string().max(80) }),
  body: z.strictObject({ reason: Reason }),
  answer: Refunded,
  hasSuccess: true,
  idempotent: true,
});

export const noteRefund = endpoint({
  name: "noteRefund",
  summary:
    "Note that a completed payment was given back by hand, whole or in part: it is booked, and nothing is sent",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/payments/:id/refund-by-hand",
  params: z.object({ id: z.string().max(80) }),
  body: RefundNote,
  answer: Refunded,
  hasSuccess: true,
  idempotent: true,
});

export const notePaybillRefund = endpoint({
  name: "notePaybillRefund",
  summary: "Note that money which paid no purchase was given back by hand: nothing is sent",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/paybill-payments/:id/refund-by-hand",
  params: z.object({ id: z.string().max(80) }),
  body: z.strictObject({ reason: Reason, reference: Reference }),
  answer: Refunded,
  hasSuccess: true,
  idempotent: true,
});

const RefundPath = z.object({ id: z.string().max(80) });

export const readRefund = endpoint({
  name: "readRefund",
  summary: "One refund with what it gives back, from which account, and what the gateway was asked",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/reconciliation/refunds/:id",
  params: RefundPath,
  answer: RefundDetail,
});

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
    outcome: z.enum(["done", "failed"], says("how_ended")),
    note: z
      .string(says("refund_statement"))
      .trim()
      .min(3, says("refund_statement"))
      .max(300, says("at_most_300")),
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
