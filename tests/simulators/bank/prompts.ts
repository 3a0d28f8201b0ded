import { newCheckoutRequestId, newReceipt, newRequestId, type Random } from "../daraja/identifiers.ts";
import type { BankApp, BankState, Prompt, PromptResult, PromptState } from "./state.ts";

/** What a person (or the telephone network) does with a prompt. */
export type Outcome = Exclude<PromptState, "open">;

const RESULTS: Record<Outcome, PromptResult> = {
  paid: { code: 0, text: "The service request is processed successfully." },
  cancelled: { code: 1032, text: "Request cancelled by user." },
  "wrong-pin": { code: 2001, text: "The initiator information is invalid." },
  insufficient: { code: 1, text: "The balance is insufficient for the transaction." },
  unreachable: { code: 1037, text: "DS timeout user cannot be reached." },
  expired: { code: 1037, text: "No response from user." },
};

export type Push = Pick<Prompt, "phoneNumber" | "amount" | "reference" | "callBackUrl">;

export function openPromptOn(state: BankState, phoneNumber: string): boolean {
  return state.prompts.some((prompt) => prompt.state === "open" && prompt.phoneNumber === phoneNumber);
}

export function newPrompt(state: BankState, app: BankApp, push: Push, now: number, random: Random): Prompt {
  const { settings } = state;
  const taken = (id: string) => state.prompts.some((prompt) => prompt.checkoutRequestId === id);
  return {
    ...push,
    id: String(state.nextId),
    bank: app.bank,
    apiKey: app.apiKey,
    merchantRequestId: newRequestId(random),
    checkoutRequestId: newCheckoutRequestId(now, push.phoneNumber, taken),
    state: "open",
    createdAt: now,
    expiresAt: now + settings.expireAfterMs,
    autoPayAt: settings.auto === "paid" ? now + settings.autoAfterMs : null,
    closedAt: null,
    result: null,
    receipt: null,
    deliveries: [],
  };
}

/** Closes a prompt; also one that was reported as failed, when its PIN was accepted at the last second. */
export function answerPrompt(
  state: BankState,
  prompt: Prompt,
  outcome: Outcome,
  now: number,
  random: Random,
): Prompt {
  const taken = (receipt: string) => state.prompts.some((other) => other.receipt === receipt);
  return {
    ...prompt,
    state: outcome,
    result: RESULTS[outcome],
    closedAt: now,
    autoPayAt: null,
    receipt: outcome === "paid" ? newReceipt(now, random, taken) : null,
  };
}

/** When an open prompt closes by itself, and how. */
export function nextEnd(prompt: Prompt): { at: number; outcome: Outcome } | undefined {
  if (prompt.state !== "open") return undefined;
  return prompt.autoPayAt !== null && prompt.autoPayAt <= prompt.expiresAt
    ? { at: prompt.autoPayAt, outcome: "paid" }
    : { at: prompt.expiresAt, outcome: "expired" };
}
