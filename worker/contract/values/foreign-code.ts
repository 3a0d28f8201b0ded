// Voucher codes that another system made and that were imported. They keep their own letters: none is read as another.

import { parseVoucherCode } from "./voucher-code.ts";

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

/** One guess in so many may hit a code, no more. */
export const fewestGuesses = 500;

const enoughToLearnFrom = 50;

/**
 * How many guesses it takes, in the mean, to hit one of these codes, for somebody who has seen what they look like: the place of a
 * common start adds nothing, and a place where the codes have sixteen letters counts as sixteen. @param codes of one length, stored form
 */
export function guessesNeeded(codes: readonly string[]): number {
  const length = codes[0]?.length ?? 0;
  let space = 1;
  for (let place = 0; place < length; place += 1) {
    const seen = new Set(codes.map((code) => code[place] ?? ""));
    space *= codes.length < enoughToLearnFrom ? sizeOf(seen) : seen.size;
  }
  return space / Math.max(1, codes.length);
}

/** Of few codes nobody can tell which letters are left out. */
function sizeOf(seen: ReadonlySet<string>): number {
  const signs = [...seen];
  const digits = signs.some((sign) => /[0-9]/.test(sign)) ? 10 : 0;
  return digits + (signs.some((sign) => /[A-Z]/.test(sign)) ? 20 : 0);
}
