import { isObject } from "../gateway-kit/http.ts";
import {
  COUNTRY_NAME,
  CURRENCY_CODE,
  INVALID_MSISDN,
  invalidField,
  MISSING_PARAMETER,
  type WireError,
} from "./wire-answers.ts";

/** A push whose every field was found in order. Amount in whole shillings. */
export type PushRequest = { transactionId: string; msisdn: string; amount: number; reference: string };

const MAX_AMOUNT = 250_000;

/** Country and currency stand three times in a request; each time they must be Kenya's. */
function checkPlace(place: Record<string, unknown>): WireError | undefined {
  if (place.country !== "KE") return COUNTRY_NAME;
  return place.currency === "KES" ? undefined : CURRENCY_CODE;
}

/** Checks the fields of a collection request; the documentation names no order. Unknown fields are let through, as by Airtel. */
export function checkPushRequest(
  body: Record<string, unknown>,
): { value: PushRequest } | { error: WireError } {
  const { reference, subscriber, transaction } = body;
  if (!isObject(subscriber) || !isObject(transaction)) return { error: MISSING_PARAMETER };
  if (typeof reference !== "string" || !/^[A-Za-z0-9 ._-]{1,64}$/.test(reference)) {
    return { error: invalidField("reference") };
  }
  const misplaced = checkPlace(subscriber) ?? checkPlace(transaction);
  if (misplaced) return { error: misplaced };
  // Without the country code, and a text: as a number it would not show a leading zero that must not be there.
  const { msisdn } = subscriber;
  if (typeof msisdn !== "string" || !/^[17]\d{8}$/.test(msisdn)) return { error: INVALID_MSISDN };
  const { amount, id } = transaction;
  if (typeof amount !== "number" || !Number.isInteger(amount) || amount < 1 || amount > MAX_AMOUNT) {
    return { error: invalidField("amount") };
  }
  if (typeof id !== "string" || !/^[A-Za-z0-9_-]{4,64}$/.test(id)) return { error: invalidField("id") };
  return { value: { transactionId: id, msisdn, amount, reference } };
}
