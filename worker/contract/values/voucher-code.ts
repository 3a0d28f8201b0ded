import { isCutNumber, plain, withoutEdges } from "./pasted.ts";

// Voucher codes: 10 characters of 32 letters and digits that nobody mistakes for one another (50 bits).

/** Crockford's alphabet: no I, L, O, U. */
export const voucherAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
export const voucherLength = 10;

/** 10 random bytes -> a code without dash. A byte's low 5 bits choose a character, so every character is equally likely. */
export function voucherCodeFrom(bytes: Uint8Array): string {
  return Array.from(bytes.slice(0, voucherLength), (byte) => voucherAlphabet[byte & 31]).join("");
}

/**
 * As typed or pasted (any case, with or without the dash, O for 0, I or L for 1, in quotes, in a link, in the message that the console
 * shares) -> the stored form; undefined where there is none, or more than one.
 */
export function parseVoucherCode(typed: string): string | undefined {
  const [only, ...more] = vouchersIn(typed);
  return more.length === 0 ? only : undefined;
}

/** The codes that a text can mean, in the stored form, each once. */
export function vouchersIn(typed: string): string[] {
  const text = plain(typed).toUpperCase();
  const alone = stored(text.replace(/[\s\p{P}\p{S}]/gu, ""));
  if (alone !== undefined) return [alone];
  const found = (pattern: RegExp) => [
    ...new Set(
      [...text.matchAll(pattern)].flatMap(([, first = "", second = ""]) => stored(first + second) ?? []),
    ),
  ];
  // As it is printed, then as one word, then in two: of words alone none is a code without a digit.
  const [printed, word, halves] = spellings.map(found);
  return [printed, word, halves].find((codes) => codes && codes.length > 0) ?? [];
}

const spellings = [
  /(?<![\p{L}\p{N}-])([A-Z0-9]{5})-([A-Z0-9]{5})(?![\p{L}\p{N}-])/gu,
  /(?<![\p{L}\p{N}])(?=[A-Z]*\d)(?!0[17]\d{8})([A-Z0-9]{10})(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])(?=[A-Z]*[ ._]?[A-Z]*\d)([A-Z0-9]{5})[ ._]([A-Z0-9]{5})(?![\p{L}\p{N}])/gu,
];

function stored(code: string): string | undefined {
  const plainCode = code.replace(/O/g, "0").replace(/[IL]/g, "1");
  return /^[0-9A-HJKMNP-TV-Z]{10}$/.test(plainCode) ? plainCode : undefined;
}

/** `ABCDE12345` -> `ABCDE-12345`, as printed and shown; one of another system, of another length, as it is. */
export function formatVoucherCode(code: string): string {
  if (code.length !== voucherLength) return code;
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}

// Voucher codes that another system made and that were imported. They keep their own letters, none is read as another; but those that
// could be ours, ten signs of our alphabet, are read as ours are.

const shortestForeignCode = 5;
/** Digits alone are guessed sooner. */
const shortestForeignNumber = 6;
const longestForeignCode = 32;

/**
 * As typed or pasted (any case, with spaces, dashes, dots or low lines, in quotes, behind "Code:", in our own link) -> the stored form;
 * undefined where it can be no foreign code.
 */
export function parseForeignCode(typed: string): string | undefined {
  const text = plain(typed).toUpperCase();
  const linked = /[?&]CODE=([A-Z0-9._-]+)/.exec(text)?.[1];
  const code = compactCode(
    withoutEdges(linked ?? text.replace(/^(?:VOUCHER|VOCHA|CODE|NAMBARI)\s*[:#=-]\s*/, "")),
  );
  if (code.length < shortestForeignCode || code.length > longestForeignCode || !/^[A-Z0-9]+$/.test(code))
    return undefined;
  if (/^[0-9]+$/.test(code) && code.length < shortestForeignNumber) return undefined;
  return stored(code) === undefined ? code : undefined;
}

type CodeFault = "code_missing" | "code_letters" | "code_digits" | "code_short" | "code_long";

/** Why a code in another system's file can't be kept; undefined = it can. */
export function foreignCodeFault(written: string): CodeFault | undefined {
  const code = compactCode(written);
  if (code === "") return "code_missing";
  if (isCutNumber(written)) return "code_digits";
  if (!/^[A-Z0-9]+$/.test(code)) return "code_letters";
  if (code.length > longestForeignCode) return "code_long";
  return importedCode(written) === undefined ? "code_short" : undefined;
}

/**
 * The stored form of a code in another system's file, undefined where it can't be kept. One that reads as ours is stored as ours are, so
 * that no two vouchers are opened by one code.
 */
export function importedCode(written: string): string | undefined {
  if (isCutNumber(written)) return undefined;
  return stored(compactCode(written)) ?? parseForeignCode(written);
}

const compactCode = (text: string): string =>
  plain(text)
    .toUpperCase()
    .replace(/[\s._-]/g, "");
