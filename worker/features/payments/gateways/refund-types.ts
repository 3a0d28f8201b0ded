import type { Route } from "../core/route.ts";

// What drivers and the books of refunds both say of money that goes back.

/** The money that came in, as it was when a refund was first requested. */
export type RefundSubject = {
  /** The object that keeps this book: the payment's own, or one named by a receipt at a pay bill. */
  id: string;
  providerId: string;
  /** Null where the gateway has not told it: then only a person can give the money back. */
  receipt: string | null;
  amountCents: number;
  /** How it came, and so how it goes back. */
  route: Route;
  /**
   * What was bought of it, which purchase got more data by it, or into whose account it went: then only what is left there goes back. Null =
   * money that never was a sale.
   */
  sale: { routerId: string; entitlementId: string; topUpOf?: string; customerId?: string } | null;
  /** Its row where it was typed at a pay bill and paid nothing. */
  paybillPayment: { shortCode: string; receipt: string } | null;
};

export type RefundRequest = {
  cents: number;
  reason: string;
  /** The admin. */
  requestedBy: string;
  /** The access that was bought ends when the money is back. */
  endAccess: boolean;
  /** Although the provider owes the platform then. */
  intoDebt?: boolean;
  /** The provider asks itself: of a sale, and of what its own account received. */
  byProvider?: boolean;
  /** The caller's Idempotency-Key: the same key is the same refund. */
  key: string | null;
};

export type RefundEvent =
  | ({ type: "requested" } & RefundRequest)
  | { type: "submitting" }
  /** Definitely not taken: nothing went back. */
  | { type: "refused"; detail: string }
  | { type: "accepted"; handle: string | null }
  /** The answer was lost: it may have been taken. Never asked for again by itself. */
  | { type: "unclear"; detail: string }
  | { type: "carried-out"; receipt: string | null; detail: string }
  | { type: "not-carried-out"; detail: string }
  /**
   * The answer to our nth question: the gateway does not know of it. Certain only when it was asked late enough.
   * @property name of the question that it says it answers
   */
  | { type: "not-found"; ask: number; name: string | null; detail: string }
  /** The gateway says that this payment had been given back before. */
  | { type: "already"; detail: string }
  | { type: "asked" }
  /** The gateway acknowledged our nth question under this name. */
  | { type: "ask-named"; ask: number; name: string }
  | { type: "overdue" }
  /** Somebody gave it back outside the gateway. @property reference by which that can be found again */
  | { type: "by-hand"; reference: string }
  /** A person who has read the statement. */
  | { type: "settled"; outcome: "done" | "failed"; note: string };
