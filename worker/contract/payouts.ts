import * as z from "zod";
import { Collection } from "./collection.ts";
import { endpoint, Moment, optional } from "./endpoint.ts";
import { Said, says } from "./said.ts";
import { Day } from "./transactions.ts";

// What the platform collected for a provider: its balance, its statement, and what is paid out of it. All amounts are KES.

export const PayoutStatus = z.enum(["reserved", "sending", "sent", "unclear", "paid", "failed", "reversed"]);
export type PayoutStatus = z.infer<typeof PayoutStatus>;
export const DestinationKind = z.enum(["phone", "pay_bill", "till"]);
export type DestinationKind = z.infer<typeof DestinationKind>;

export const Payout = z.object({
  id: z.string(),
  status: PayoutStatus,
  /** What the receiver gets, and what is taken off the balance beside it. */
  amount: z.number(),
  fee: z.number(),
  kind: DestinationKind,
  account: z.string(),
  reference: z.string().nullable(),
  receipt: z.string().nullable(),
  createdAt: Moment,
  updatedAt: Moment,
});
export type Payout = z.infer<typeof Payout>;

const Destination = z.object({
  kind: DestinationKind,
  account: z.string(),
  reference: z.string().nullable(),
  /** Nothing is paid there before; null = it may be paid. */
  heldUntil: Moment.nullable(),
});

export const Balance = z.object({
  collection: Collection.shape.state,
  /** The platform's account pays out: without it nothing can be asked for. */
  paysOut: z.boolean(),
  /** What the books say is owed, without what is under way; below zero where more went back to payers than was left. */
  owed: z.number(),
  underWay: z.number(),
  /** Of `owed`: refunds to payers that are on their way. */
  refunding: z.number(),
  /** Of `owed`: what was sold in the last so many hours, which waits for them. */
  fresh: z.number(),
  holdHours: z.number(),
  /** The most that can be asked for now, in whole shillings, with the fee taken off. */
  available: z.number(),
  fee: z.number(),
  least: z.number(),
  most: z.number(),
  destination: Destination.nullable(),
  /** Newest first, twenty at most. */
  payouts: z.array(Payout),
});
export type Balance = z.infer<typeof Balance>;

export const readBalance = endpoint({
  name: "readBalance",
  summary: "What the platform owes the signed-in provider, and its payouts",
  audience: ["provider"],
  roles: ["owner"],
  method: "GET",
  path: "/api/admin/balance",
  answer: Balance,
  whileSuspended: true,
});

export const DestinationInput = z.strictObject({
  kind: z.enum(DestinationKind.options, says("destination_kind")),
  account: z.string(says("destination_account")).trim().min(1, says("destination_account")).max(20),
  reference: optional(
    z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9]{1,13}$/, says("destination_reference")),
  ),
});
export type DestinationInput = z.infer<typeof DestinationInput>;

export const saveDestination = endpoint({
  name: "saveDestination",
  summary: "Say where the signed-in provider's payouts go; nothing is paid there for 24 hours",
  audience: ["provider"],
  roles: ["owner"],
  method: "PUT",
  path: "/api/admin/payout-destination",
  body: DestinationInput,
  fresh: true,
  answer: Balance,
});

export const requestPayout = endpoint({
  name: "requestPayout",
  summary: "Pay out of the signed-in provider's balance; without an amount, all of it",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/payouts",
  body: z.strictObject({
    amount: optional(z.int(says("payout_shillings")).min(1, says("payout_shillings")).max(10_000_000)),
  }),
  fresh: true,
  idempotent: true,
  hasSuccess: true,
  answer: z.object({ success: z.literal(true), message: Said, payout: Payout }),
});

const Period = z.strictObject({ from: optional(Day), to: optional(Day) });

export const StatementLine = z.object({
  /** YYYY-MM-DD in Nairobi. */
  day: z.string(),
  kind: z.enum(["sales", "taken-back", "refunds", "payout", "payout-given-back", "payout-reversed"]),
  /** Sales, refunds; 1 of a payout. */
  count: z.number(),
  /** What it adds to the balance, or takes off it. */
  amount: z.number(),
  /** Of a payout: what of the amount is its fee, where it went, and its receipt. */
  fee: z.number().nullable(),
  account: z.string().nullable(),
  receipt: z.string().nullable(),
});
export type StatementLine = z.infer<typeof StatementLine>;

export const Statement = z.object({
  from: z.string(),
  to: z.string(),
  opening: z.number(),
  closing: z.number(),
  lines: z.array(StatementLine),
});
export type Statement = z.infer<typeof Statement>;

export const readStatement = endpoint({
  name: "readStatement",
  summary: "What was added to the signed-in provider's balance and taken off it, by day; 31 days unless told",
  audience: ["provider"],
  roles: ["owner"],
  method: "GET",
  path: "/api/admin/balance/statement",
  query: Period,
  answer: Statement,
  whileSuspended: true,
});

/** Daraja posts results of payouts and answers to questions about them here, and tells of time-outs. */
export const payoutResult = endpoint({
  name: "payoutResult",
  summary: "Result of an M-Pesa payout, or the answer to a question about one",
  audience: ["gateway"],
  kind: "callback",
  method: "POST",
  path: "/cb/o/:id/:secret",
  params: z.object({ id: z.string(), secret: z.string() }),
  body: z.looseObject({}),
  answer: z.object({ ResultCode: z.literal(0), ResultDesc: z.literal("Accepted") }),
});

export const PayoutLine = Payout.extend({
  providerId: z.string(),
  provider: z.string(),
  /** What the gateway posted; proves nothing. */
  told: z.enum(["paid", "failed"]).nullable(),
  detail: z.string().nullable(),
});
export type PayoutLine = z.infer<typeof PayoutLine>;

/** A balance below zero: refunds to payers exceed what was left of what the platform collected. */
const Debt = z.object({ providerId: z.string(), provider: z.string(), amount: z.number() });

export const PlatformPayouts = z.object({
  /** Over all providers, in the books. */
  collected: z.number(),
  paid: z.number(),
  fees: z.number(),
  underWay: z.number(),
  /** Sum of the balances above zero; those below stand in `debts`. */
  owed: z.number(),
  debts: z.array(Debt),
  unclear: z.number(),
  /** Unclear ones first, then newest first; a hundred at most. */
  payouts: z.array(PayoutLine),
});
export type PlatformPayouts = z.infer<typeof PlatformPayouts>;

export const listPayouts = endpoint({
  name: "listPayouts",
  summary: "Payouts of all providers, unclear ones first, with what the platform owes in all",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/payouts",
  query: z.strictObject({ status: optional(PayoutStatus) }),
  answer: PlatformPayouts,
});

const PayoutPath = z.object({ id: z.string().max(80), payoutId: z.string().max(64) });
const acted = z.object({ success: z.literal(true), message: Said, payout: Payout });

export const askPayout = endpoint({
  name: "askPayout",
  summary: "Ask the gateway what became of a payout; nothing is sent again",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/providers/:id/payouts/:payoutId/ask",
  params: PayoutPath,
  answer: acted,
  hasSuccess: true,
});

export const settlePayout = endpoint({
  name: "settlePayout",
  summary: "Say how a payout ended that is unclear, with what the gateway's statement shows",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/providers/:id/payouts/:payoutId/settle",
  params: PayoutPath,
  body: z.strictObject({
    outcome: z.enum(["paid", "failed"], says("how_ended")),
    receipt: optional(
      z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^[A-Z0-9]{8,12}$/, says("payout_receipt")),
    ),
    note: z
      .string(says("refund_statement"))
      .trim()
      .min(3, says("refund_statement"))
      .max(300, says("at_most_300")),
  }),
  fresh: true,
  answer: acted,
  hasSuccess: true,
});
