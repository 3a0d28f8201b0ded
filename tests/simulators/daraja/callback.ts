import { nairobiStamp, newReceipt, type Random } from "../gateway-kit/identifiers.ts";
import type { About, DarajaState, Prompt, PromptResult } from "./state.ts";

/** Of everything that Daraja posts. */
export const JSON_HEADERS = { "Content-Type": "application/json;charset=UTF-8" };

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  return items
    .map((item) => ({ item, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}

/** What a dishonest or broken sender would put in place of the truth. */
function tampered(state: DarajaState, prompt: Prompt, at: number, random: Random) {
  const receipt = prompt.receipt ?? newReceipt(at, random, () => false);
  const honest = {
    amount: prompt.amount,
    phone: prompt.payer,
    receipt,
    checkoutRequestId: prompt.checkoutRequestId,
  };
  switch (state.settings.tamper) {
    case "none":
      return honest;
    case "amount":
      return { ...honest, amount: prompt.amount === 1 ? 2 : 1 };
    case "phone":
      return {
        ...honest,
        phone: `${prompt.payer.slice(0, -1)}${(Number(prompt.payer.slice(-1)) + 1) % 10}`,
      };
    case "receipt": {
      const earlier = state.prompts.findLast((other) => other.id !== prompt.id && other.receipt !== null);
      return { ...honest, receipt: earlier?.receipt ?? newReceipt(at, random, (other) => other === receipt) };
    }
    case "checkout-id":
      return { ...honest, checkoutRequestId: `${prompt.checkoutRequestId.slice(0, -1)}x` };
  }
}

/**
 * The body that Daraja posts. Written by hand because the amount travels as `20.00`, which JSON.stringify cannot
 * write. The order of the metadata items is not promised by the gateway, so it changes.
 */
function callbackBody(state: DarajaState, prompt: Prompt, result: PromptResult, random: Random): string {
  const at = prompt.closedAt ?? prompt.createdAt;
  const values = tampered(state, prompt, at, random);
  const code =
    state.settings.resultCodeAs === "string" || typeof result.code === "string"
      ? JSON.stringify(String(result.code))
      : String(result.code);
  const head =
    `"MerchantRequestID":${JSON.stringify(prompt.merchantRequestId)},` +
    `"CheckoutRequestID":${JSON.stringify(values.checkoutRequestId)},` +
    `"ResultCode":${code},"ResultDesc":${JSON.stringify(result.callbackDesc)}`;
  if (result.code !== 0) return `{"Body":{"stkCallback":{${head}}}}`;

  const items = shuffled(
    [
      `{"Name":"Amount","Value":${values.amount.toFixed(2)}}`,
      `{"Name":"MpesaReceiptNumber","Value":"${values.receipt}"}`,
      `{"Name":"Balance"}`,
      `{"Name":"TransactionDate","Value":${nairobiStamp(at)}}`,
      `{"Name":"PhoneNumber","Value":${values.phone}}`,
    ],
    random,
  );
  return `{"Body":{"stkCallback":{${head},"CallbackMetadata":{"Item":[${items.join(",")}]}}}}`;
}

/** The callback that a result causes, under the settings in force at that moment. */
export function pushCallback(
  state: DarajaState,
  prompt: Prompt,
  result: PromptResult,
  dueAt: number,
  random: Random,
) {
  const about: About = { kind: "prompt", id: prompt.id };
  const headers = { ...JSON_HEADERS, Businessshortcode: prompt.shortCode };
  return {
    about,
    url: prompt.callBackUrl,
    body: callbackBody(state, prompt, result, random),
    headers,
    dueAt,
  };
}
