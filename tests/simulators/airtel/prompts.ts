import { nairobiTime, type Random } from "../daraja/identifiers.ts";
import type { PushRequest } from "./push-request.ts";
import type { AirtelState, Prompt, PromptResult } from "./state.ts";

/** What a person (or the network) does with a prompt. */
export type Outcome =
  | "paid"
  | "cancelled"
  | "wrong-pin"
  | "insufficient"
  | "over-limit"
  | "timed-out"
  | "expired"
  | "ambiguous";

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
  const { settings } = state;
  return {
    id: String(state.nextId),
    clientId,
    ...push,
    state: "open",
    createdAt: now,
    expiresAt: now + settings.expireAfterMs,
    autoPayAt: settings.auto === "paid" ? now + settings.autoAfterMs : null,
    closedAt: null,
    result: null,
    moneyId: null,
    enquiries: 0,
    deliveries: [],
  };
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
export function answerPrompt(
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
export function refusePrompt(prompt: Prompt, code: string, now: number): Prompt {
  const result: PromptResult = { status: "TF", code, message: "Transaction failed." };
  return { ...prompt, state: "refused", result, closedAt: now, autoPayAt: null };
}

/** When an open prompt closes by itself, and how: paid by the automatic person, or expired. */
export function nextEnd(prompt: Prompt): { at: number; outcome: Outcome } | undefined {
  if (prompt.state !== "open") return undefined;
  return prompt.autoPayAt !== null && prompt.autoPayAt <= prompt.expiresAt
    ? { at: prompt.autoPayAt, outcome: "paid" }
    : { at: prompt.expiresAt, outcome: "expired" };
}
