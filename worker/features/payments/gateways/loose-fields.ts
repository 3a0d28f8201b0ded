import { parseKenyanMobile } from "../../../contract/values/phone.ts";

// What banks' callbacks carry in forms that no document shows. Only what can be read for certain is compared.

/** KES as text or number, in cents; null when it is none. */
export function centsIn(value: string | null | undefined): number | null {
  const cents = Math.round(Number(value || Number.NaN) * 100);
  return Number.isFinite(cents) ? cents : null;
}

/** 254 and nine digits; null for a masked or unreadable number. */
export function phoneIn(value: string | null | undefined): string | null {
  return parseKenyanMobile(value ?? "") ?? null;
}
