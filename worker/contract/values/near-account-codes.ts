import { isCustomerNumber, parseAccountCode } from "./account-code.ts";
import { plain } from "./pasted.ts";

const longestTyped = 100;

/** Numbers of customers that a payer may have meant: one digit is another, missing or too much, or two neighbours are swapped. */
export function customerNumbersNear(typed: string): string[] {
  const digits = plain(typed.slice(0, longestTyped)).replace(/\D/gu, "");
  if (digits.length < 7 || digits.length > 9) return [];
  const places = Array.from({ length: digits.length + 1 }, (_, place) => place);
  const changed = (place: number, left: number, put: string) =>
    digits.slice(0, place) + put + digits.slice(place + left);
  const near = places.flatMap((place) => [
    changed(place, 1, ""),
    changed(
      place,
      2,
      digits
        .slice(place, place + 2)
        .split("")
        .reverse()
        .join(""),
    ),
    ...Array.from("0123456789", (digit) => [changed(place, 1, digit), changed(place, 0, digit)]).flat(),
  ]);
  const codes = new Set(near.map((one) => parseAccountCode(one)));
  return [...codes].filter((code): code is string => code !== undefined && isCustomerNumber(code));
}
