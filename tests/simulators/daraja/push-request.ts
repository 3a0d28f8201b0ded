import { bannedWord, isCallBackUrl } from "../gateway-kit/callback-url.ts";

/** A push whose every field was found in order. Amount in whole shillings. */
export type PushRequest = {
  shortCode: string;
  password: string;
  timestamp: string;
  transactionType: string;
  amount: number;
  payer: string;
  partyB: string;
  phoneNumber: string;
  callBackUrl: string;
  accountReference: string;
  transactionDesc: string;
};

/** `field` is the name in Daraja's "Bad Request - Invalid <field>". */
export type Checked<Value> = { value: Value } | { field: string };

export const MOBILE = /^254[17]\d{8}$/;
export const BUSINESS_NUMBER = /^\d{5,7}$/;
const MAX_AMOUNT = 250_000;

/** Daraja's own example mixes JSON numbers and strings, so numeric fields come as either. */
export function digits(value: unknown): string {
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value : "";
}

/** An amount that a single payment can have, as number or text without decimals. */
export function wholeShillings(value: unknown): number | undefined {
  const amount = digits(value);
  return /^[1-9]\d{0,8}$/.test(amount) && Number(amount) <= MAX_AMOUNT ? Number(amount) : undefined;
}

/** A real date and time of day; the zone is not checked, because clients that send UTC are served too. */
export function isTimestamp(text: string): boolean {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text);
  if (!parts) return false;
  const [, year, month, day, hour, minute, second] = parts;
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const at = new Date(iso);
  return !Number.isNaN(at.getTime()) && at.toISOString() === iso;
}

function isAccountReference(value: unknown, strict: boolean): value is string {
  if (typeof value !== "string") return false;
  return strict ? /^[A-Za-z0-9]{1,12}$/.test(value) : value.length >= 1 && value.length <= 20;
}

/** Strict refuses the characters that the real gateway is reported to lose the prompt over, without a word. */
function isTransactionDesc(value: unknown, strict: boolean): value is string {
  if (typeof value !== "string") return false;
  return strict ? /^[A-Za-z0-9 .,:'()/_-]{0,13}$/.test(value) : value.length <= 100;
}

/** What both calls carry: who asks, and the proof of it. */
export type Signed = { shortCode: string; password: string; timestamp: string };

export function checkSigned(body: Record<string, unknown>): Checked<Signed> {
  const shortCode = digits(body.BusinessShortCode);
  if (!BUSINESS_NUMBER.test(shortCode)) return { field: "BusinessShortCode" };
  const password = body.Password;
  if (typeof password !== "string" || password === "") return { field: "Password" };
  const timestamp = digits(body.Timestamp);
  if (!isTimestamp(timestamp)) return { field: "Timestamp" };
  return { value: { shortCode, password, timestamp } };
}

/**
 * Checks the fields of an STK push in the order of Daraja's documentation. `strict` is the documented contract;
 * without it passes what third-party clients send and the real gateway lets through: long descriptions, a space
 * behind the transaction type, punctuation in the reference, upper case in the callback address.
 */
export function checkPushRequest(body: Record<string, unknown>, strict: boolean): Checked<PushRequest> {
  const signed = checkSigned(body);
  if ("field" in signed) return signed;

  const rawType = body.TransactionType;
  const transactionType = typeof rawType !== "string" ? "" : strict ? rawType : rawType.trim();
  if (transactionType !== "CustomerPayBillOnline" && transactionType !== "CustomerBuyGoodsOnline") {
    return { field: "TransactionType" };
  }
  const amount = wholeShillings(body.Amount);
  if (amount === undefined) return { field: "Amount" };
  const payer = digits(body.PartyA);
  if (!MOBILE.test(payer)) return { field: "PartyA" };
  const partyB = digits(body.PartyB);
  if (!BUSINESS_NUMBER.test(partyB)) return { field: "PartyB" };
  const phoneNumber = digits(body.PhoneNumber);
  if (!MOBILE.test(phoneNumber)) return { field: "PhoneNumber" };

  const rawUrl = body.CallBackURL;
  const callBackUrl = typeof rawUrl !== "string" ? "" : strict ? rawUrl : rawUrl.trim();
  if (!isCallBackUrl(callBackUrl, strict) || (strict && bannedWord(callBackUrl))) {
    return { field: "CallBackURL" };
  }
  // A missing reference is answered with the name of another field: one of the gateway's known oddities.
  if (body.AccountReference === undefined || body.AccountReference === null) return { field: "Remarks" };
  const accountReference = body.AccountReference;
  if (!isAccountReference(accountReference, strict)) return { field: "AccountReference" };
  const transactionDesc = body.TransactionDesc ?? "";
  if (!isTransactionDesc(transactionDesc, strict)) return { field: "TransactionDesc" };

  return {
    value: {
      ...signed.value,
      transactionType,
      amount,
      payer,
      partyB,
      phoneNumber,
      callBackUrl,
      accountReference,
      transactionDesc,
    },
  };
}
