// Voucher codes: 10 characters of 32 letters and digits that nobody mistakes for one another (50 bits).

/** Crockford's alphabet: no I, L, O, U. */
export const voucherAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
export const voucherLength = 10;

/** 10 random bytes -> a code without dash. A byte's low 5 bits choose a character, so every character is equally likely. */
export function voucherCodeFrom(bytes: Uint8Array): string {
  return Array.from(bytes.slice(0, voucherLength), (byte) => voucherAlphabet[byte & 31]).join("");
}

/** As typed (any case, with or without the dash, O for 0, I or L for 1) -> the stored form, or undefined. */
export function parseVoucherCode(typed: string): string | undefined {
  const code = typed.trim().toUpperCase().replace(/[\s-]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1");
  if (code.length !== voucherLength) return undefined;
  return [...code].every((character) => voucherAlphabet.includes(character)) ? code : undefined;
}

/** `ABCDE12345` -> `ABCDE-12345`, as printed and shown; one of another system, of another length, as it is. */
export function formatVoucherCode(code: string): string {
  if (code.length !== voucherLength) return code;
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}

// Voucher codes that another system made and that were imported. They keep their own letters: none is read as another.

const shortestForeignCode = 5;
/** Digits alone are guessed sooner. */
const shortestForeignNumber = 6;
const longestForeignCode = 32;

/** As typed (any case, with spaces, dashes, dots or low lines) -> the stored form; undefined where it can be no foreign code. */
export function parseForeignCode(typed: string): string | undefined {
  const code = compactCode(typed);
  if (code.length < shortestForeignCode || code.length > longestForeignCode || !/^[A-Z0-9]+$/.test(code))
    return undefined;
  if (/^[0-9]+$/.test(code) && code.length < shortestForeignNumber) return undefined;
  return parseVoucherCode(code) === undefined ? code : undefined;
}

type CodeFault = "code_missing" | "code_letters" | "code_short" | "code_long" | "code_ours";

/** Why a code of another system can't be kept; undefined = it can. */
export function foreignCodeFault(written: string): CodeFault | undefined {
  const code = compactCode(written);
  if (code === "") return "code_missing";
  if (!/^[A-Z0-9]+$/.test(code)) return "code_letters";
  if (parseVoucherCode(code) !== undefined) return "code_ours";
  if (code.length > longestForeignCode) return "code_long";
  return parseForeignCode(code) === undefined ? "code_short" : undefined;
}

const compactCode = (text: string): string =>
  text
    .trim()
    .toUpperCase()
    .replace(/[\s._-]/g, "");
