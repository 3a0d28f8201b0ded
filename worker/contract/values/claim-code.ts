import { plain } from "./pasted.ts";
import { vouchersIn } from "./voucher-code.ts";

// What a visitor pastes to prove a purchase: a payment's message, its receipt code, a voucher code or a recovery code.

/** Whatever the text may be; ten characters alone may be a receipt and a voucher code at once. */
export type ClaimCode = {
  /** Of M-Pesa (a letter and nine letters or digits) or of Airtel Money (`MP210603.1234.L06941`), upper case. */
  receipt: string | null;
  /** Without dash, as vouchers are stored. */
  voucher: string | null;
  /** Without dashes. */
  recovery: string | null;
};

/** Undefined when the text holds nothing of the kind, or more than one. */
export function parseClaimCode(text: string): ClaimCode | undefined {
  const typed = plain(text).toUpperCase();
  const none = { receipt: null, voucher: null, recovery: null };
  const airtel = airtelReceiptIn(typed);
  if (airtel) return { ...none, receipt: airtel };
  const compact = typed.replace(/[\s\p{P}\p{S}]/gu, "");
  if (compact.length === 10 || compact.length === 12) {
    const receipt = /^[A-Z][A-Z0-9]{9}$/.test(compact) ? compact : null;
    const code = { receipt, voucher: crockford(compact, 10), recovery: crockford(compact, 12) };
    return code.receipt || code.voucher || code.recovery ? code : undefined;
  }
  const receipt = receiptIn(typed);
  if (receipt) return { ...none, receipt };
  const recovery = crockford(/\b[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}\b/.exec(typed)?.[0] ?? "", 12);
  if (recovery) return { ...none, recovery };
  const [voucher, ...more] = vouchersIn(typed);
  return voucher && more.length === 0 ? { ...none, voucher } : undefined;
}

/** The day, the time and a number, as Airtel Money's messages and callbacks write it. Null where there are two. */
function airtelReceiptIn(upper: string): string | null {
  const written = /(?<![A-Z0-9])([A-Z]{2}\d{6})[. -]?(\d{4})[. -]?([A-Z]\d{5})(?![A-Z0-9])/g;
  const found = new Set(Array.from(upper.matchAll(written), ([, ...parts]) => parts.join(".")));
  const [only] = found;
  return found.size === 1 && only ? only : null;
}

/** The receipt stands before "Confirmed" (in Swahili "Imethibitishwa"); failing that, the only word that looks like one. */
function receiptIn(upper: string): string | null {
  const named = /(?:^|[^A-Z0-9])([A-Z][A-Z0-9]{9})[\s.,:;-]*(?:CONFIRMED|IMETHIBITISHWA)/.exec(upper)?.[1];
  if (named) return named;
  const words = upper.split(/[^A-Z0-9]+/).filter((word) => /^[A-Z](?=[A-Z]*\d)[A-Z0-9]{9}$/.test(word));
  const [only] = words;
  return only && words.every((word) => word === only) ? only : null;
}

/** Letters and digits that nobody mistakes for one another: O is 0, I and L are 1. */
function crockford(code: string, length: number): string | null {
  const plain = code.replace(/-/g, "").replace(/O/g, "0").replace(/[IL]/g, "1");
  return plain.length === length && /^[0-9A-HJKMNP-TV-Z]+$/.test(plain) ? plain : null;
}
