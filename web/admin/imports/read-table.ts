import { isMikhmonHead, knownColumns, type Program, programOf } from "./headings.ts";
import { recordsOf } from "./read-records.ts";
import { scriptTable } from "./read-script.ts";
import type { Line, Table } from "./table.ts";

const delimiters = [",", ";", "\t", "|"];
/** What stands above the headings is a title, a date, a shop's address. */
const mostAbove = 30;

/** What headings are looked for. */
export type Headings = {
  /** How many of a line's are known; 0 where it says nothing that a row needs. */
  knownColumns: (written: readonly string[]) => number;
  programOf: (written: readonly string[]) => Program | null;
};

/** Of vouchers and hotspot users. @returns null where no line names columns that are known */
export function tableOf(text: string): Table | null {
  return scriptTable(text) ?? tableWith(text, { knownColumns, programOf });
}

/** @returns null where no line names columns that are known */
export function tableWith(text: string, wanted: Headings): Table | null {
  // Excel hides this line, and does not count it.
  const [told, said] = /^sep=(.)[ \t,;|]*(?:\r\n|\r|\n|$)/i.exec(text) ?? [];
  const body = told === undefined ? text : text.slice(told.length);
  const head = headOf(body, said === undefined ? delimiters : [said], wanted);
  if (!head) return null;
  const { delimiter, names, row: headRow } = head;
  const mikhmon = delimiter === "," ? mikhmonRows(body, headRow) : null;
  const rows = mikhmon ?? recordsOf(body, delimiter, names.length).slice(headRow);
  return { names, headRow, program: wanted.programOf(names), delimiter, rows };
}

type Head = { delimiter: string; names: string[]; row: number; known: number };

/** The line with the most columns that are known, the first of several. */
function headOf(text: string, candidates: readonly string[], wanted: Headings): Head | undefined {
  const [start = ""] = new RegExp(`(?:[^\\r\\n]*(?:\\r\\n|\\r|\\n|$)){1,${mostAbove}}`).exec(text) ?? [];
  let best: Head | undefined;
  for (const delimiter of candidates)
    for (const { cells, row } of recordsOf(start, delimiter)) {
      const known = wanted.knownColumns(cells);
      if (known > (best?.known ?? 0))
        best = { delimiter, names: cells.map((cell) => cell.trim()), row, known };
    }
  return best;
}

/**
 * Mikhmon joins its cells by commas and quotes none: a comment has commas and quotes of its own, and so may a plan's name. @returns null
 * where the file is none of its own
 */
function mikhmonRows(text: string, headRow: number): Line[] | null {
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
