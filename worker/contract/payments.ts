import * as z from "zod";
import { endpoint, Moment, optional } from "./endpoint.ts";
import { Said } from "./said.ts";
import { services } from "./values/services.ts";

/** The five reasons that a visitor is told, and `phone`: the gateway says that the number is none, and nothing was sent. */
export const PaymentReason = z.enum([
  "insufficient",
  "wrong-pin",
  "cancelled",
  "network",
  "service",
  "phone",
]);
export type PaymentReason = z.infer<typeof PaymentReason>;

/** By which mobile money a visitor pays; a bank is reached by the prompt of one of them. */
export const Service = z.enum(services);
export type Service = z.infer<typeof Service>;

/** How far the bought access is: nothing bought yet, on its way to the router, the device is not there, let out, behind another plan, or closed at this hour. */
export const Access = z.enum(["none", "connecting", "waiting_for_device", "online", "queued", "closed"]);
export type Access = z.infer<typeof Access>;

const idempotencyKey = { idempotent: true, hasSuccess: true } as const;

export const InitiatePayment = z.strictObject({
  phoneNumber: z.string().max(40),
  planId: z.string().max(64),
  macAddress: optional(z.string().max(64)),
  routerId: optional(z.string().max(100)),
  service: optional(Service),
  /** More data for what this device has of this plan, in place of the plan once more. */
  topUp: optional(z.literal(true)),
  /** The buyer agrees to be told of offers by SMS; counts once this phone has paid. */
  offers: optional(z.literal(true)),
});
export type InitiatePayment = z.infer<typeof InitiatePayment>;

export const PaymentInitiated = z.object({
  success: z.boolean(),
  transactionId: z.string(),
  message: Said,
  /** What is charged, in whole shillings: the number the visitor was shown. */
  amount: z.int(),
  /** A sentence when something looks odd but does not stop the sale (the router does not list this device). */
  warning: Said.nullable(),
});
export type PaymentInitiated = z.infer<typeof PaymentInitiated>;

export const initiatePayment = endpoint({
  name: "initiatePayment",
  summary: "Ask the payer's phone to confirm a purchase",
  audience: ["visitor"],
  method: "POST",
  path: "/api/payment/initiate",
  body: InitiatePayment,
  answer: PaymentInitiated,
  ...idempotencyKey,
});

/** What to type to pay by hand, where the gateway tells us of such payments: pay bill, account number, amount. */
export const PaybillInstructions = z.object({
  paybill: z.string(),
  /** As shown, `1234 5678`. */
  account: z.string(),
  /** Whole shillings. */
  amount: z.int(),
});
export type PaybillInstructions = z.infer<typeof PaybillInstructions>;

export const PaymentStatus = z.object({
  status: z.enum(["pending", "completed", "failed"]),
  /** Null, or why it failed in the visitor's words. */
  error: Said.nullable(),
  reason: PaymentReason.nullable(),
  /** Whether the gateway has taken the prompt: it is being sent, was taken, or that is unknown. Null once that does not matter. */
  prompt: z.enum(["sending", "sent", "unclear"]).nullable(),
  /** Where the prompt went, `254` and nine digits: told to the buyer's own cookie until it is paid. */
  phoneNumber: z.string().nullable(),
  access: Access,
  /** Paid, on its way, and the router can't be reached: the device is let in as soon as it answers. Absent where it can. */
  routerAway: z.literal(true).optional(),
  /** End of the bought time; null until the router has confirmed its start. */
  expiresAt: Moment.nullable(),
  /** When it opens, where it is closed at this hour. */
  opensAt: Moment.nullable(),
  /** What runs before it, and until when; null where it does not wait for another plan, or another browser bought it. */
  behind: z.object({ planName: z.string(), endsAt: Moment.nullable() }).nullable(),
  /** Moves the purchase to another device: told to the buyer's own cookie once it is paid, null to anybody else. */
  recoveryCode: z.string().nullable(),
  /** How to pay this purchase by hand: told to the buyer's own cookie until it is paid. */
  paybill: PaybillInstructions.nullable(),
  /** Server time, so that the page's 120 s do not depend on the phone's clock. */
  createdAt: Moment,
  now: Moment,
});
export type PaymentStatus = z.infer<typeof PaymentStatus>;

/** What is told of the access that was bought. */
export const AccessStatus = PaymentStatus.pick({
  access: true as const,
  routerAway: true as const,
  expiresAt: true as const,
  opensAt: true as const,
  behind: true as const,
  recoveryCode: true as const,
});

export const TransactionParams = z.object({ id: z.string().max(80) });

export const paymentStatus = endpoint({
  name: "paymentStatus",
  summary: "How far a payment or a voucher redemption is",
  audience: ["visitor"],
  polled: true,
  method: "GET",
  path: "/api/payment/status/:id",
  params: TransactionParams,
  answer: PaymentStatus,
});

/**
 * "Wrong number?": device and phone are free for another prompt at once. The payment itself goes on: should its PIN be entered all the
 * same, it counts and is served.
 */
export const releasePrompt = endpoint({
  name: "releasePrompt",
  summary: "Free the device and the phone that a payment of this browser holds, for another prompt",
  audience: ["visitor"],
  method: "POST",
  path: "/api/payment/:id/let-go",
  params: TransactionParams,
  answer: z.object({ success: z.literal(true) }),
  hasSuccess: true,
});

/** Airtel posts all results of one app here; the transaction's id, which is ours, says whose result it is. */
export const airtelCallback = endpoint({
  name: "airtelCallback",
  summary: "Result of an Airtel Money push",
  audience: ["gateway"],
  kind: "callback",
  method: "POST",
  path: "/cb/a/:app/:secret",
  params: z.object({ app: z.string(), secret: z.string() }),
  body: z.looseObject({}),
  answer: z.object({ received: z.literal(true) }),
});

/** The same door as `stkCallback` under a name of at most fifty characters, for gateways that take no longer one. */
export const shortCallback = endpoint({
  name: "shortCallback",
  summary: "Result of a push at a bank that takes short addresses only",
  audience: ["gateway"],
  kind: "callback",
  method: "POST",
  path: "/c/:name",
  params: z.object({ name: z.string() }),
  body: z.looseObject({}),
  answer: z.object({ ResultCode: z.literal(0), ResultDesc: z.literal("Accepted") }),
});

/** Daraja posts here; the raw body is stored before anybody reads it, and the answer is Safaricom's own. */
export const stkCallback = endpoint({
  name: "stkCallback",
  summary: "Result of an M-Pesa STK push",
  audience: ["gateway"],
  kind: "callback",
  method: "POST",
  path: "/cb/s/:id/:secret",
  params: z.object({ id: z.string(), secret: z.string() }),
  body: z.looseObject({}),
  answer: z.object({ ResultCode: z.literal(0), ResultDesc: z.literal("Accepted") }),
});
