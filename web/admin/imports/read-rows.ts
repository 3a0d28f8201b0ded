import { endOf } from "./read-end.ts";
import { textCell } from "./sheet-cell.ts";
import type { Line, Program, Table } from "./table.ts";

// What is read the same way of rows of vouchers, hotspot users and lines.

export type Content<Row> = {
  program: Program | null;
  /** 0 where the file needs no headings. */
  headRow: number;
  rows: Row[];
  /** Headings of which nothing is made, and some row has something below. */
  unread: string[];
};

export function contentOf<Row extends { unread: readonly string[] }>(
  table: Table,
  rowOf: (line: Line) => Row,
): Content<Row> {
  const { program, headRow, names } = table;
  const rows = table.rows.filter((line) => !isNoRow(line, table)).map(rowOf);
  const said = new Set(rows.flatMap((one) => one.unread));
  return { program, headRow, rows, unread: [...new Set(names.map(nameOf))].filter((name) => said.has(name)) };
}

/** Empty, or the headings once more where files were joined. */
const isNoRow = ({ cells }: Line, { names, headRow }: Table) =>
  headRow > 0 &&
  (cells.every((cell) => cell.trim() === "") ||
    (cells.length === names.length && cells.every((cell, place) => cell.trim() === names[place])));

/** A column without a heading is told by its place. */
const nameOf = (name: string, place: number): string => name || String(place + 1);

/** Headings of what a row says besides. @param read places of what something is made of */
export function unreadOf({ cells }: Line, { names, program }: Table, read: ReadonlySet<number>): string[] {
  return names.flatMap((name, place) => {
    const cell = textCell(cells[place] ?? "");
    // A router writes 0 for nothing.
    const isSaid = cell !== "" && !read.has(place) && !(program === "MikroTik" && cell === "0");
    return isSaid ? [nameOf(name, place)] : [];
  });
}

/** More cells with something in them than headings. */
export const isOverfull = ({ cells }: Line, { names }: Table): boolean =>
  cells.slice(names.length).some((cell) => cell.trim() !== "");

/** `ends`: as it is written, "" for none. `endsAt`: null also where it can't be read. */
export function endOfCells({ end, time }: { end: string; time: string }): {
  ends: string;
  endsAt: string | null;
} {
  const isNone = /^(?:|never|none|null|no|false|n\/a|-+|0+|0000-00-00.*)$/i.test(end);
  const ends = isNone ? "" : `${end} ${time}`.trim();
  return { ends, endsAt: ends === "" ? null : endOf(ends) };
}

type Marked = { row: number; fault: string | null; twin: number | null };

/** Of rows with one and the same key the first counts. @param keysOf what no two rows may have both */
export function markTwins<Row extends Marked>(rows: readonly Row[], keysOf: (row: Row) => string[]): void {
  const first = new Map<string, number>();
  for (const one of rows) {
    if (one.fault !== null) continue;
    const keys = keysOf(one);
    const twin = keys.map((key) => first.get(key)).find((row) => row !== undefined);
    if (twin === undefined) for (const key of keys) first.set(key, one.row);
    else Object.assign(one, { fault: "duplicate", twin });
  }
}

/** What the rows that can come in are on: plans or packages of the other system. */
export function byProfile<Row extends { profile: string; fault: unknown }>(
  rows: readonly Row[],
): { name: string; rows: Row[] }[] {
  const usable = rows.filter(({ fault }) => fault === null);
  return [...Map.groupBy(usable, ({ profile }) => profile)].map(([name, all]) => ({ name, rows: all }));
}
