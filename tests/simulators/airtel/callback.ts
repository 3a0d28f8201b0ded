import { createHmac } from "node:crypto";
import type { AirtelSettings } from "./settings.ts";
import type { AirtelState, Prompt, PromptResult } from "./state.ts";

/** What a callback says: the status alone, without a code and without an amount. */
type Told = { id: string; message: string; status_code: string; airtel_money_id?: string };

/** What a dishonest or broken sender would put in place of the truth. */
function tampered(state: AirtelState, prompt: Prompt, told: Told): Told {
  switch (state.settings.tamper) {
    case "none":
      return told;
    case "id":
      return { ...told, id: `${told.id.slice(0, -1)}${told.id.endsWith("0") ? "1" : "0"}` };
    case "status":
      return { ...told, status_code: "TX" };
    case "money-id": {
      const earlier = state.prompts.findLast((other) => other.id !== prompt.id && other.moneyId !== null);
      return earlier?.moneyId ? { ...told, airtel_money_id: earlier.moneyId } : told;
    }
  }
}

/** base64(HMAC-SHA256(key, payload)). */
function hashOf(key: string, payload: string): string {
  return createHmac("sha256", key).update(payload).digest("base64");
}

/**
 * The body that Airtel posts. What its hash covers is told in two ways: the body without the hash, or the inner object
 * alone (docs/reference/gateways-airtel.md, "Callback and signature"); both are made here from the very bytes that are sent.
 *
 * @param transaction the inner object as text
 */
function signedBody(transaction: string, hash: AirtelSettings["hash"], key: string): string {
  const open = `{"transaction":${transaction}`;
  switch (hash) {
    case "none":
      return `${open}}`;
    case "wrong":
      return `${open},"hash":"${hashOf(`${key}x`, `${open}}`)}"}`;
    case "transaction":
      return `${open},"hash":"${hashOf(key, `${open}}`)}"}`;
    case "inner":
      return `${open},"hash":"${hashOf(key, transaction)}"}`;
  }
}

/** @param key signs it; empty = not signed */
export function callbackBody(
  state: AirtelState,
  prompt: Prompt,
  result: Pick<PromptResult, "message"> & { status: string },
  key: string,
): string {
  const told: Told = { id: prompt.transactionId, message: result.message, status_code: result.status };
  if (result.status === "TS" && prompt.moneyId !== null) told.airtel_money_id = prompt.moneyId;
  const transaction = JSON.stringify(tampered(state, prompt, told));
  return signedBody(transaction, key === "" ? "none" : state.settings.hash, key);
}
