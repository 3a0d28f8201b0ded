// Recovery codes: 12 characters (60 bits) of the letters and digits that nobody mistakes for one another. Whoever shows
// one may take the purchase to another device.

/** Crockford's alphabet: no I, L, O, U. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const length = 12;

/** 15 hex digits (60 bits) -> a code without dashes, five bits a character. */
export function recoveryCodeFrom(hex: string): string {
  // Five digits are 20 bits, which is four characters.
  const groups = [hex.slice(0, 5), hex.slice(5, 10), hex.slice(10, 15)];
  return groups
    .map((group) => [15, 10, 5, 0].map((bits) => characterOf(parseInt(group, 16) >> bits)).join(""))
    .join("");
}

function characterOf(bits: number): string {
  return alphabet[bits & 31] ?? "";
}

/** As typed (any case, with or without dashes, O for 0, I or L for 1) -> the code without dashes, or undefined. */
export function parseRecoveryCode(typed: string): string | undefined {
  const code = typed.trim().toUpperCase().replace(/[\s-]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1");
  if (code.length !== length) return undefined;
  return [...code].every((character) => alphabet.includes(character)) ? code : undefined;
}

/** `ABCDEFGHJKMN` -> `ABCD-EFGH-JKMN`, as shown and written down. */
export function formatRecoveryCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}`;
}
