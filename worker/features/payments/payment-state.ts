import type { PaymentReason } from "../../contract/payments.ts";
import type { Terms } from "../../db/schema/tenant.ts";
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
  /** 254 and nine digits. */
  phone: string;
  /** What the gateway is asked for: whole shillings, in cents. */
  amountCents: number;
  entitlementId: string;
  buyerHash: string | null;
  createdAt: number;
};

export type PaymentStatus = "created" | "submitting" | "pending" | "completed" | "failed";

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
  /** A definite outcome was confirmed by the gateway's own query. */
  confirmed: boolean;
};

export type PaymentEvent =
  | { type: "routed"; route: Route }
  | { type: "submitting" }
  | { type: "accepted"; handle: string }
  /** The gateway said no, definitely: nothing was sent to the phone. */
  | { type: "refused"; reason: PaymentReason; detail: string }
  /** Time-out, 5xx, a crash between commit and answer: the prompt may be on the phone. Never pushed again by itself. */
  | { type: "unclear"; detail: string }
  | {
      type: "paid";
      by: "query" | "callback";
      handle: string | null;
      receipt: string | null;
      verified: boolean;
    }
  | { type: "declined"; by: "query" | "callback"; reason: PaymentReason; detail: string }
  /** 24 h without a result: called failed, revivable like any other. */
  | { type: "given-up" };

/** What a change obliges us to do; each is stored with the state and pushed until it is done. */
export type Effect = "row" | "grant" | "nudge" | "release" | "review-denied";

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
  };
}

/** One step; null when the event changes nothing. */
export function step(state: PaymentState, event: PaymentEvent, now: number): Step {
  const to = (change: Partial<PaymentState>, effects: Effect[]): Step => ({
    state: { ...state, ...change, seq: state.seq + 1 },
    effects,
  });
  const open = state.status === "submitting" || state.status === "pending";
  switch (event.type) {
    case "routed":
      return state.status === "created" && !state.route ? to({ route: event.route }, []) : null;
    case "submitting":
      return state.status === "created" && state.route
        ? to({ status: "submitting", pushedAt: now }, [])
        : null;
    case "accepted":
      if (state.status === "submitting")
        return to({ status: "pending", handle: state.handle ?? event.handle }, ["row"]);
      // The callback overtook the answer: it already brought the handle, or the answer still completes it.
      return state.handle ? null : to({ handle: event.handle }, []);
    case "refused":
      if (state.status !== "created" && state.status !== "submitting") return null;
      return to({ status: "failed", reason: event.reason, detail: event.detail, confirmed: true }, [
        "row",
        "release",
      ]);
    case "unclear":
      return state.status === "submitting" ? to({ status: "pending", detail: event.detail }, ["row"]) : null;
    case "paid":
      return paid(state, event, now, to);
    case "declined":
      if (state.status === "completed") {
        // The gateway denies what its callback had confirmed: a person decides, access stays.
        return event.by === "query" && state.unverified
          ? to({ unverified: false, confirmed: true }, ["row", "review-denied"])
          : null;
      }
      if (!open && !(state.status === "failed" && !state.confirmed && event.by === "query")) return null;
      return to(
        { status: "failed", reason: event.reason, detail: event.detail, confirmed: event.by === "query" },
        ["row", "release"],
      );
    case "given-up":
      if (!open) return null;
      return to({ status: "failed", reason: "network", detail: "no result within 24 hours" }, [
        "row",
        "release",
      ]);
    default:
      return event satisfies never;
  }
}

function paid(
  state: PaymentState,
  event: Extract<PaymentEvent, { type: "paid" }>,
  now: number,
  to: (change: Partial<PaymentState>, effects: Effect[]) => Step,
): Step {
  if (state.status === "completed") {
    const receipt = state.receipt ?? event.receipt;
    const unverified = state.unverified && !event.verified;
    const learned = receipt !== state.receipt || unverified !== state.unverified;
    return learned
      ? to({ receipt, unverified, confirmed: state.confirmed || event.verified }, ["row"])
      : null;
  }
  // Nothing was pushed yet, so nobody can have paid it.
  if (state.status === "created") return null;
  return to(
    {
      status: "completed",
      handle: state.handle ?? event.handle,
      receipt: event.receipt,
      unverified: !event.verified,
      confirmed: event.verified,
      late: state.status === "failed",
      reason: null,
      completedAt: now,
    },
    ["grant", "nudge", "release"],
  );
}

/**
 * When to ask the gateway next. From the push: about 8, 15, 25, 40, 60, 90, 120 s, then 3, 5, 10, 30 min, hourly to
 * 24 h. Null = never again: nothing is open, or there is no handle to ask by.
 */
export function nextQueryAt(state: PaymentState, lastQueryAt: number | null): number | null {
  if (state.pushedAt === null || state.handle === null) return null;
  const stillOpen =
    state.status === "pending" ||
    state.status === "submitting" ||
    (state.status === "completed" && state.unverified) ||
    (state.status === "failed" && !state.confirmed);
  if (!stillOpen) return null;
  const after = lastQueryAt ?? state.pushedAt;
  const at = queryTimes
    .map((seconds) => (state.pushedAt ?? 0) + seconds * 1_000)
    .find((time) => time > after);
  return at ?? null;
}

const queryTimes: readonly number[] = [
  ...[8, 15, 25, 40, 60, 90, 120, 180, 300, 600, 1_800],
  ...Array.from({ length: 24 }, (_, index) => (index + 1) * 3_600),
];

/** After this long without a result a payment is called failed; a success that still comes revives it. */
export const giveUpMs = 24 * 3_600_000;
