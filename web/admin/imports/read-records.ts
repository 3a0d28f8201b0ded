import type { Line } from "./table.ts";

// The text of a CSV -> its records. A tolerant reader: other programs write quotes where they end nothing, and a row that a strict one
// swallows is a voucher lost.

/** @param width how many columns there are, as far as it is known */
export function recordsOf(text: string, delimiter: string, width = 0): Line[] {
  const records: Line[] = [];
  let cells: string[] = [];
  let isOpen = false;
  for (let at = 0; ; ) {
    const quoted = quotedAt(text, at, delimiter);
    const end = quoted?.end ?? endOfCell(text, at, delimiter);
    const cell = quoted?.cell ?? text.slice(at, end);
    if (quoted && runsOver(cell, delimiter, width)) isOpen = true;
    cells.push(cell);
    at = end + 1;
    if (text[end] === delimiter) continue;
    records.push({ row: records.length + 1, cells, isOpen });
    cells = [];
    isOpen = false;
    if (end >= text.length) return records;
    if (text[end] === "\r" && text[at] === "\n") at += 1;
  }
}

function endOfCell(text: string, from: number, delimiter: string): number {
  let at = from;
  while (at < text.length && text[at] !== delimiter && text[at] !== "\n" && text[at] !== "\r") at += 1;
  return at;
}

/** Quotes hold a cell only where they stand around all of it; others are signs like any. */
function quotedAt(text: string, from: number, delimiter: string): { cell: string; end: number } | undefined {
  let at = from;
  while (text[at] === " ") at += 1;
  if (text[at] !== '"') return undefined;
  const begin = at + 1;
  for (at = text.indexOf('"', begin); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] === '"') continue;
    let end = at + 1;
    while (text[end] === " ") end += 1;
    const isWhole = end >= text.length || [delimiter, "\n", "\r"].includes(text[end] ?? "");
    return isWhole ? { cell: text.slice(begin, at).replaceAll('""', '"'), end } : undefined;
  }
  return undefined;
}

/** Lines of a cell are words; these have as many cells as a row. */
function runsOver(cell: string, delimiter: string, width: number): boolean {
  const [, ...lines] = cell.split(/\r\n|\r|\n/);
  return width > 1 && lines.some((line) => line.split(delimiter).length >= width);
}
