import type { Context } from "../../../context.ts";
import type { PaymentReason } from "../../../contract/payments.ts";

/** Where one payment's money goes and by whose credentials: computed once, at initiation, and never changed after. */
export type Route = {
  driver: "mpesa";
  gatewayId: string;
  environment: "sandbox" | "production";
  /** `platform` = our own app collects for the provider's account (auto API). */
  credentials: "platform" | "provider";
  shortCode: string;
  /** Who receives: the pay bill, or the till number for buy-goods. */
  partyB: string;
  transactionType: "CustomerPayBillOnline" | "CustomerBuyGoodsOnline";
  /** At most 12 letters and digits; printed on the prompt and in the payer's message. */
  accountReference: string;
  settlement: "direct" | "collected" | "diverted";
};

/** What a driver needs of the outside, besides the route. */
export type Line = {
  ctx: Context;
  route: Route;
  /** Where the gateway reports the result of this very payment. */
  callbackUrl: string;
};

export type PushAsk = {
  paymentId: string;
  providerId: string;
  phone: string;
  shillings: number;
  description: string;
};

export type PushResult =
  | { kind: "accepted"; handle: string }
  | { kind: "refused"; reason: PaymentReason; detail: string }
  | { kind: "unclear"; detail: string };

export type QueryResult =
  | { kind: "paid"; receipt: string | null }
  | { kind: "declined"; reason: PaymentReason; detail: string }
  /** Still waiting for the payer. */
  | { kind: "open" }
  /** The gateway did not say; ask again. */
  | { kind: "silent"; detail: string };

/** What a callback says. Every field that it does not carry is null: only what is there must match. */
export type CallbackReading = {
  handle: string;
  /** Why it failed; null = it was paid. */
  reason: PaymentReason | null;
  detail: string;
  receipt: string | null;
  amountCents: number | null;
  phone: string | null;
};

/** One way to collect money. Airtel Money and banks implement the same three functions. */
export type Driver = {
  push(line: Line, ask: PushAsk): Promise<PushResult>;
  query(line: Line, handle: string): Promise<QueryResult>;
  /** Null when the body is not this gateway's callback. */
  readCallback(body: string): CallbackReading | null;
};
