import { newCheckoutRequestId, newReceipt, newRequestId, type Random } from "./identifiers.ts";
import type { PushRequest } from "./push-request.ts";
import {
  type DarajaApp,
  type DarajaState,
  type Prompt,
  type PromptResult,
  type PromptState,
  receiptTaken,
} from "./state.ts";

/** What a person (or the telephone network) does with a prompt. */
export type Outcome = "paid" | "cancelled" | "wrong-pin" | "insufficient" | "unreachable" | "expired";

/** Result codes of Daraja's table; the callback and the query word the same code differently, as measured. */
export const RESULTS: Record<Outcome, PromptResult> = {
  paid: {
    code: 0,
    callbackDesc: "The service request is processed successfully.",
    queryDesc: "The service request is processed successfully.",
  },
  cancelled: {
    code: 1032,
    callbackDesc: "Request cancelled by user.",
    queryDesc: "Request Cancelled by user.",
  },
  "wrong-pin": {
    code: 2001,
    callbackDesc: "The initiator information is invalid.",
    queryDesc: "The initiator information is invalid.",
  },
  insufficient: {
    code: 1,
    callbackDesc: "The balance is insufficient for the transaction.",
    queryDesc: "The balance is insufficient for the transaction.",
  },
  unreachable: {
    code: 1037,
    callbackDesc: "DS timeout user cannot be reached.",
    queryDesc: "DS timeout user cannot be reached.",
  },
  expired: {
    code: 1037,
    callbackDesc: "No response from user.",
    queryDesc: "DS timeout user cannot be reached.",
  },
};

const NOT_PERMITTED: PromptResult = {
  code: 2028,
  callbackDesc: "The request is not permitted according to product assignment.",
  queryDesc: "The request is not permitted according to product assignment.",
};
const RULE_LIMITED: PromptResult = {
  code: 17,
  callbackDesc: "Rule limited.",
  queryDesc: "Rule limited.",
};
const SAME_AMOUNT_PAUSE_MS = 120_000;

function mayReceive(app: DarajaApp, push: PushRequest): boolean {
  if (app.allowAnyPartyB) return true;
  if (push.transactionType === "CustomerBuyGoodsOnline") return (app.tills ?? []).includes(push.partyB);
  return push.partyB === app.shortCode || (app.partyBs ?? []).includes(push.partyB);
}

export function openPromptOn(state: DarajaState, phoneNumber: string): Prompt | undefined {
  return state.prompts.findLast((prompt) => prompt.state === "open" && prompt.phoneNumber === phoneNumber);
}

/** The prompt of an accepted push. A receiver that the app may not use never rings: it is refused (2028) from birth. */
export function newPrompt(
  state: DarajaState,
  app: DarajaApp,
  push: PushRequest,
  now: number,
  random: Random,
): Prompt {
  const { settings } = state;
  const permitted = mayReceive(app, push) && !settings.closedReceivers.includes(push.partyB);
  const taken = (id: string) => state.prompts.some((prompt) => prompt.checkoutRequestId === id);
  return {
    id: String(state.nextId),
    phoneNumber: push.phoneNumber,
    payer: push.payer,
    amount: push.amount,
    partyB: push.partyB,
    accountReference: push.accountReference,
    transactionDesc: push.transactionDesc,
    transactionType: push.transactionType,
    shortCode: push.shortCode,
    merchantRequestId: newRequestId(random),
    checkoutRequestId: newCheckoutRequestId(now, push.phoneNumber, taken),
    callBackUrl: push.callBackUrl,
    state: permitted ? "open" : "refused",
    createdAt: now,
    expiresAt: now + settings.expireAfterMs,
    autoPayAt: permitted && settings.auto === "paid" ? now + settings.autoAfterMs : null,
    closedAt: permitted ? null : now,
    result: permitted ? null : NOT_PERMITTED,
    receipt: null,
    queries: 0,
    deliveries: [],
  };
}

function closed(prompt: Prompt, state: PromptState, result: PromptResult, now: number): Prompt {
  return { ...prompt, state, result, closedAt: now, autoPayAt: null };
}

function paid(state: DarajaState, prompt: Prompt, now: number, random: Random): Prompt {
  const taken = (receipt: string) => receiptTaken(state, receipt);
  return { ...closed(prompt, "paid", RESULTS.paid, now), receipt: newReceipt(now, random, taken) };
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
export function answerPrompt(
  state: DarajaState,
  prompt: Prompt,
  outcome: Outcome,
  now: number,
  random: Random,
): Prompt {
  if (outcome !== "paid") return closed(prompt, outcome, RESULTS[outcome], now);
  return ruleLimited(state, prompt, now)
    ? closed(prompt, "refused", RULE_LIMITED, now)
    : paid(state, prompt, now, random);
}

/** Closes an open prompt with any code of the gateway's table. */
export function refusePrompt(prompt: Prompt, code: number | string, desc: string, now: number): Prompt {
  return closed(prompt, "refused", { code, callbackDesc: desc, queryDesc: desc }, now);
}

/**
 * A success on a prompt that was already reported as failed: the PIN was accepted at the last second. The money had
 * moved before the failure was reported, so the two minute rule is not asked.
 */
export function payLate(state: DarajaState, prompt: Prompt, now: number, random: Random): Prompt {
  return paid(state, prompt, now, random);
}

/** When an open prompt closes by itself, and how: paid by the automatic person, or expired. */
export function nextEnd(prompt: Prompt): { at: number; outcome: Outcome } | undefined {
  if (prompt.state !== "open") return undefined;
  return prompt.autoPayAt !== null && prompt.autoPayAt <= prompt.expiresAt
    ? { at: prompt.autoPayAt, outcome: "paid" }
    : { at: prompt.expiresAt, outcome: "expired" };
}
