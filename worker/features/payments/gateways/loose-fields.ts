import * as z from "zod";
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
