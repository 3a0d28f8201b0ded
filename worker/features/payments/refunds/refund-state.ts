import { say, type Text } from "../../../contract/texts.ts";
import { guardMs } from "../core/payment-times.ts";
import type { RefundEvent, RefundRequest, RefundSubject } from "../gateways/refund-types.ts";

// What is given back of one payment: pure, no clock of its own. At most one refund is open at a time, and what is open or
// given back is never more than what was paid. `done` absorbs everything; what is not certain blocks the next one.

export type RefundStatus = "requested" | "submitting" | "pending" | "done" | "failed" | "unknown";

export type Refund = RefundRequest & {
  /** From 1. */
  number: number;
  status: RefundStatus;
  /** Rises with every change; projections apply only a greater one. */
  seq: number;
  /** The gateway's words, or a person's. */
  detail: string | null;
  /** The gateway's name for it (Daraja: OriginatorConversationID); null where its acknowledgement said none. */
  handle: string | null;
  /** Of the money that went back. */
  receipt: string | null;
  createdAt: number;
  updatedAt: number;
  submittedAt: number | null;
  doneAt: number | null;
  asks: number;
  askedAt: number | null;
  /** The gateway's name for the newest question. */
  askedAs: string | null;
};

export type RefundView = Pick<Refund, "status" | "cents" | "detail" | "receipt"> & {
  id: string;
  providerId: string;
};
export type RefundDetails = { refund: Refund; subject: RefundSubject; backCents: number };
/** What asking for all that is left would meet now. */
export type RefundOutlook = {
  subject: RefundSubject;
  backCents: number;
  /** What may go back now; of what went into an account no more than is left there. */
  leftCents: number;
  givesParts: boolean;
  /** What the platform owes the provider now, less refunds on their way; null where it did not collect this money. */
  balanceCents: number | null;
  /** Null = it can be given back. */
  why: Text | null;
  /** Something is left, and nothing is on its way: it can be noted as given back by hand. */
  byHand: boolean;
};
export type RefundAnswer = { kind: "taken"; refund: RefundView } | { kind: "refused"; why: Text };

export type RefundState = { subject: RefundSubject; refunds: readonly Refund[] };

export type RefundEffect = "project" | "end-access";
export type RefundStep = { book: RefundState; refund: Refund; effects: RefundEffect[] } | null;

/** A gateway that was asked before this may not have heard of it yet. */
export const knownAfterMs = 600_000;
/** Without a result for so long it is a person's, too; results and answers count all the same. */
export const overdueMs = 1_800_000;
const minute = 60_000;
const askTimes = [2, 5, 12, 30, 60, 180, 360, 720, 1_440].map((minutes) => minutes * minute);

export const isOpen = ({ status }: Refund) => status !== "done" && status !== "failed";

export function openRefund({ refunds }: RefundState): Refund | undefined {
  return refunds.find(isOpen);
}

export function refundIn(book: RefundState | undefined, number: number): Refund | undefined {
  return book?.refunds.find((refund) => refund.number === number);
}

export function doneCents({ refunds }: RefundState): number {
  return refunds.reduce((sum, { status, cents }) => sum + (status === "done" ? cents : 0), 0);
}

/** Why nothing may be given back now, as a sentence; null = it may. */
export function refusalOf(book: RefundState, cents: number): Text | null {
  const open = openRefund(book);
  if (open?.status === "unknown") return say("refund_earlier_unknown");
  if (open) return say("refund_under_way");
  const left = book.subject.amountCents - doneCents(book);
  if (left <= 0) return say("refund_done_before");
  return cents > left ? say("refund_left", { amount: left / 100 }) : null;
}

/** When the gateway shall be asked next, UTC ms; null = not by itself. */
export function nextAskAt({ status, submittedAt, asks }: Refund): number | null {
  const wait = askTimes[asks];
  const waits = status === "pending" || status === "unknown";
  return waits && submittedAt !== null && wait !== undefined ? submittedAt + wait : null;
}

/** Begins a refund; null where none may begin. @throws nothing: `refusalOf` says why */
export function request(book: RefundState, ask: RefundRequest, now: number): RefundStep {
  if (ask.cents <= 0 || refusalOf(book, ask.cents) !== null) return null;
  const refund: Refund = {
    ...ask,
    number: book.refunds.length + 1,
    status: "requested",
    seq: 1,
    detail: null,
    handle: null,
    receipt: null,
    createdAt: now,
    updatedAt: now,
    submittedAt: null,
    doneAt: null,
    asks: 0,
    askedAt: null,
    askedAs: null,
  };
  return { book: { ...book, refunds: [...book.refunds, refund] }, refund, effects: ["project"] };
}

export function step(
  book: RefundState,
  number: number,
  event: Exclude<RefundEvent, { type: "requested" }>,
  now: number,
): RefundStep {
  const refund = book.refunds.find((one) => one.number === number);
  if (!refund) return null;
  const change = changeOf(book, refund, event, now);
  if (!change) return null;
  const changed = { ...refund, ...change, seq: refund.seq + 1, updatedAt: now };
  const refunds = book.refunds.map((one) => (one.number === number ? changed : one));
  const isDone = changed.status === "done" && refund.status !== "done";
  const effects: RefundEffect[] = isDone && changed.endAccess ? ["project", "end-access"] : ["project"];
  return { book: { ...book, refunds }, refund: changed, effects };
}

function changeOf(
  book: RefundState,
  refund: Refund,
  event: Exclude<RefundEvent, { type: "requested" }>,
  now: number,
): Partial<Refund> | null {
  const { status } = refund;
  /** It may be out. */
  const isOut = status === "submitting" || status === "pending" || status === "unknown";
  switch (event.type) {
    case "submitting":
      return status === "requested" ? { status: "submitting", submittedAt: now } : null;
    case "refused":
      return status === "requested" || status === "submitting" ? failed(event.detail) : null;
    case "accepted":
      if (status === "submitting") return { status: "pending", handle: event.handle };
      return isOut && refund.handle === null && event.handle !== null ? { handle: event.handle } : null;
    case "unclear":
      return status === "submitting" ? { status: "pending", detail: event.detail } : null;
    case "carried-out":
      return carriedOut(book, refund, event, now);
    case "not-carried-out":
      return isOut ? failed(event.detail) : null;
    case "not-found":
      return isOut && isUnknownForSure(refund, event) ? failed(event.detail) : null;
    case "already":
      return isOut ? already(book, refund, event.detail, now) : null;
    case "asked":
      return isOut ? { asks: refund.asks + 1, askedAt: now, askedAs: null } : null;
    case "ask-named":
      return isOut && event.ask === refund.asks ? { askedAs: event.name } : null;
    case "overdue":
      return status === "pending" ? { status: "unknown" } : null;
    case "by-hand":
      // Nothing was sent, and nothing will be.
      if (status !== "requested") return null;
      return { ...done(now, "Given back by hand."), receipt: event.reference };
    case "settled":
      if (status !== "unknown") return null;
      return event.outcome === "done" ? done(now, event.note) : failed(event.note);
    default:
      return event satisfies never;
  }
}

/**
 * Judged by when the question was put: its answer may come hours later. Of an older question the moment is not known any more. It
 * names nothing of the refund, so it has to name the question.
 */
function isUnknownForSure(
  { asks, askedAt, askedAs, submittedAt }: Refund,
  { ask, name }: Extract<RefundEvent, { type: "not-found" }>,
): boolean {
  if (ask !== asks || name === null || name !== askedAs) return false;
  return askedAt !== null && submittedAt !== null && askedAt - submittedAt >= knownAfterMs;
}

const failed = (detail: string): Partial<Refund> => ({ status: "failed", detail });
const done = (doneAt: number, detail: string): Partial<Refund> => ({ status: "done", detail, doneAt });

/** Late money is money: what was called failed and went out all the same is done, while that much was left to give back. */
function carriedOut(
  book: RefundState,
  refund: Refund,
  { receipt, detail }: { receipt: string | null; detail: string },
  now: number,
): Partial<Refund> | null {
  if (refund.submittedAt === null) return null;
  if (refund.status === "done") return refund.receipt === null && receipt !== null ? { receipt } : null;
  if (refund.status === "failed" && refusalOf(book, refund.cents) !== null) {
    const contradiction = `The gateway said afterwards that this was carried out: ${detail}`;
    return refund.detail === contradiction ? null : { detail: contradiction, receipt };
  }
  return { ...done(now, detail), receipt };
}

/** "Already" is this very refund only where no other of this payment ever went out. */
function already(book: RefundState, refund: Refund, detail: string, now: number): Partial<Refund> | null {
  const others = book.refunds.filter((other) => other.number !== refund.number && other.submittedAt !== null);
  if (others.some(({ status }) => status === "done")) return failed(detail);
  if (others.length === 0) return done(now, detail);
  return refund.status === "unknown" ? null : { status: "unknown", detail };
}

export function nextTimes(refunds: readonly Refund[], now: number): number[] {
  return refunds
    .flatMap((refund) => [
      nextAskAt(refund),
      refund.status === "requested" || refund.status === "submitting" ? now + guardMs : null,
      refund.status === "pending" && refund.submittedAt !== null ? refund.submittedAt + overdueMs : null,
    ])
    .filter((time) => time !== null);
}

/** Until when they have to be kept at least, UTC ms. @param ms how long what is settled is kept */
export function keepUntil(refunds: readonly Refund[], ms: number, now: number): number {
  return Math.max(0, ...refunds.map((refund) => (isOpen(refund) ? now : refund.updatedAt) + ms));
}
