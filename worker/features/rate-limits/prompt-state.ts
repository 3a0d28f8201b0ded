import { promptRules } from "./rules.ts";

// Pure rules of prompts: who may have one sent to a phone.

/** `unpaid`: cancelled, or not answered. `answered`: a PIN was entered, and no money came. Null: nothing definite. */
export type PromptOutcome = "paid" | "unpaid" | "answered";

export type Prompt = {
  /** Whose count it is in: `strangers`, or one that has paid with this phone before. */
  lane: string;
  /** The browser or device that asked for it. */
  visitor: string;
  /** What is wanted: router, device and plan. */
  order: string;
  paymentId: string;
  at: number;
  /** No other prompt is sent before this, unless the outcome is known. */
  until: number;
  outcome: PromptOutcome | null;
};

export type PromptAsk = Pick<Prompt, "lane" | "visitor" | "order">;

export type PromptAnswer =
  /** `unsettled`: a payment without a result, to be asked for before anything is sent. `isPayer`: who asks has paid with this phone. */
  | { kind: "granted"; unsettled: string | null; isPayer?: boolean }
  /** The same order is already under way. */
  | { kind: "same"; paymentId: string; isPayer?: boolean }
  /** Another one is open on this phone, or just was. */
  | { kind: "busy"; retryAfterMs: number }
  | { kind: "limited"; retryAfterMs: number }
  /** `paymentId`: the last one that was left without an answer. */
  | { kind: "unanswered"; paymentId: string; retryAfterMs: number };

export const strangers = "strangers";

/** @param prompts of this phone within a day, newest first */
export function promptAnswer(prompts: readonly Prompt[], ask: PromptAsk, now: number): PromptAnswer {
  const open = prompts.filter((one) => one.outcome === null && one.until > now);
  const same = open.find(({ order }) => order === ask.order);
  if (same) return { kind: "same", paymentId: same.paymentId };
  const busyUntil = Math.max(0, ...open.map((one) => blocksUntil(one, ask)));
  if (busyUntil > now) return { kind: "busy", retryAfterMs: busyUntil - now };

  const own = prompts.filter(({ lane }) => lane === ask.lane);
  const { quietMs, most, unpaid, waitsMs, freeRetries } = promptRules;
  const missed = own.filter(({ outcome, at }) => isMissed(outcome) && at > now - unpaid.windowMs);
  const [last] = missed;
  if (last && missed.length >= unpaid.max) {
    const wait = waitsMs[Math.min(missed.length - unpaid.max, waitsMs.length - 1)] ?? 0;
    const until = last.at + wait;
    if (until > now) return { kind: "unanswered", paymentId: last.paymentId, retryAfterMs: until - now };
  }
  // Who asked for the one that was cancelled may have meant another plan; for others the phone is left alone.
  const isFree = last?.outcome === "unpaid" && last.visitor === ask.visitor && missed.length <= freeRetries;
  if (last && !isFree && last.at + quietMs > now)
    return { kind: "busy", retryAfterMs: last.at + quietMs - now };
  const oldest = own.filter(({ at }) => at > now - most.windowMs)[most.max - 1];
  if (oldest) return { kind: "limited", retryAfterMs: oldest.at + most.windowMs - now };
  const unsettled = prompts.find(({ outcome }) => outcome === null);
  return { kind: "granted", unsettled: unsettled?.paymentId ?? null };
}

const isMissed = (outcome: PromptOutcome | null) => outcome === null || outcome === "unpaid";

/** Who has paid with this phone waits for a stranger's prompt only as long as the gateway would refuse another one. */
function blocksUntil({ lane, at, until }: Prompt, ask: PromptAsk): number {
  return ask.lane !== strangers && lane !== ask.lane ? at + promptRules.quietMs : until;
}
