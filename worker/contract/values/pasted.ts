// Codes and numbers as they are pasted: chats, keyboards and spreadsheets add invisible and typographic characters.

/**
 * The same text in plain characters: without invisible ones (marks of direction, zero widths), every dash a hyphen, full-width letters
 * and digits as ASCII, every gap a space.
 */
export function plain(text: string): string {
  return text
    .replace(/\p{Cf}|\p{Variation_Selector}/gu, "")
    .replace(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\p{Pd}\u2043\u2212]/gu, "-")
    .replace(/[\s\p{Z}\p{Cc}]/gu, " ")
    .trim();
}

/** Without the quotes, stars and stops that stand around a word in a message. */
export function withoutEdges(text: string): string {
  return text.replace(/^[^\p{L}\p{N}+(]+|[^\p{L}\p{N})]+$/gu, "");
}

/** A long number as a spreadsheet shows it, `2.54713E+11`: its last digits are gone. */
export function isCutNumber(text: string): boolean {
  return /^\d+(?:[.,]\d+)?E\+\d+$/i.test(plain(text));
}

/** `a@x.ke, b@y.ke` -> each address; empty parts are left out. */
export const emailsIn = (text: string) =>
  text
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
