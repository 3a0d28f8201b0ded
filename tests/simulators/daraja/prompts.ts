import { newCheckoutRequestId, newReceipt, newRequestId, type Random } from "../gateway-kit/identifiers.ts";
import { opened } from "../gateway-kit/prompts.ts";
import type { PushRequest } from "./push-request.ts";
import {
  type DarajaApp,
  type DarajaState,
  type Outcome,
  type Prompt,
  type PromptResult,
  receiptTaken,
} from "./state.ts";

function sameWords(code: number | string, words: string): PromptResult {
  return { code, callbackDesc: words, queryDesc: words };
}

/** Result codes of Daraja's table; the callback and the query word the same code differently, as measured. */
export const RESULTS: Record<Outcome, PromptResult> = {
  paid: sameWords(0, "The service request is processed successfully."),
  cancelled: {
    code: 1032,
    callbackDesc: "Request cancelled by user.",
    queryDesc: "Request Cancelled by user.",
  },
  "wrong-pin": sameWords(2001, "The initiator information is invalid."),
  insufficient: sameWords(1, "The balance is insufficient for the transaction."),
  unreachable: sameWords(1037, "DS timeout user cannot be reached."),
  unacknowledged: sameWords(1036, "[STK_CB - ]SMSC ACK timeout."),
  expired: {
    code: 1037,
    callbackDesc: "No response from user.",
    queryDesc: "DS timeout user cannot be reached.",
  },
};

const NOT_PERMITTED = sameWords(2028, "The request is not permitted according to product assignment.");
const RULE_LIMITED = sameWords(17, "Rule limited.");
const SAME_AMOUNT_PAUSE_MS = 120_000;

function mayReceive(app: DarajaApp, push: PushRequest): boolean {
  if (app.allowAnyPartyB) return true;
  if (push.transactionType === "CustomerBuyGoodsOnline") return (app.tills ?? []).includes(push.partyB);
  return push.partyB === app.shortCode || (app.partyBs ?? []).includes(push.partyB);
}

/** The prompt of an accepted push. A receiver that the app may not use never rings: it is refused (2028) from birth. */
export function newPrompt(
  state: DarajaState,
  app: DarajaApp,
  push: PushRequest,
  now: number,
  random: Random,
): Prompt {
  const permitted = mayReceive(app, push) && !state.settings.closedReceivers.includes(push.partyB);
  const taken = (id: string) => state.prompts.some((prompt) => prompt.checkoutRequestId === id);
  const { password: _, timestamp: __, ...asked } = push;
  const prompt: Prompt = {
    ...asked,
    ...opened(state, now),
    merchantRequestId: newRequestId(random),
    checkoutRequestId: newCheckoutRequestId(now, push.phoneNumber, taken),
    receipt: null,
    queries: 0,
  };
  return permitted ? prompt : ended(prompt, "refused", NOT_PERMITTED, now);
}

function ended(prompt: Prompt, state: Prompt["state"], result: PromptResult, now: number): Prompt {
  return { ...prompt, state, result, closedAt: now, autoPayAt: null };
}

/**
 * A success, also on a prompt that was already reported as failed: the PIN was accepted at the last second. The money had
 * moved before that failure was reported, so the two minute rule is not asked.
 */
export function paid(state: DarajaState, prompt: Prompt, now: number, random: Random): Prompt {
  const taken = (receipt: string) => receiptTaken(state, receipt);
  return { ...ended(prompt, "paid", RESULTS.paid, now), receipt: newReceipt(now, random, taken) };
}

/** The same amount from the same phone within two minutes of a success is not carried out (ResultCode 17). */
function ruleLimited(state: DarajaState, prompt: Prompt, now: number): boolean {
  return (
    state.settings.rule17 &&
    state.prompts.some(
      (other) =>
        other.state === "paid" &&
        other.phoneNumber === prompt.phoneNumber &&
        other.amount === prompt.amount &&
        other.closedAt !== null &&
        now - other.closedAt < SAME_AMOUNT_PAUSE_MS,
    )
  );
}

/** Closes an open prompt. */
export function closed(
  state: DarajaState,
  prompt: Prompt,
  outcome: Outcome,
  now: number,
  random: Random,
): Prompt {
  if (outcome !== "paid") return ended(prompt, outcome, RESULTS[outcome], now);
  return ruleLimited(state, prompt, now)
    ? ended(prompt, "refused", RULE_LIMITED, now)
    : paid(state, prompt, now, random);
}

/** Closes an open prompt with any code of the gateway's table. */
export function refused(prompt: Prompt, code: number | string, words: string, now: number): Prompt {
  return ended(prompt, "refused", sameWords(code, words), now);
}
