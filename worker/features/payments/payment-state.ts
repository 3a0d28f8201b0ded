import type { PaymentReason, Service } from "../../contract/payments.ts";
import type { Terms } from "../../db/schema/tenant.ts";
import { blamesConfiguration } from "./gateways/configuration-fault.ts";
import type { Route } from "./gateways/driver.ts";

// The state machine of one payment: pure, no clock of its own, no effects. `completed` absorbs everything; `failed` can
// still become `completed`, because late money is money.

/** What is bought and by whom, frozen before anything leaves the house. */
export type Intent = {
  id: string;
  providerId: string;
  routerId: string;
  planId: string;
  terms: Terms;
  mac: string | null;
  /** The configuration that this KES 1 tries; null = a sale. */
  verifies: string | null;
  /** With what the payer wants to pay. */
  service: Service;
  /** 254 and nine digits. */
  phone: string;
  /** What the gateway is asked for: whole shillings, in cents. */
  amountCents: number;
  entitlementId: string;
  buyerHash: string | null;
  createdAt: number;
};

export type PaymentStatus = "created" | "submitting" | "pending" | "completed" | "failed";

/** Something about a payment that a person has to look at; one of each kind at most, or of each receipt. */
export type Review = {
  kind: "denied" | "amount" | "phone" | "lost" | "configuration" | "double";
  detail: Record<string, unknown>;
  /** The receipt that it is about, where each money of its own needs somebody to look. */
  receipt?: string;
};

export type PaymentState = {
  intent: Intent;
  status: PaymentStatus;
  /** Rises with every change; projections apply only a greater one. */
  seq: number;
  route: Route | null;
  /** The gateway's name for the push (Daraja: CheckoutRequestID). */
  handle: string | null;
  pushedAt: number | null;
  reason: PaymentReason | null;
  detail: string | null;
  receipt: string | null;
  /** Completed on a callback's word, while the query gave no definite answer. */
  unverified: boolean;
  /** Completed after it had been called failed. */
  late: boolean;
  completedAt: number | null;
  /** The outcome is the gateway's own word: its refusal of the push, or its query. */
  confirmed: boolean;
  reviews: Review[];
};

export type PaymentEvent =
  | { type: "routed"; route: Route }
  | { type: "submitting" }
  | { type: "accepted"; handle: string }
  /** The gateway said no, definitely: nothing was sent to the phone. */
  | { type: "refused"; reason: PaymentReason; detail: string }
  /**
   * Time-out, 5xx, a crash between commit and answer: the prompt may be on the phone. Never pushed again by itself.
   * `handle`: where the gateway knows a push by a name of ours, it can be asked all the same.
   */
  | { type: "unclear"; detail: string; handle: string | null }
  /** What the query says is verified; a callback is believed for now. */
  | { type: "paid"; by: "query" | "callback"; handle: string; receipt: string | null }
  | { type: "declined"; by: "query" | "callback"; handle: string; reason: PaymentReason; detail: string }
  /** A callback said paid, the query said no. */
  | { type: "denied"; handle: string; receipt: string | null; reason: PaymentReason; detail: string }
  /** A callback carried something else than was frozen. */
  | { type: "mismatch"; review: Review }
  /**
   * Money that reached the pay bill under this purchase's account: typed by hand, or the prompt's own, told a second time.
   * `accepted`: a person says that it pays this purchase, whatever the amount. `route`: how it came, where that is not
   * how the prompt would have.
   */
  | { type: "typed"; receipt: string; cents: number; accepted: boolean; route: Route | null }
  /** 24 h without a result: called failed, revivable like any other. */
  | { type: "given-up" };

/** What a change obliges us to do; each is stored with the state and pushed until it is done. */
export type Effect = "row" | "grant" | "nudge" | "release" | "review" | "settle";

export type Step = { state: PaymentState; effects: Effect[] } | null;

export function newPayment(intent: Intent): PaymentState {
  return {
    intent,
    status: "created",
    seq: 1,
    route: null,
    handle: null,
    pushedAt: null,
    reason: null,
    detail: null,
    receipt: null,
    unverified: false,
    late: false,
    completedAt: null,
    confirmed: false,
    reviews: [],
  };
}

type EventOf<T extends PaymentEvent["type"]> = Extract<PaymentEvent, { type: T }>;

/** One step; null when the event changes nothing. */
export function step(state: PaymentState, event: PaymentEvent, now: number): Step {
  switch (event.type) {
    case "routed":
      return state.status === "created" && !state.route ? changed(state, { route: event.route }, []) : null;
    case "submitting":
      return state.status === "created" && state.route
        ? changed(state, { status: "submitting", pushedAt: now }, [])
        : null;
    case "accepted":
      return accepted(state, event);
    case "refused":
      if (state.status !== "created" && state.status !== "submitting") return null;
      return failed(state, event, true);
    case "unclear":
      return state.status === "submitting"
        ? changed(state, { status: "pending", detail: event.detail, handle: state.handle ?? event.handle }, [
            "row",
          ])
        : null;
    case "paid":
      return paid(state, event, now);
    case "declined":
      return declined(state, event);
    case "denied":
      return denied(state, event);
    case "mismatch":
      return listed(state, event.review) ? null : changed(state, withReview(state, event.review), ["review"]);
    case "typed":
      return typed(state, event, now);
    case "given-up":
      return isOpen(state) ? givenUp(state) : null;
    default:
      return event satisfies never;
  }
}

function changed(state: PaymentState, change: Partial<PaymentState>, effects: Effect[]): Step {
  return { state: { ...state, ...change, seq: state.seq + 1 }, effects };
}

function isOpen({ status }: PaymentState): boolean {
  return status === "submitting" || status === "pending";
}

function listed(state: PaymentState, review: Review): boolean {
  return state.reviews.some(({ kind, receipt }) => kind === review.kind && receipt === review.receipt);
}

function withReview(state: PaymentState, review: Review): Pick<PaymentState, "reviews"> {
  return { reviews: listed(state, review) ? state.reviews : [...state.reviews, review] };
}

function failed(
  state: PaymentState,
  why: { reason: PaymentReason; detail: string; handle?: string },
  confirmed: boolean,
): Step {
  const { reason, detail, handle } = why;
  const change = {
    status: "failed",
    reason,
    detail,
    confirmed,
    handle: state.handle ?? handle ?? null,
  } as const;
  const effects: Effect[] = ["row", "release", ...(confirmed ? settles(state) : [])];
  if (!confirmed || !state.route || !blamesConfiguration(state.route, detail))
    return changed(state, change, effects);
  const { gatewayId, centralAccount } = state.route;
  const review: Review = { kind: "configuration", detail: { detail, gatewayId, centralAccount } };
  return changed(state, { ...change, ...withReview(state, review) }, [...effects, "review"]);
}

/** What a switch reserved for this payment is settled at its definite end; a failure that may still turn is none. */
function settles({ route }: PaymentState): Effect[] {
  return route?.switchId ? ["settle"] : [];
}

function accepted(state: PaymentState, { handle }: EventOf<"accepted">): Step {
  if (state.status === "submitting") return changed(state, { status: "pending", handle }, ["row"]);
  if (state.pushedAt === null || state.handle === handle) return null;
  // A callback overtook this answer under another name: what the query said of that name proves nothing.
  const doubted = state.handle !== null;
  return changed(
    state,
    {
      handle,
      confirmed: state.confirmed && !doubted,
      unverified: state.unverified || (doubted && state.status === "completed"),
    },
    doubted ? ["row"] : [],
  );
}

function paid(state: PaymentState, event: EventOf<"paid">, now: number): Step {
  const verified = event.by === "query";
  if (state.status === "completed") {
    // One purchase, two receipts: it was paid by prompt and by hand.
    if (state.receipt !== null && event.receipt !== null && event.receipt !== state.receipt)
      return paidAgain(state, event.receipt, state.intent.amountCents);
    const receipt = state.receipt ?? event.receipt;
    const unverified = state.unverified && !verified;
    const learned = receipt !== state.receipt || unverified !== state.unverified;
    return learned
      ? changed(state, { receipt, unverified, confirmed: state.confirmed || verified }, ["row"])
      : null;
  }
  // Nothing was pushed yet, so nobody can have paid it.
  if (state.pushedAt === null) return null;
  return changed(
    state,
    {
      status: "completed",
      handle: state.handle ?? event.handle,
      receipt: event.receipt,
      unverified: !verified,
      confirmed: verified,
      late: state.status === "failed",
      reason: null,
      detail: null,
      completedAt: now,
    },
    ["grant", "nudge", "release", ...settles(state)],
  );
}

/** What a payment made of money under its account: see the event. */
export type TypedOutcome = "matched" | "short" | "double";

function typed(state: PaymentState, event: EventOf<"typed">, now: number): Step {
  const { receipt, cents, accepted } = event;
  const { intent } = state;
  const route = event.route ?? state.route;
  if (!route || typedOutcome(state, receipt) === "double") return null;
  const verified = { unverified: false, confirmed: true };
  if (state.status === "completed") {
    if (receipt === state.receipt) return state.unverified ? changed(state, verified, ["row"]) : null;
    // The query never tells a receipt: money of just this price is the prompt's own.
    if (state.receipt === null && cents === intent.amountCents)
      return changed(state, { ...verified, receipt }, ["row"]);
    return paidAgain(state, receipt, cents);
  }
  const detail = { askedCents: intent.amountCents, reportedCents: cents, receipt };
  const review: Review = { kind: "amount", detail, receipt };
  if (cents < intent.amountCents && !accepted)
    return listed(state, review) ? null : changed(state, withReview(state, review), ["review"]);
  const completed: Partial<PaymentState> = {
    status: "completed",
    ...{ route, receipt, ...verified, late: state.status === "failed" },
    ...{ reason: null, detail: null, completedAt: now },
  };
  const effects: Effect[] = ["grant", "nudge", "release"];
  // What was paid beyond the price is the payer's: somebody gives it back, or not.
  return cents > intent.amountCents
    ? changed(state, { ...completed, ...withReview(state, review) }, [...effects, "review"])
    : changed(state, completed, effects);
}

/** A second payment for one purchase is money that somebody has to give back, or to use for another. */
function paidAgain(state: PaymentState, receipt: string, cents: number): Step {
  const review: Review = { kind: "double", detail: { receipt, also: state.receipt, cents }, receipt };
  return listed(state, review) ? null : changed(state, withReview(state, review), ["review"]);
}

export function typedOutcome(state: PaymentState, receipt: string): TypedOutcome {
  if (state.status === "completed" && state.receipt === receipt) return "matched";
  const isDouble = state.reviews.some((review) => review.kind === "double" && review.receipt === receipt);
  return isDouble ? "double" : "short";
}

function declined(state: PaymentState, event: EventOf<"declined">): Step {
  const byQuery = event.by === "query";
  if (state.status === "completed") {
    // The gateway denies what its callback had confirmed: a person decides, access stays.
    if (!byQuery || !state.unverified) return null;
    const { receipt, intent } = state;
    const review: Review = { kind: "denied", detail: { receipt, amountCents: intent.amountCents } };
    return changed(state, { unverified: false, confirmed: true, ...withReview(state, review) }, [
      "row",
      "review",
    ]);
  }
  const nowConfirmed = state.status === "failed" && state.pushedAt !== null && !state.confirmed && byQuery;
  return isOpen(state) || nowConfirmed ? failed(state, event, byQuery) : null;
}

/** A push whose answer was lost can't be asked about, so only a statement can tell whether it was paid: a person looks. */
function givenUp(state: PaymentState): Step {
  const failure = failed(state, { reason: "network", detail: "no result within 24 hours" }, false);
  if (!failure) return failure;
  const effects = [...failure.effects, ...settles(state)];
  if (state.handle !== null) return { ...failure, effects };
  const review: Review = {
    kind: "lost",
    detail: { amountCents: state.intent.amountCents, detail: state.detail },
  };
  return {
    state: { ...failure.state, ...withReview(state, review) },
    effects: [...effects, "review"],
  };
}

/** Money may have moved: the payment fails for now, is asked about on, and a person gets to see it. */
function denied(state: PaymentState, event: EventOf<"denied">): Step {
  const { receipt, reason, detail } = event;
  if (state.status === "completed") return declined(state, { ...event, type: "declined", by: "query" });
  const review: Review = {
    kind: "denied",
    detail: { receipt, amountCents: state.intent.amountCents, detail },
  };
  if (state.pushedAt === null || listed(state, review)) return null;
  const failure = failed(state, isOpen(state) ? event : { reason: state.reason ?? reason, detail }, false);
  return (
    failure && {
      state: { ...failure.state, ...withReview(state, review) },
      effects: [...failure.effects, "review"],
    }
  );
}
