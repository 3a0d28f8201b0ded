import { plain } from "#contract/values/pasted";

/**
 * What a cell said before a spreadsheet kept it: without the apostrophe or the formula that holds a text, and without invisible signs.
 * phpMyAdmin writes NULL for nothing.
 */
export function textCell(written: string): string {
  if (written === "") return "";
  const text = plain(written);
  if (text === "NULL" || text === "\\N") return "";
  const [, held] = /^="(.*)"$/.exec(text) ?? [];
  return (held ?? text.replace(/^'/, "")).trim();
}

/** The same of a code or a number, which a spreadsheet takes for an amount: `6386473243.0`, `2.54712345678E+11` where no digit is gone. */
export function digitsCell(written: string): string {
  const text = textCell(written);
  const [, first = "", rest = "", power] = /^(\d)[.,](\d+)E\+?(\d+)$/i.exec(text) ?? [];
  if (power !== undefined && rest.length === Number(power)) return first + rest;
  return text.replace(/^(\d+)[.,]0+$/, "$1");
}
