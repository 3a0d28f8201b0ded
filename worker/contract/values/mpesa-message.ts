// What a visitor pastes to prove a purchase: an M-Pesa message, its receipt code, a voucher code or a recovery code.

/** Whatever the text may be; ten characters alone may be a receipt and a voucher code at once. */
export type ClaimCode = {
  /** M-Pesa's receipt: a letter and nine letters or digits, upper case. */
  receipt: string | null;
  /** Without dash, as vouchers are stored. */
  voucher: string | null;
  /** Without dashes. */
  recovery: string | null;
};

/** Undefined when the text holds nothing of the kind. */
export function parseClaimCode(text: string): ClaimCode | undefined {
  const typed = text.trim().toUpperCase();
  const compact = typed.replace(/[\s-]/g, "");
  if (compact.length === 10 || compact.length === 12) {
    const receipt = /^[A-Z][A-Z0-9]{9}$/.test(compact) ? compact : null;
    const code = { receipt, voucher: crockford(compact, 10), recovery: crockford(compact, 12) };
    return code.receipt || code.voucher || code.recovery ? code : undefined;
  }
  const none = { receipt: null, voucher: null, recovery: null };
  const receipt = receiptIn(typed);
  if (receipt) return { ...none, receipt };
  const recovery = crockford(/\b[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}\b/.exec(typed)?.[0] ?? "", 12);
  if (recovery) return { ...none, recovery };
  const voucher = crockford(/\b[A-Z0-9]{5}-[A-Z0-9]{5}\b/.exec(typed)?.[0] ?? "", 10);
  return voucher ? { ...none, voucher } : undefined;
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
