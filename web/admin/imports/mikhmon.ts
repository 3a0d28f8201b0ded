import { recordsOf } from "./read-records.ts";
import type { Line } from "./table.ts";

/** Headings that Mikhmon gives its users, plain. */
export const ofMikhmon = ["username", "password", "profile", "timelimit", "datalimit", "comment"];

/** As Mikhmon's own button writes it, before a spreadsheet kept it: six words, joined by commas. */
function isMikhmonHead(line: string): boolean {
  const cells = line.split(",").map((cell) => cell.trim().toLowerCase().replace(" ", ""));
  return cells.length === ofMikhmon.length && cells.every((cell, place) => cell === ofMikhmon[place]);
}

/**
 * Mikhmon joins its cells by commas and quotes none: a comment has commas and quotes of its own, and so may a plan's name. @returns null
 * where the file is none of its own
 */
export function mikhmonRows(text: string, headRow: number): Line[] | null {
  const lines = text.split(/\r\n|\r|\n/);
  if (!isMikhmonHead(lines[headRow - 1] ?? "")) return null;
  return lines.slice(headRow).map((line, place) => ({
    row: headRow + place + 1,
    cells: line.trim() === "" ? [] : mikhmonCells(line),
    isOpen: false,
  }));
}

const timeLimit = /^(?:(?:\d+[wdhms])+|(?:\d+[wd])*\d\d:\d\d:\d\d)?$/;
const dataLimit = /^\d*$/;

function mikhmonCells(line: string): string[] {
  // A spreadsheet that kept it has put quotes where they belong.
  const [kept] = recordsOf(line, ",");
  if (kept?.cells.length === 6 && line.includes('"')) return kept.cells;
  const parts = line.split(",");
  // Cut off, it stays as short as it is, and is told of for it.
  if (parts.length < 3) return parts;
  const found = parts.findIndex(
    (part, place) => place > 2 && timeLimit.test(part) && dataLimit.test(parts[place + 1] ?? "-"),
  );
  const limits = found < 0 ? 3 : found;
  const [user = "", password = ""] = parts;
  return [
    ...[user, password, parts.slice(2, limits).join(",")],
    ...parts.slice(limits, limits + 2),
    ...(parts.length > limits + 2 ? [parts.slice(limits + 2).join(",")] : []),
  ];
}
