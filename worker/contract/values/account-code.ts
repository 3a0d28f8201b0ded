import { plain } from "./pasted.ts";

// What a payer types as account number at a pay bill: the code of one purchase, or a customer's own number, which is always the same. Seven
// digits and a check digit after Damm, which finds every single wrong digit and every swap of two neighbours: a mistyped one is no
// one's, never another's. By the first digit one is never taken for the other.

/** Damm's quasigroup of order ten, one row a digit. */
const table = [
  ...["0317598642", "7092154863", "4206871359", "1750983426", "6123045978"],
  ...["3674209581", "5869720134", "8945362017", "9438617205", "2581436790"],
];

const longestTyped = 100;

/** No code begins with 0: number fields drop it. Those of purchases begin with 1 to 7, those of customers with 8 or 9. */
const first = 1_000_000;
export const accountCodes = 7_000_000;
const firstOfCustomers = 8_000_000;
const customerNumbers = 2_000_000;

function checkDigit(digits: string): string {
  let interim = 0;
  for (const digit of digits) interim = Number(table[interim]?.[Number(digit)]);
  return String(interim);
}

/** @param random a whole number; those that differ modulo 7,000,000 make different codes */
export function accountCodeFrom(random: number): string {
  return withCheckDigit(first + (random % accountCodes));
}

/** @param random a whole number; those that differ modulo 2,000,000 make different numbers */
export function customerNumberFrom(random: number): string {
  return withCheckDigit(firstOfCustomers + (random % customerNumbers));
}

/** @param code as `parseAccountCode` returns it */
export function isCustomerNumber(code: string): boolean {
  return code >= String(firstOfCustomers);
}

function withCheckDigit(number: number): string {
  const digits = String(number);
  return digits + checkDigit(digits);
}

/** What people write before a number that is asked for as "account": `Acc no.`, `A/C:`, `akaunti`. */
const label = /^\s*(?:account|acct?|a\s*\/?\s*c|akaunti)(?:\s*\.?\s*(?:number|num|no|nambari))?(?![\p{L}])/iu;

/**
 * As typed or pasted (spaces, dashes and other signs anywhere, behind "acc" or "#") -> the eight digits, or undefined where no code reads
 * like that: other letters or digits beside it make it another number.
 */
export function parseAccountCode(typed: string): string | undefined {
  const code = plain(typed.slice(0, longestTyped))
    .replace(label, "")
    .replace(/[\s\p{P}\p{S}]/gu, "");
  return /^[1-9]\d{7}$/.test(code) && checkDigit(code) === "0" ? code : undefined;
}

/**
 * The customer's number in what was typed, also beside a name or a house: `81234567 Mercy`. Undefined where none or two read like one: a
 * person decides.
 */
export function customerNumberIn(typed: string): string | undefined {
  const runs = plain(typed.slice(0, longestTyped)).match(/\d(?:[\s\p{P}\p{S}]*\d)*/gu) ?? [];
  const found = new Set(runs.map((run) => parseAccountCode(run)));
  const numbers = [...found].filter((code) => code !== undefined && isCustomerNumber(code));
  return numbers.length === 1 ? numbers[0] : undefined;
}

/** `12345678` -> `1234 5678`, as shown. */
export function formatAccountCode(code: string): string {
  return `${code.slice(0, 4)} ${code.slice(4)}`;
}
