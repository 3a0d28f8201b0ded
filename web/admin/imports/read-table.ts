import { mikhmonRows } from "./mikhmon.ts";
import { recordsOf } from "./read-records.ts";
import type { Program, Table } from "./table.ts";

const delimiters = [",", ";", "\t", "|"];
/** What stands above the headings is a title, a date, a shop's address. */
const mostAbove = 30;

/** What headings are looked for. */
export type KnownFile = {
  /** How many of a line's are known; 0 where it says nothing that a row needs. */
  knownColumns: (written: readonly string[]) => number;
  programOf: (written: readonly string[]) => Program | null;
  /** The table of a file that is a script; null where it is none. */
  scriptTable?: (text: string) => Table | null;
};

/** @returns null where no line names columns that are known */
export function tableOf(file: string, wanted: KnownFile): Table | null {
  const text = file.replace(/^\uFEFF/, "");
  return wanted.scriptTable?.(text) ?? csvTable(text, wanted);
}

function csvTable(text: string, wanted: KnownFile): Table | null {
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
function headOf(text: string, candidates: readonly string[], wanted: KnownFile): Head | undefined {
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
