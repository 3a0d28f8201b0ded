import type { NotKept } from "#contract/imports";
import { isGuessable, talliesOf } from "#contract/values/code-strength";
import { parseMac } from "#contract/values/mac";
import { parseKenyanMobile } from "#contract/values/phone";
import { importedCode } from "#contract/values/voucher-code";
import type { Places } from "../imports/columns.ts";
import { endIn } from "../imports/read-end.ts";
import {
  byProfile,
  type Content,
  contentOf,
  endOfCells,
  isOverfull,
  markTwins,
  unreadOf,
} from "../imports/read-rows.ts";
import { tableOf } from "../imports/read-table.ts";
import { digitsCell, textCell } from "../imports/sheet-cell.ts";
import type { Line, Table } from "../imports/table.ts";
import { type Column, columns, hotspotFile, placesOf } from "./headings.ts";

// A file of another system -> what each row says, whichever program wrote it (docs/reference/imports.md).

/** Why a row is left out, as far as the file alone tells. */
export type FileFault =
  | "used"
  | "stopped"
  | "not_hotspot"
  | "system"
  | "nobody"
  | "end_missing"
  | "end_unreadable"
  | "code_long"
  | "mac_wrong"
  | "cells"
  | "open_quote"
  | "duplicate"
  | "guessable";

/** A value that does not come along, as it is written. */
export type Lost = NotKept & { written: string };

export type FileRow = {
  /** As a spreadsheet counts. */
  row: number;
  kind: "voucher" | "customer";
  /** As printed; "" for none. */
  code: string;
  /** What the row is called in lists: its code or its user. */
  name: string;
  /** "" where the file names none. */
  profile: string;
  endsAt: string | null;
  /** The end as it is written; "" for none. */
  ends: string;
  mac: string;
  phone: string;
  fault: FileFault | null;
  /** The row that has the same code or device. */
  twin: number | null;
  /** What is not even sent. */
  lost: Lost[];
  /** Headings of what this row says besides, which nothing is made of. */
  unread: string[];
};

export type ReadFile = Content<FileRow> & { profiles: { name: string; count: number }[] };

type Cells = { [column in Column]: string };

/** @returns null where no column says what a row is */
export function readFile(text: string): ReadFile | null {
  const table = tableOf(text, hotspotFile);
  if (!table) return null;
  const places = placesOf(table.names);
  const content = contentOf(table, (line) => rowOf(line, table, places));
  const { rows } = content;
  markTwins(rows, keysOf);
  markGuessable(rows);
  const profiles = byProfile(rows).map(({ name, rows: { length } }) => ({ name, count: length }));
  return { ...content, profiles };
}

/** Cells that are codes or numbers, which spreadsheets change. */
const numeric: ReadonlySet<Column> = new Set(["code", "username", "password", "phone", "mac"]);

function cellsOf(line: Line, { names, delimiter }: Table, places: Places<Column>): Cells {
  const isLast = places.comment === names.length - 1;
  const written = (column: Column) =>
    // Where nothing is quoted, commas of a comment that stands last are its own.
    column === "comment" && isLast
      ? line.cells.slice(places.comment).join(delimiter)
      : (line.cells[places[column]] ?? "");
  const read = (column: Column) => {
    const text = numeric.has(column) ? digitsCell(written(column)) : textCell(written(column));
    return (column === "phone" || column === "mac") && /^(?:-+|n\/a|none)$/i.test(text) ? "" : text;
  };
  return Object.fromEntries(columns.map((column) => [column, read(column)])) as Cells;
}

function rowOf(line: Line, table: Table, places: Places<Column>): FileRow {
  const cells = cellsOf(line, table, places);
  const hasCode = places.code >= 0;
  const hasPassword = places.password >= 0;
  const { username, password, comment } = cells;
  // Mikhmon writes the end into the comment when a voucher is begun.
  const begun = hasPassword ? endIn(comment) : null;
  const { ends, endsAt } = endOfCells(cells);
  const code = hasCode ? cells.code : hasPassword ? codeOf(username, password) : "";
  const kind: FileRow["kind"] = code === "" || begun !== null || cells.mac !== "" ? "customer" : "voucher";
  const isPhone = (code === "" || cells.mac !== "") && parseKenyanMobile(username) !== undefined;
  const written = cells.phone || (isPhone ? username : "");
  const isSent = written.length <= mostOfPhone;
  const phone = isSent ? written : "";
  const found: Omit<FileRow, "fault"> = {
    row: line.row,
    kind,
    code,
    name: code || username || cells.mac || phone,
    profile: cells.profile,
    endsAt: ends === "" ? begun : endsAt,
    ends,
    mac: cells.mac,
    phone,
    twin: null,
    lost: isSent ? [] : [{ value: "phone", why: "phone_wrong", written }],
    unread: unreadOf(line, table, readPlaces(places, { hasEnd: begun !== null, isPhone })),
  };
  const isUneven =
    table.program === "Mikhmon"
      ? line.cells.length < 3
      : places.comment !== table.names.length - 1 && isOverfull(line, table);
  if (line.isOpen) return { ...found, fault: "open_quote" };
  if (isUneven) return { ...found, fault: "cells" };
  return { ...found, fault: faultOf(cells, found, ends !== "" && endsAt === null) };
}

/** Who had a name and another password types both, one after the other. */
function codeOf(username: string, password: string): string {
  return password === "" || password === username ? username : `${username} ${password}`;
}

/** What is read decides something of every row. */
function readPlaces(places: Places<Column>, of: { hasEnd: boolean; isPhone: boolean }): Set<number> {
  return new Set([
    ...[places.profile, places.end, places.phone, places.mac, places.status, places.used, places.disabled],
    ...[places.type, places.code],
    ...(places.code < 0 && places.password >= 0 ? [places.username, places.password] : []),
    ...(of.isPhone ? [places.username] : []),
    ...(places.end < 0 ? [] : [places.time]),
    ...(of.hasEnd ? [places.comment] : []),
  ]);
}

function faultOf(cells: Cells, found: Omit<FileRow, "fault">, isUnreadable: boolean): FileFault | null {
  // The router's own rows, which are no vouchers.
  if (cells.username === "default-trial" || cells.comment.startsWith("counters and limits for"))
    return "system";
  if (/pppoe/i.test(cells.type)) return "not_hotspot";
  // Mikhmon leaves one second to a voucher that is over.
  if (/^(?:1s|00:00:01)$/.test(cells.timeLimit)) return "used";
  if (/^(?:[1-9]\d*|true|yes)$/i.test(cells.used)) return "used";
  if (/^(?:true|yes)$/i.test(cells.disabled) || /^(?:revoked|disabled|blocked)$/i.test(cells.status))
    return "stopped";
  if (found.kind === "voucher" && /^(?:1|used|used_multiple|terpakai)$/i.test(cells.status)) return "used";
  if (found.kind === "customer" && /^(?:off|expired|inactive)$/i.test(cells.status)) return "used";
  if (found.name === "") return "nobody";
  if (found.code.length > mostSigns) return "code_long";
  if (found.mac !== "" && parseMac(found.mac) === undefined) return "mac_wrong";
  if (isUnreadable) return "end_unreadable";
  return found.kind === "customer" && found.endsAt === null ? "end_missing" : null;
}

/** More is not sent. */
const mostSigns = 100;
const mostOfPhone = 64;

/** One code, or one device, is one row. */
const keysOf = ({ code, mac }: FileRow): string[] => [
  ...(code === "" ? [] : [`code ${importedCode(code) ?? code.toUpperCase()}`]),
  ...(mac === "" ? [] : [`device ${parseMac(mac) ?? mac}`]),
];

/** A customer gets a code of ours instead. What is there already is known to the server alone, which judges by the same rule. */
function markGuessable(rows: FileRow[]): void {
  const coded = rows.flatMap((one) => {
    const code = one.fault === null && one.mac === "" ? importedCode(one.code) : undefined;
    return code === undefined ? [] : [{ one, code }];
  });
  const tallies = talliesOf(coded.map(({ code }) => code)).filter(isGuessable);
  const lengths = new Set(tallies.map(({ signs }) => signs.length));
  for (const { one, code } of coded) {
    if (!lengths.has(code.length)) continue;
    if (one.kind === "customer") {
      one.lost.push({ value: "code", why: "code_guessable", written: one.code });
      one.code = "";
    } else one.fault = "guessable";
  }
}
