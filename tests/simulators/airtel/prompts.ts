import { nairobiTime, type Random } from "../gateway-kit/identifiers.ts";
import { opened } from "../gateway-kit/prompts.ts";
import type { PushRequest } from "./push-request.ts";
import type { AirtelState, Outcome, Prompt, PromptResult } from "./state.ts";

/** Statuses and codes of the collection family, with the texts of its table. */
export const RESULTS: Record<Exclude<Outcome, "paid">, PromptResult> = {
  cancelled: { status: "TF", code: "DP00800001008", message: "The transaction was refused." },
  "wrong-pin": { status: "TF", code: "DP00800001002", message: "Incorrect pin has been entered." },
  insufficient: {
    status: "TF",
    code: "DP00800001007",
    message: "User wallet does not have enough money to cover the payable amount.",
  },
  "over-limit": {
    status: "TF",
    code: "DP00800001003",
    message: "The User has exceeded their wallet allowed transaction limit.",
  },
  "timed-out": { status: "TF", code: "DP00800001024", message: "The transaction was timed out." },
  expired: { status: "TE", code: "DP00800001029", message: "Transaction has been expired." },
  ambiguous: {
    status: "TA",
    code: "DP00800001000",
    message: "The transaction is still processing and is in ambiguous state.",
  },
};

/** The prompt of an accepted push. */
export function newPrompt(state: AirtelState, clientId: string, push: PushRequest, now: number): Prompt {
  return { ...opened(state, now), clientId, ...push, moneyId: null, enquiries: 0 };
}

/** `MP261120.1200.L06941`: day and minute in Nairobi, and a number of its own. */
function newMoneyId(state: AirtelState, now: number, random: Random): string {
  const at = nairobiTime(now);
  for (;;) {
    const number = String(Math.floor(random() * 100_000)).padStart(5, "0");
    const id = `MP${at.year.slice(2)}${at.month}${at.day}.${at.hour}${at.minute}.L${number}`;
    if (!state.prompts.some((other) => other.moneyId === id)) return id;
  }
}

function paid(state: AirtelState, prompt: Prompt, now: number, random: Random): Prompt {
  const moneyId = newMoneyId(state, now, random);
  const message = `Paid KES ${prompt.amount} to ${prompt.reference}, Trans ID ${moneyId}.`;
  const result: PromptResult = { status: "TS", code: "DP00800001001", message };
  return { ...prompt, state: "paid", result, moneyId, closedAt: now, autoPayAt: null };
}

/** Gives a prompt its outcome. Also a success after a failure: the PIN was accepted at the last second. */
export function closed(
  state: AirtelState,
  prompt: Prompt,
  outcome: Outcome,
  now: number,
  random: Random,
): Prompt {
  if (outcome === "paid") return paid(state, prompt, now, random);
  const result = RESULTS[outcome];
  const closedAt = outcome === "ambiguous" ? null : now;
  return { ...prompt, state: outcome, result, closedAt, autoPayAt: null };
}

/** Closes a prompt with any code of Airtel's table. */
export function refused(prompt: Prompt, code: string, now: number): Prompt {
  const result: PromptResult = { status: "TF", code, message: "Transaction failed." };
  return { ...prompt, state: "refused", result, closedAt: now, autoPayAt: null };
}
