import type { PaymentReason, Service } from "../../../contract/payments.ts";
import type { Language } from "../../../contract/texts.ts";
import type { FaultReport, GatewayFault } from "../../../contract/values/gateway-faults.ts";
import type { Subject } from "../../../contract/values/subject.ts";
import { minuteMs } from "../../../contract/values/time.ts";
import type { Terms } from "../../../db/schema/tenant.ts";
import type { Purpose, Route } from "./route.ts";

// The state machine of one payment: pure, no clock of its own, no effects. `failed` can still become `completed`, because
// late money is money; `completed` becomes `failed` only where it rested on a callback and the gateway's own answer to our
// question says no: then the sale is taken back, once.

/** What is bought and by whom, frozen before anything is sent. */
export type Intent = {
  id: string;
  providerId: string;
  routerId: string;
  /** By which that router was reached when this was bought; null = by none. */
  bridgeId: string | null;
  planId: string;
  terms: Terms;
  subject: Subject | null;
  purpose: Purpose;
  /** What the payer pays with. */
  service: Service;
  /** 254 and nine digits. */
  phone: string;
  /** What the gateway is asked for: whole shillings, in cents. */
  amountCents: number;
  entitlementId: string;
  buyerHash: string | null;
  /** Of the page on which it was bought; absent where none was read. */
  language?: Language;
  /** The buyer agreed to be told of offers: what is ticked when its prompt goes out. */
  offers?: boolean;
  /** No prompt goes out for it: it is typed at the pay bill, by its account code. */
  unprompted?: true;
  createdAt: number;
};

export type PaymentStatus = "created" | "submitting" | "pending" | "completed" | "failed";

/** Something about a payment that a person has to look at; one of each kind at most, or of each receipt. */
export type Review = {
  kind: "denied" | "amount" | "phone" | "receipt" | "lost" | "double";
  detail: Record<string, unknown>;
  /** The receipt that it is about, where each receipt needs a review of its own. */
  receipt?: string;
};

/** One prompt that went out, or may have. */
export type Push = { route: Route; handle: string | null; pushedAt: number };

/** A callback at the payment's own address said paid. `isDoubted`: only the gateway's own "yes" counts. `at`: UTC ms. */
export type PaidClaim = { handle: string; receipt: string | null; at: number; isDoubted?: boolean };

/** A sale that was taken back because the gateway denied it. Moments in UTC ms. */
export type TakenBack = { route: Route; receipt: string | null; soldAt: number; at: number };

/** Known by a report alone. `denials`: answers that did not have it. `askAt`: the next question, UTC ms; null = no more. */
export type ReportedMoney = {
  receipt: string;
  cents: number;
  asks: number;
  denials: string[];
  askAt: number | null;
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
  /** The route to fall back to at once, where the gateway refuses the account of a switch, or of a verification as the kind that was asked. */
  direct: Route | null;
  /** The refused push to that account, and why: should it be paid all the same, it counts. */
  earlier: (Push & FaultReport) | null;
  /** UTC ms until which a prompt may still go out; later the visitor has given up. */
  startBy: number;
  /** One of each push at most. They end with a sale alone: until then the gateway is asked. */
  claims: PaidClaim[];
  takenBack: TakenBack[];
  /** Completed on a pay bill's report alone; null once the gateway's books have it too, or for anything else. */
  reported: ReportedMoney | null;
  reason: PaymentReason | null;
  detail: string | null;
  /** What the gateway's answer blames; null = nothing, or the payer. */
  fault: GatewayFault | null;
  receipt: string | null;
  /** Completed on a callback alone, while the query gave no definite answer. */
  unverified: boolean;
  /** Completed after it had been called failed. */
  late: boolean;
  completedAt: number | null;
  /** The gateway itself gave the outcome: it refused the push, or answered the query. */
  confirmed: boolean;
  reviews: Review[];
  /** Completed by a prompt of its own: the phone that was asked has paid. Absent where it is known by a pay bill, a statement or a person. */
  byPrompt?: boolean;
  /** Two browsers asked for this purchase before it was paid: neither cookie proves the owner, only the receipt does. */
  joined: boolean;
};

/** `fault`: absent where it blames no gateway. */
type Why = { detail: string; fault?: GatewayFault | null };

export type PaymentEvent =
  /** @property direct the route instead, should the gateway refuse the account of a diverted push or of a verification */
  | { type: "routed"; route: Route; direct?: Route | null }
  | { type: "submitting" }
  /** Its account code is told, and nothing is sent. */
  | { type: "unprompted" }
  | { type: "accepted"; handle: string }
  /** The gateway refused the account, definitely; the payer's prompt goes by `direct`. */
  | ({ type: "fell-back"; route: Route } & Why)
  /** The gateway said no, definitely: nothing was sent to the phone. */
  | ({ type: "refused"; reason: PaymentReason } & Why)
  /** The prompt may be on the phone and is never pushed again by itself. `handle`: where the gateway knows a name of ours. */
  | ({ type: "unclear"; handle: string | null } & Why)
  /** Said by a callback at the payment's own address; the gateway still waits for the payer. */
  | { type: "claimed"; handle: string; receipt: string | null }
  /** What the query says is verified; a callback is believed for now. */
  | { type: "paid"; by: "query" | "callback"; handle: string; receipt: string | null }
  | ({ type: "declined"; by: "query" | "callback"; handle: string; reason: PaymentReason } & Why)
  /** A callback said paid and the query no; or a callback says itself that money may have moved (`by`: "callback"). */
  | ({
      type: "denied";
      by: "query" | "callback";
      handle: string;
      receipt: string | null;
      reason: PaymentReason;
    } & Why)
  /**
   * A callback carried something else than was frozen. `handle`: of its push, where only its receipt is another payment's, or only
   * its payer another; then `receipt` is kept for the gateway's own "yes".
   */
  | { type: "mismatch"; review: Review; handle?: string; receipt?: string | null }
  /**
   * Money that reached the pay bill under this purchase's account: typed by hand, or the prompt's own, told a second time.
   * `accepted`: a person decided that it pays this purchase, with any amount. `route`: how it came, where that is not
   * how the prompt would have. `proof`: by what it is known; a report alone proves nothing about the prompt.
   */
  | {
      type: "paybill_payment";
      receipt: string;
      cents: number;
      accepted: boolean;
      route: Route | null;
      proof: "report" | "statement" | "person";
    }
  /** The gateway's books were asked about reported money. `canAnswer`: false where our credentials may not ask. */
  | { type: "report-asked"; canAnswer: boolean }
  /** The gateway's books answered: they do not have it, or as another sum. `answer` is the name of this answer. */
  | { type: "report-denied"; receipt: string; answer: string; detail: string }
  /** The statement of the day does not have the reported money that this purchase was served for. */
  | { type: "disowned"; receipt: string; detail: string }
  /** A browser with another cookie asked for the same purchase, by the same phone. */
  | { type: "joined" }
  /** The same purchase was asked for once more, without the tick. */
  | { type: "unticked" }
  /** 24 h without a result: called failed, revivable like any other. */
  | { type: "given-up" };

/** Money under a purchase's account, as the pay bill reports it. */
export type PaybillArrival = Pick<
  Extract<PaymentEvent, { type: "paybill_payment" }>,
  "receipt" | "cents" | "accepted" | "proof"
> & {
  route?: Route;
};

/** What a change obliges us to do; each is stored with the state and pushed until it is done. */
export type Effect =
  | "row"
  | "grant"
  | "take-back"
  | "nudge"
  | "release"
  | "review"
  | "settle"
  | "note"
  | "index";

export type Step = { state: PaymentState; effects: Effect[] } | null;

/** A prompt goes out at once or not at all: one that comes when the visitor has bought again would be paid twice. */
const startWithinMs = 20_000;
/** As long the visitor still waits: a second prompt after it would surprise. */
const fallBackWithinMs = 60_000;

export function newPayment(intent: Intent): PaymentState {
  return {
    intent,
    status: "created",
    seq: 1,
    route: null,
    handle: null,
    pushedAt: null,
    direct: null,
    earlier: null,
    startBy: intent.createdAt + startWithinMs,
    claims: [],
    takenBack: [],
    reported: null,
    reason: null,
    detail: null,
    fault: null,
    receipt: null,
    unverified: false,
    late: false,
    completedAt: null,
    confirmed: false,
    reviews: [],
    joined: false,
  };
}

/** The cookie that is proof enough for this purchase. */
export function buyerHashOf({ intent, joined }: Pick<PaymentState, "intent" | "joined">): string | null {
  return joined ? null : intent.buyerHash;
}

type EventOf<T extends PaymentEvent["type"]> = Extract<PaymentEvent, { type: T }>;

export function step(state: PaymentState, event: PaymentEvent, now: number): Step {
  switch (event.type) {
    case "routed":
      return state.status === "created" && !state.route
        ? changed(state, { route: event.route, direct: event.direct ?? null }, [])
        : null;
    case "fell-back":
      return canFallBack(state, now) ? fellBack(state, event, now) : null;
    case "submitting":
      return state.status === "created" && state.route
        ? changed(state, { status: "submitting", pushedAt: now }, [])
        : null;
    case "unprompted":
      return state.status === "created" && state.route && state.intent.unprompted
        ? changed(state, { status: "pending" }, [])
        : null;
    case "accepted":
      return accepted(state, event);
    case "refused":
      if (state.status !== "created" && state.status !== "submitting") return null;
      return failed(
        { ...state, claims: state.claims.filter(({ handle }) => isEarlier(state, handle)) },
        event,
        true,
      );
    case "claimed":
      return claimed(state, event, now);
    case "unclear":
      return unclear(state, event);
    case "paid":
      return paid(state, event, now);
    case "declined":
      return declined(state, event, now);
    case "denied":
      return denied(state, event, now);
    case "report-asked":
      return reportAsked(state, event, now);
    case "report-denied":
      return reportDenied(state, event, now);
    case "disowned":
      return disowned(state, event, now);
    case "mismatch":
      return mismatch(state, event, now);
    case "paybill_payment":
      return paybillPayment(state, event, now);
    case "joined":
      return state.joined || state.status === "completed" ? null : changed(state, { joined: true }, []);
    case "unticked":
      return state.intent.offers && state.status !== "completed"
        ? changed(state, { intent: { ...state.intent, offers: false } }, [])
        : null;
    case "given-up":
      return isOpen(state) ? givenUp(state) : null;
    default:
      return event satisfies never;
  }
}

function changed(state: PaymentState, change: Partial<PaymentState>, effects: Effect[]): Step {
  const isNewReceipt = change.receipt != null && change.receipt !== state.receipt;
  return {
    state: { ...state, ...change, seq: state.seq + 1 },
    effects: isNewReceipt ? [...effects, "index"] : effects,
  };
}

/** Every prompt that may have gone out, named ones first. An earlier push without a name was refused before its prompt. */
export function pushesOf({ route, handle, pushedAt, earlier }: PaymentState): Push[] {
  const current = route && pushedAt !== null ? [{ route, handle, pushedAt }] : [];
  const pushes = earlier && earlier.handle !== null ? [...current, earlier] : current;
  return pushes.sort((one, other) => Number(one.handle === null) - Number(other.handle === null));
}

/** It is the push that went before the present one: the gateway refused its account. */
export function isEarlier({ handle: current, earlier }: PaymentState, handle: string | null): boolean {
  return earlier !== null && earlier.handle === handle && current !== handle;
}

/** @param handle of the push; null = it has no name yet, and a callback may have named it */
export function claimOn(state: PaymentState, handle: string | null): PaidClaim | undefined {
  return state.claims.find((one) => isEarlier(state, one.handle) === isEarlier(state, handle));
}

function claimsBeside(state: PaymentState, handle: string): PaidClaim[] {
  return state.claims.filter((one) => one !== claimOn(state, handle));
}

function withClaim(state: PaymentState, claim: PaidClaim): Pick<PaymentState, "claims"> {
  return { claims: [...claimsBeside(state, claim.handle), claim] };
}

function claimed(state: PaymentState, { handle, receipt }: EventOf<"claimed">, now: number): Step {
  const known = claimOn(state, handle);
  if (!isOpen(state) || (known && !known.isDoubted)) return null;
  return changed(state, withClaim(state, { handle, receipt, at: now }), []);
}

/** Round a switch's account, or a verification to the other kind of account: once, and only while the payer waits. */
export function canFallBack(state: PaymentState, now: number): boolean {
  const { status, route, direct, earlier, intent } = state;
  const isUnderWay = status === "submitting" || status === "pending";
  const isInTime = intent.createdAt + fallBackWithinMs > now;
  return isUnderWay && isInTime && route !== null && direct !== null && earlier === null;
}

function fellBack(
  state: PaymentState,
  { route, detail, fault = null }: EventOf<"fell-back">,
  now: number,
): Step {
  const { route: refused, handle, pushedAt } = state;
  if (!refused || pushedAt === null) return null;
  const change: Partial<PaymentState> = {
    status: "created",
    route,
    handle: null,
    pushedAt: null,
    detail: null,
    fault: null,
    earlier: { route: refused, handle, pushedAt, detail, fault },
    startBy: now + startWithinMs,
  };
  return changed(state, change, ["settle", "note"]);
}

function isOpen({ status }: PaymentState): boolean {
  return status === "submitting" || status === "pending";
}

/** As receipts are compared: written otherwise, one is no other money. */
export const plainReceipt = (receipt: string): string => receipt.trim().toUpperCase();

/** It was paid by this receipt, or may turn out to be: no other payment may be served for it. */
export function hasReceipt(state: PaymentState, receipt: string): boolean {
  const isIt = (one: string | null) => one !== null && plainReceipt(one) === plainReceipt(receipt);
  if (state.status === "completed") return isIt(state.receipt);
  return isOpen(state) && state.claims.some((claim) => !claim.isDoubted && isIt(claim.receipt));
}

function listed(state: PaymentState, review: Review): boolean {
  return state.reviews.some(({ kind, receipt }) => kind === review.kind && receipt === review.receipt);
}

function withReview(state: PaymentState, review: Review): Pick<PaymentState, "reviews"> {
  return { reviews: listed(state, review) ? state.reviews : [...state.reviews, review] };
}

function failed(
  state: PaymentState,
  why: Why & { reason: PaymentReason; handle?: string },
  confirmed: boolean,
): Step {
  const { reason, detail, fault = null, handle } = why;
  const change = {
    status: "failed",
    reason,
    detail,
    fault,
    confirmed,
    handle: state.handle ?? handle ?? null,
  } as const;
  const effects: Effect[] = ["row", "release", ...(confirmed ? settled(state) : [])];
  return changed(state, change, effects);
}

/** At its definite end what a switch reserved is settled, and how the gateway behaved is noted; no other failure is one. */
function settled({ route, earlier }: PaymentState): Effect[] {
  const isDiverted = [route, earlier?.route].some((one) => one?.switchId);
  return [...(isDiverted ? (["settle"] as const) : []), ...(route ? (["note"] as const) : [])];
}

function unclear(state: PaymentState, { detail, fault = null, handle }: EventOf<"unclear">): Step {
  if (state.status !== "submitting") return null;
  const change = { status: "pending", detail, fault, handle: state.handle ?? handle } as const;
  return changed(state, change, ["row", "note"]);
}

function accepted(state: PaymentState, { handle }: EventOf<"accepted">): Step {
  // Its row stands as an open one since before the push.
  if (state.status === "submitting") return changed(state, { status: "pending", handle }, []);
  if (state.pushedAt === null || state.handle === handle) return null;
  const { earlier } = state;
  // The refused account was paid while this prompt went out: the name is the prompt's that was given up for it.
  if (earlier && earlier.route.switchId === null)
    return earlier.handle === null ? changed(state, { earlier: { ...earlier, handle } }, []) : null;
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
  const other = isEarlier(state, event.handle);
  if (state.status === "completed") {
    if (other) return otherPaid(state, event, now);
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
  if (state.pushedAt === null && !other) return null;
  // After the gateway's own "no" only its own "yes" counts.
  if (!verified && (other || (state.status === "failed" && state.confirmed))) return null;
  return changed(
    state,
    {
      ...(other ? swapped(state) : { handle: state.handle ?? event.handle }),
      status: "completed",
      byPrompt: true,
      claims: verified ? [] : claimsBeside(state, event.handle),
      receipt: event.receipt,
      unverified: !verified,
      confirmed: verified,
      late: state.status === "failed",
      reason: null,
      detail: null,
      fault: null,
      completedAt: now,
    },
    ["grant", "nudge", "release", ...settled(state)],
  );
}

/** Both prompts were paid, and one has to be given back; or only this one, where the sale rests on a callback alone. */
function otherPaid(state: PaymentState, { handle, receipt }: EventOf<"paid">, now: number): Step {
  const isNews = state.unverified && !claimOn(state, handle);
  const heard = isNews ? { ...state, ...withClaim(state, { handle, receipt, at: now }) } : state;
  const again = paidAgain(heard, receipt ?? handle, state.intent.amountCents);
  return again ?? (isNews ? changed(heard, {}, []) : null);
}

/** The prompt that was given up is the one that was paid. */
function swapped({ route, handle, pushedAt, earlier }: PaymentState): Partial<PaymentState> {
  if (!earlier) return {};
  const given = route && pushedAt !== null ? { route, handle, pushedAt, detail: "", fault: null } : null;
  return { route: earlier.route, handle: earlier.handle, pushedAt: earlier.pushedAt, earlier: given };
}

/** What a payment made of money under its account: see the event. */
export type PaybillOutcome =
  | "matched"
  | "short"
  | "double"
  /** Another payment, of any provider, has this receipt. */
  | "taken";

function paybillPayment(state: PaymentState, event: EventOf<"paybill_payment">, now: number): Step {
  const { receipt, cents, accepted } = event;
  const { intent } = state;
  const route = event.route ?? state.route;
  if (!route || paybillOutcome(state, receipt) === "double") return null;
  const verified = { unverified: false, confirmed: true };
  if (state.status === "completed") {
    // A report is a callback like any other: only a statement, or a person, says more of the prompt than the query.
    const learned = event.proof === "report" ? {} : verified;
    if (receipt === state.receipt) {
      const isNews = state.unverified || state.reported !== null;
      return isNews && event.proof !== "report"
        ? changed(state, { ...verified, reported: null }, ["row"])
        : null;
    }
    // The query never tells a receipt: money of just this price is the prompt's own.
    if (state.receipt === null && cents === intent.amountCents)
      return changed(state, { ...learned, receipt }, ["row"]);
    return paidAgain(state, receipt, cents);
  }
  const detail = { askedCents: intent.amountCents, reportedCents: cents, receipt };
  const review: Review = { kind: "amount", detail, receipt };
  if (cents < intent.amountCents && !accepted)
    return listed(state, review)
      ? null
      : changed(state, withReview(state, review), [...rowIfShown(state, review), "review"]);
  const completed: Partial<PaymentState> = {
    status: "completed",
    route,
    receipt,
    ...verified,
    late: state.status === "failed",
    reported: event.proof === "report" ? { receipt, cents, asks: 0, denials: [], askAt: now } : null,
    reason: null,
    detail: null,
    fault: null,
    completedAt: now,
  };
  const effects: Effect[] = ["grant", "nudge", "release"];
  // What was paid beyond the price is the payer's: a person decides whether it is given back.
  return cents > intent.amountCents
    ? changed(state, { ...completed, ...withReview(state, review) }, [...effects, "review"])
    : changed(state, completed, effects);
}

/** A purchase without a prompt has no row until it is paid or has to be looked at. */
function rowIfShown({ intent, reviews }: PaymentState, ...more: Review[]): Effect[] {
  return intent.unprompted && reviews.length + more.length > 0 ? ["row"] : [];
}

/** A second payment for one purchase has to be given back, or used for another. */
function paidAgain(state: PaymentState, receipt: string, cents: number): Step {
  const review: Review = { kind: "double", detail: { receipt, also: state.receipt, cents }, receipt };
  return listed(state, review) ? null : changed(state, withReview(state, review), ["review"]);
}

export function paybillOutcome(state: PaymentState, receipt: string): Exclude<PaybillOutcome, "taken"> {
  if (state.status === "completed" && state.receipt === receipt) return "matched";
  const isDouble = state.reviews.some((review) => review.kind === "double" && review.receipt === receipt);
  return isDouble ? "double" : "short";
}

function declined(state: PaymentState, event: EventOf<"declined">, now: number): Step {
  const byQuery = event.by === "query";
  if (isEarlier(state, event.handle)) return null;
  if (state.status === "completed") {
    if (!byQuery || !state.unverified) return null;
    return takeBack(state, event, state, now);
  }
  const nowConfirmed = state.status === "failed" && state.pushedAt !== null && !state.confirmed && byQuery;
  return isOpen(state) || nowConfirmed ? failed(state, event, byQuery) : null;
}

/** Access and revenue are taken back, and a person sees it. @param told what may be true: the gateway is asked on */
function takeBack(
  state: PaymentState,
  { reason, detail, fault = null }: Why & { reason: PaymentReason },
  told: Pick<PaymentState, "handle" | "receipt">,
  now: number,
): Step {
  const { route, receipt, intent, completedAt } = state;
  const { handle } = told;
  if (!route || completedAt === null) return null;
  const review: Review = {
    kind: "denied",
    detail: { receipt, amountCents: intent.amountCents, detail },
  };
  const change: Partial<PaymentState> = {
    status: "failed",
    confirmed: true,
    unverified: false,
    late: false,
    reported: null,
    byPrompt: false,
    receipt: null,
    completedAt: null,
    reason,
    detail,
    fault,
    ...(handle === null ? {} : withClaim(state, { handle, receipt: told.receipt, at: now })),
    takenBack: [...state.takenBack, { route, receipt, soldAt: completedAt, at: now }],
  };
  const effects: Effect[] = ["take-back", "nudge", "review", ...settled(state)];
  return changed(state, { ...change, ...withReview(state, review) }, effects);
}

/** It proves nothing, and what it says may be true: until it is sold, the gateway is asked on as after any other callback. */
function mismatch(
  state: PaymentState,
  { review, handle, receipt = null }: EventOf<"mismatch">,
  now: number,
): Step {
  const isHeard = handle !== undefined && state.status !== "completed" && !claimOn(state, handle);
  const isNews = !listed(state, review);
  // The gateway called it paid before, and its answer never tells the receipt.
  const isItsReceipt =
    receipt !== null && state.status === "completed" && !state.unverified && state.receipt === null;
  if (!isNews && !isHeard && !isItsReceipt) return null;
  const claim = isHeard ? withClaim(state, { handle, receipt, at: now, isDoubted: true }) : {};
  return changed(state, { ...claim, ...(isItsReceipt ? { receipt } : {}), ...withReview(state, review) }, [
    ...(isItsReceipt ? (["row"] as const) : []),
    ...(isNews ? (["review"] as const) : []),
  ]);
}

/** The gateway's books are asked at once and, while no answer comes, after 5 minutes, 10, 20 and 40. */
const reportAsks = 5;
const reportAskMs = 5 * minuteMs;
/** A report may be faster than the books: one "no" is followed by a second question. */
const reportDenials = 2;
const askAgainMs = 45_000;

function reportAsked(state: PaymentState, { canAnswer }: EventOf<"report-asked">, now: number): Step {
  const { reported } = state;
  if (!reported || reported.askAt === null) return null;
  const asks = reported.asks + 1;
  const askAt = canAnswer && asks < reportAsks ? now + reportAskMs * 2 ** (asks - 1) : null;
  return changed(state, { reported: { ...reported, asks, askAt } }, []);
}

function reportDenied(state: PaymentState, event: EventOf<"report-denied">, now: number): Step {
  const { reported } = state;
  if (reported?.receipt !== event.receipt || reported.denials.includes(event.answer)) return null;
  const denials = [...reported.denials, event.answer];
  if (denials.length >= reportDenials) return disowned(state, event, now);
  return changed(state, { reported: { ...reported, denials, askAt: now + askAgainMs } }, []);
}

/** Reported money that the gateway's own books do not know was never there. */
function disowned(
  state: PaymentState,
  { receipt, detail }: { receipt: string; detail: string },
  now: number,
): Step {
  if (state.status !== "completed" || state.reported?.receipt !== receipt) return null;
  // The money at the pay bill was not real: the prompt may still have been paid.
  return takeBack(state, { reason: "service", detail }, { handle: state.handle, receipt: null }, now);
}

/** A push whose answer was lost can't be asked about, so only a statement can tell whether it was paid: a person looks. */
function givenUp(state: PaymentState): Step {
  // No prompt was sent, so no payment can be lost: until money comes only its own object knows of it.
  if (state.intent.unprompted)
    return changed(state, { status: "failed", reason: "network" }, rowIfShown(state));
  const failure = failed(state, { reason: "network", detail: "no result within 24 hours" }, false);
  if (!failure) return failure;
  const effects = [...failure.effects, ...settled(state)];
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

/** Money may have moved: the payment fails, is asked about on, and a person gets to see it. */
function denied(state: PaymentState, event: EventOf<"denied">, now: number): Step {
  const { handle, receipt, reason, detail, fault = null } = event;
  const isSold = state.status === "completed";
  const other = isEarlier(state, handle);
  // A sale on a callback alone may be taken back: what is said of the other push is kept until then.
  const isMoot = isSold && !(other && state.unverified);
  if (isMoot && event.by === "query")
    return state.unverified ? takeBack(state, event, { handle, receipt }, now) : null;
  const review: Review = {
    kind: "denied",
    detail: { receipt, amountCents: state.intent.amountCents, detail },
  };
  const isConfirmed = state.status === "failed" && state.confirmed;
  const isNews = !listed(state, review);
  if (state.pushedAt === null && !other) return null;
  if (isMoot) return isNews ? changed(state, withReview(state, review), ["review"]) : null;
  // What is known is told by each answer to our own questions: it does not begin the times anew.
  const known = claimOn(state, handle);
  const isKnown = known?.handle === handle && known.receipt === receipt && !known.isDoubted;
  const claim = isKnown ? {} : withClaim(state, { handle, receipt, at: now });
  // The gateway's definite "no" stands until it says otherwise itself: it is asked again. So does what it said of the account
  // that it refused, while the prompt after it goes on.
  if (other || isConfirmed) {
    if (isKnown && !isNews) return null;
    return changed(state, { ...claim, ...withReview(state, review) }, isNews ? ["review"] : []);
  }
  if (!isNews && event.by === "callback") return null;
  const isDefinite = event.by === "query";
  const why = isOpen(state) ? event : { reason: state.reason ?? reason, detail, fault };
  const failure = failed(state, why, isDefinite);
  if (!failure) return failure;
  return {
    state: { ...failure.state, ...(isDefinite ? claim : {}), ...withReview(state, review) },
    effects: [...failure.effects, ...(isNews ? (["review"] as const) : [])],
  };
}
