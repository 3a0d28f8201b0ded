import type { payouts } from "../../db/schema/tenant.ts";

// One payout: pure, no clock of its own. Its money is reserved in the books before anything is sent; it is sent once, whatever
// becomes of the answer. Results that are posted to us prove nothing: they make us ask, and the answer to our own question decides.

export type Payout = Omit<typeof payouts.$inferSelect, "rev" | "copiedRev">;

type Wanted =
  | ("id" | "cents" | "feeCents" | "kind" | "account" | "reference" | "environment")
  | ("shortCode" | "handle" | "requestedBy" | "key" | "createdAt");

/** Of which nothing was done yet. */
export const newPayout = (wanted: Pick<Payout, Wanted>): Payout => ({
  ...wanted,
  seq: 1,
  status: "reserved",
  conversation: null,
  told: null,
  receipt: null,
  detail: null,
  updatedAt: wanted.createdAt,
  sentAt: null,
  endedAt: null,
  asks: 0,
  askedAt: null,
  askedAs: null,
  nextAt: null,
});

export type PayoutEvent =
  | { type: "sending" }
  /** Definitely not taken: nothing went out. */
  | { type: "refused"; detail: string }
  | { type: "accepted"; conversation: string; handle: string | null }
  /** The answer was lost, or says nothing: it may have been taken. */
  | { type: "unclear"; detail: string }
  /** The result that the gateway posted, naming this payout. */
  | { type: "told"; outcome: "paid" | "failed"; detail: string }
  | { type: "asked" }
  /** The gateway acknowledged our nth question under this name. */
  | { type: "ask-named"; ask: number; name: string }
  /** Answers to our own question. */
  | { type: "is-paid"; receipt: string | null; detail: string }
  | { type: "is-failed"; detail: string }
  | { type: "is-reversed"; detail: string }
  /** The answer to our nth question: the gateway knows of no such payout. @property name of the question that it says it answers */
  | { type: "not-found"; ask: number; name: string | null; detail: string }
  | { type: "overdue" }
  /** A person who has read the statement. */
  | { type: "settled"; outcome: "paid" | "failed"; receipt: string | null; note: string };

/** What the books have to be told; each stands there once. */
export type Booking = "paid" | "given-back" | "reversed" | "paid-after-all";
export type Step = { payout: Payout; booking: Booking | null };

const minute = 60_000;
/** A call whose process died is over by then. */
export const guardMs = 2 * minute;
/** Without a certain word for so long it is unclear. */
export const overdueMs = 30 * minute;
/** Asked before this, the gateway may not have heard of it yet. */
export const knownAfterMs = 30 * minute;
/** The gateway said itself that it failed: that it then knows of nothing is believed sooner. */
export const knownAfterToldMs = 5 * minute;
/** Callers and messages that make us ask share an answer for so long. */
export const shareMs = 5_000;

const askTimes = [1, 2, 5, 12, 31, 60, 180, 360, 720, 1_440, 2_880, 4_320, 10_080].map((n) => n * minute);
/** A phone that is not registered loses the money again after days; nobody tells of it. */
const askedAfterPaid = [1_440, 11_520].map((n) => n * minute);

/** May have gone out, and nobody knows yet. */
const isOut = ({ status }: Payout) => status === "sending" || status === "sent" || status === "unclear";

/** When something is to be done next, UTC ms; null = nothing by itself. */
export function nextAt(payout: Payout): number | null {
  const { status, createdAt, sentAt, askedAt, endedAt } = payout;
  switch (status) {
    case "reserved":
      return createdAt + guardMs;
    case "sending":
      return (sentAt ?? createdAt) + guardMs;
    case "sent":
    case "unclear": {
      const from = sentAt ?? createdAt;
      const ask = payout.handle === null ? undefined : askTimes.find((ms) => from + ms > (askedAt ?? from));
      const times = [
        ...(ask === undefined ? [] : [from + ask]),
        ...(status === "sent" ? [from + overdueMs] : []),
      ];
      return times.length === 0 ? null : Math.min(...times);
    }
    case "paid": {
      if (endedAt === null || payout.handle === null || payout.kind !== "phone") return null;
      const ask = askedAfterPaid.find((ms) => endedAt + ms > Math.max(askedAt ?? 0, endedAt));
      return ask === undefined ? null : endedAt + ask;
    }
    case "failed":
    case "reversed":
      return null;
    default:
      return status satisfies never;
  }
}

/** Null where the event changes nothing. */
export function step(payout: Payout, event: PayoutEvent, now: number): Step | null {
  const change = changeOf(payout, event, now);
  if (!change) return null;
  const { booking = null, ...fields } = change;
  const changed = { ...payout, ...fields, seq: payout.seq + 1, updatedAt: now };
  return { payout: { ...changed, nextAt: nextAt(changed) }, booking };
}

type Change = Partial<Payout> & { booking?: Booking };

function changeOf(payout: Payout, event: PayoutEvent, now: number): Change | null {
  const { status } = payout;
  switch (event.type) {
    case "sending":
      return status === "reserved" ? { status: "sending", sentAt: now } : null;
    case "refused":
      return status === "reserved" || status === "sending" ? failed(event.detail, now) : null;
    case "accepted":
      return accepted(payout, event);
    case "unclear":
      return status === "sending" ? { status: "unclear", detail: event.detail } : null;
    case "told":
      // Of two that contradict each other "paid" is kept: it gives nothing back.
      if (payout.sentAt === null || payout.told === event.outcome || payout.told === "paid") return null;
      return { told: event.outcome, ...(isOut(payout) ? { detail: event.detail } : {}) };
    case "asked":
      return payout.sentAt === null ? null : { asks: payout.asks + 1, askedAt: now, askedAs: null };
    case "ask-named":
      return event.ask === payout.asks && mayBeUnknown(payout) ? { askedAs: event.name } : null;
    case "is-paid":
      return paid(payout, event, now);
    case "is-failed":
      return isOut(payout) ? failed(event.detail, now) : null;
    case "is-reversed":
      return reversed(payout, event.detail, now);
    case "not-found":
      return isUnknownForSure(payout, event) ? failed(event.detail, now) : null;
    case "overdue":
      return status === "sent" ? { status: "unclear" } : null;
    case "settled":
      if (status !== "unclear") return null;
      return event.outcome === "paid"
        ? { ...ended("paid", event.note, now), receipt: event.receipt, booking: "paid" }
        : failed(event.note, now);
    default:
      return event satisfies never;
  }
}

const ended = (status: "paid" | "failed" | "reversed", detail: string, endedAt: number) => ({
  status,
  detail,
  endedAt,
});
const failed = (detail: string, now: number): Change => ({
  ...ended("failed", detail, now),
  booking: "given-back",
});

function accepted(payout: Payout, event: Extract<PayoutEvent, { type: "accepted" }>): Change | null {
  const { status, conversation } = payout;
  const names = { conversation: event.conversation, handle: event.handle ?? payout.handle };
  if (status === "sending") return { status: "sent", ...names };
  // Its process was thought dead, or the answer to a question was quicker.
  return conversation === null && (isOut(payout) || status === "paid") ? names : null;
}

/** Money that went out went out, whatever was said before. */
function paid(
  payout: Payout,
  { receipt, detail }: { receipt: string | null; detail: string },
  now: number,
): Change | null {
  if (payout.sentAt === null || payout.status === "reversed") return null;
  if (payout.status === "paid") return payout.receipt === null && receipt !== null ? { receipt } : null;
  const booking = payout.status === "failed" ? "paid-after-all" : "paid";
  return { ...ended("paid", detail, now), receipt, booking };
}

function reversed(payout: Payout, detail: string, now: number): Change | null {
  if (payout.status === "paid") return { ...ended("reversed", detail, now), booking: "reversed" };
  return isOut(payout) ? { ...ended("reversed", detail, now), booking: "given-back" } : null;
}

/**
 * A gateway that acknowledged it, and says nothing of its end, has to know of it: then only a person decides. Where its result
 * said that it failed, or it was never acknowledged, "not found" may be believed.
 */
const mayBeUnknown = (payout: Payout) =>
  isOut(payout) && (payout.told === "failed" || (payout.told === null && payout.conversation === null));

/**
 * Believed where it was asked late enough: judged by when the question was put, for its answer may come hours later. Of an older
 * question the moment is not known any more. It names nothing of the payout, so it has to name the question.
 */
function isUnknownForSure(
  payout: Payout,
  { ask, name }: Extract<PayoutEvent, { type: "not-found" }>,
): boolean {
  const { sentAt, askedAt, asks, askedAs } = payout;
  if (!mayBeUnknown(payout) || sentAt === null || askedAt === null) return false;
  if (ask !== asks || name === null || name !== askedAs) return false;
  return askedAt - sentAt >= (payout.told === "failed" ? knownAfterToldMs : knownAfterMs);
}
