import { parse } from "lossless-json";
import * as z from "zod";
import type { FaultCode, GatewayFault } from "../../../contract/values/gateway-faults.ts";
import { plain } from "../../../contract/values/pasted.ts";
import { parseKenyanMobile } from "../../../contract/values/phone.ts";
import { sha256 } from "../../../keys.ts";

// What callbacks carry in forms that no document shows. Only what can be read for certain is compared.

/** Numbers come as text, and codes as numbers. */
export const wireText = z.union([z.string(), z.number()]).transform(String);

/** KES as text or number, in cents; null when it is none. */
export function centsIn(value: string | null | undefined): number | null {
  const cents = Math.round(Number(value || Number.NaN) * 100);
  return Number.isFinite(cents) ? cents : null;
}

/** Signs that stand for a hidden digit. */
const hidden = /[*x\u00D7\u2022\u25CF\u00B7#_.\u2026?]/i;

/**
 * Whether the payer that a message names is the one who was asked, as far as it shows him: a whole number in any spelling, one of
 * which digits are hidden (`2547 ***** 126`, `0722***000`, `0722XXXXXX`), or its SHA-256. Null where it says nothing of him.
 * @param phone `254…`
 */
export function payerAgrees(told: string | null, phone: string): boolean | null {
  const text = plain(told ?? "").replace(/[\s()+-]/g, "");
  const home = `0${phone.slice(3)}`;
  if (/^[0-9a-f]{64}$/i.test(text))
    return [phone, `+${phone}`, home].some((written) => sha256(written) === text.toLowerCase());
  if (/^\d+$/.test(text)) return text.length < 9 ? null : parseKenyanMobile(text) === phone;
  const shown = text.split(hidden);
  const isMasked = shown.length > 1 && shown.every((digits) => /^\d*$/.test(digits));
  if (!isMasked || shown.every((digits) => digits === "")) return null;
  // One sign may stand for several digits: what is shown at either end is compared.
  const [first = ""] = shown;
  const last = shown.at(-1) ?? "";
  return [phone, home, phone.slice(3)].some((written) => written.startsWith(first) && written.endsWith(last));
}

/** Refuses a key that an object holds twice: readers resolve it differently. Undefined where it is no unambiguous JSON. */
export function readStrictJson(text: string): unknown {
  try {
    return parse(text, undefined, {
      parseNumber: Number,
      onDuplicateKey: ({ key }) => {
        throw new SyntaxError(`the key ${key} stands there twice`);
      },
    });
  } catch {
    return undefined;
  }
}

// What the wire blames, by each gateway's own codes. Its words decide only where it gives one code several meanings, or none.

const known = (code: FaultCode | null): GatewayFault | null => (code ? { code } : null);

/** Said by the machines in front of gateways, which have no code for it. */
function saysBusy(words: string): boolean {
  return /system is busy|spike arrest|quota violation/i.test(words);
}

/**
 * An answer that has no code of its own for it. A bare 5xx comes from a machine in front of the gateway, and so does a page, whatever its
 * status: a web firewall that turns us away has not looked at our credentials.
 */
export function httpFault(status: number, words: string, isPage = false): GatewayFault | null {
  if (isPage) return known(status === 429 ? "busy" : "not-json");
  if (status === 401) return known("token-replaced");
  if (status === 403) return known("address-refused");
  if (status === 429 || saysBusy(words)) return known("busy");
  return status >= 500 && words === "" ? known("not-json") : null;
}

/** A result of a push that went out. */
export function resultFault(words: string): GatewayFault | null {
  return known(saysBusy(words) ? "busy" : null);
}

const mpesaFaults = new Map<string, FaultCode>([
  ["2028", "payee-refused"],
  ["SFC_IC0003", "payee-refused"],
  ["404.001.03", "token-replaced"],
  ["400.003.01", "token-replaced"],
  ["401.001", "token-replaced"],
  ["401.002.01", "token-replaced"],
  ["401.003.01", "token-replaced"],
  ["500.003.02", "busy"],
  ["500.003.03", "busy"],
]);

/** @param code an errorCode or a ResultCode; 400.002.02 and 500.001.1001 have several meanings, which only the words tell */
export function mpesaFault(code: string, words: string): GatewayFault | null {
  const plain = mpesaFaults.get(code.trim());
  if (plain) return known(plain);
  if (code === "400.002.02") {
    if (/Party ?B/i.test(words)) return known("payee-refused");
    if (/Short ?Code/i.test(words)) return known("merchant-unknown");
  }
  if (code === "500.001.1001") {
    if (/merchant does not exist/i.test(words)) return known("merchant-unknown");
    if (/credential/i.test(words)) return known("passkey-wrong");
  }
  return resultFault(words);
}

/** Something in front of Daraja answered, which always gives a code. */
export function notDarajaFault(status: number, isPage = false): GatewayFault | null {
  return httpFault(status, "", isPage) ?? known("not-json");
}

/** What gateways write of a payer's number that they do not take, each in its own field names. The receiver's is another matter. */
export function saysPhoneWrong(words: string): boolean {
  return /invalid\s+(?:phone|msisdn|mobile|subscriber|party\s?a\b)/i.test(words);
}

/** @param code a response code of the collection family */
export function airtelFault(code: string | null | undefined, words: string): GatewayFault | null {
  if (code?.trim() === "DP00800001010") return known("wallet-refused");
  return code?.trim() === "DP00800001026" ? known("signature-refused") : resultFault(words);
}

export function tokenFault(status: number, isPage = false): GatewayFault | null {
  const isOfToken = true;
  if (isPage) return { code: status === 429 ? "busy" : "not-json", isOfToken };
  if ([400, 401, 403, 404].includes(status)) return { code: "token-refused", isOfToken };
  if (status === 407) return { code: "address-refused", isOfToken };
  if (status === 429) return { code: "busy", isOfToken };
  const isElse = (status >= 200 && status < 300) || status >= 500;
  return isElse ? { code: "not-json", isOfToken } : null;
}

/** @param cause what fetch threw */
export function silenceFault(cause: unknown): GatewayFault {
  const isLate = cause instanceof GatewayTimeout;
  return { code: isLate ? "timed-out" : "not-reached" };
}

export class GatewayTimeout extends Error {}

export const noCredentials = {
  fault: { code: "credentials-missing" },
  detail: "the gateway's credentials are missing",
} as const;
