import { newCheckoutRequestId, newReceipt, newRequestId, type Random } from "../gateway-kit/identifiers.ts";
import { opened } from "../gateway-kit/prompts.ts";
import type { BankApp, BankState, Outcome, Prompt, PromptResult } from "./state.ts";

const RESULTS: Record<Outcome, PromptResult> = {
  paid: { code: 0, text: "The service request is processed successfully." },
  cancelled: { code: 1032, text: "Request cancelled by user." },
  "wrong-pin": { code: 2001, text: "The initiator information is invalid." },
  insufficient: { code: 1, text: "The balance is insufficient for the transaction." },
  unreachable: { code: 1037, text: "DS timeout user cannot be reached." },
  expired: { code: 1037, text: "No response from user." },
};

export type Push = Pick<Prompt, "phoneNumber" | "amount" | "reference" | "callBackUrl">;

export function newPrompt(state: BankState, app: BankApp, push: Push, now: number, random: Random): Prompt {
  const taken = (id: string) => state.prompts.some((prompt) => prompt.checkoutRequestId === id);
  return {
    ...push,
    ...opened(state, now),
    bank: app.bank,
    apiKey: app.apiKey,
    merchantRequestId: newRequestId(random),
    checkoutRequestId: newCheckoutRequestId(now, push.phoneNumber, taken),
    receipt: null,
  };
}

/** Closes a prompt; also one that was reported as failed, when its PIN was accepted at the last second. */
export function closed(
  state: BankState,
  prompt: Prompt,
  outcome: Outcome,
  at: number,
  random: Random,
): Prompt {
  const taken = (receipt: string) => state.prompts.some((other) => other.receipt === receipt);
  const receipt = outcome === "paid" ? newReceipt(at, random, taken) : null;
  return { ...prompt, state: outcome, result: RESULTS[outcome], closedAt: at, autoPayAt: null, receipt };
}
