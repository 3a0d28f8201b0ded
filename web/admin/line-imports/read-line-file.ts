import { parseKenyanMobile } from "#contract/values/phone";
import type { Places } from "../imports/columns.ts";
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
import { centsIn, mbpsIn, type Standing, standingOf } from "./line-cells.ts";
import { type LineColumn, lineColumns, lineFile, linePlacesOf } from "./line-headings.ts";

// A file of another system's customers -> whose line each row is, and how it stands.

/** Why a row is left out, as far as the file alone tells. */
export type LineFileFault =
  | ("left" | "hotspot" | "status_unknown" | "end_unreadable" | "balance_unreadable" | "balance_differs")
  | ("duplicate" | "cells" | "open_quote" | "long");

export type LineFileRow = {
  /** As a spreadsheet counts. */
  row: number;
  /** The row in which its customer stands first. */
  of: number;
  name: string;
  phone: string;
  email: string;
  /** The customer's number in the other system. */
  number: string;
  login: string;
  password: string;
  /** The package as the file names it, its KES where it has no name; "" for none. */
  profile: string;
  /** Cents; null where the file has none. */
  price: number | null;
  mbps: number | null;
  /** Null: none is written. */
  endsAt: string | null;
  /** As they are written. */
  ends: string;
  status: string;
  isBlocked: boolean;
  /** Cents of the customer; below zero it is owed there. */
  balance: number;
  fault: LineFileFault | null;
  /** The row that has the same name, or is the same customer's with another balance. */
  twin: number | null;
  /** Headings of what this row says besides. */
  unread: string[];
};

export type LineProfile = { name: string; price: number | null; mbps: number | null; count: number };

export type ReadLineFile = Content<LineFileRow> & {
  profiles: LineProfile[];
  /** It has a column for how lines dial. */
  hasLogins: boolean;
};

type Cells = { [column in LineColumn]: string };

/** @returns null where no column says whose line a row is */
export function readLineFile(text: string): ReadLineFile | null {
  const table = tableOf(text, lineFile);
  if (!table) return null;
  const places = linePlacesOf(table.names);
  const content = contentOf(table, (line) => rowOf(line, table, places));
  const { rows } = content;
  markCustomers(rows);
  markTwins(rows, ({ login }) => (login === "" ? [] : [login.toLowerCase()]));
  return { ...content, profiles: profilesOf(rows), hasLogins: places.login >= 0 };
}

/** Cells that are codes or numbers, which spreadsheets change. */
const numeric: ReadonlySet<LineColumn> = new Set(["login", "password", "phone", "number"]);
/** More of a cell is sent nowhere. */
const most: Partial<Record<LineColumn, number>> = {
  name: 300,
  phone: 100,
  email: 300,
  number: 100,
  login: 200,
  password: 200,
  profile: 200,
};

function cellsOf(line: Line, places: Places<LineColumn>): Cells {
  const read = (column: LineColumn) => {
    const written = line.cells[places[column]] ?? "";
    const text = numeric.has(column) ? digitsCell(written) : textCell(written);
    // Where nothing was typed, PHPNuxBill has a figure of its own.
    const isNone = column === "phone" || column === "email" ? /^(?:[01-]+|n\/a|none)$/i.test(text) : false;
    return isNone ? "" : text;
  };
  return Object.fromEntries(lineColumns.map((column) => [column, read(column)])) as Cells;
}

function rowOf(line: Line, table: Table, places: Places<LineColumn>): LineFileRow {
  const cells = cellsOf(line, places);
  const names = `${cells.firstName} ${cells.lastName}`.trim();
  const price = cells.price === "" ? null : centsIn(cells.price);
  const { ends, endsAt } = endOfCells(cells);
  const standing = /hotspot/i.test(cells.type) ? "hotspot" : standingOf(cells.status);
  const balance = cells.balance === "" ? 0 : centsIn(cells.balance);
  const found: Omit<LineFileRow, "fault"> = {
    row: line.row,
    of: line.row,
    name: cells.name || names || cells.company,
    phone: cells.phone,
    email: cells.email,
    number: cells.number,
    login: cells.login,
    password: cells.password,
    profile: cells.profile || (price === null ? "" : String(price / 100)),
    price,
    mbps: mbpsIn(cells.speed) ?? mbpsIn(cells.profile),
    endsAt,
    ends,
    status: cells.status,
    isBlocked: standing === "blocked",
    balance: balance ?? 0,
    twin: null,
    unread: unreadOf(line, table, readPlaces(places)),
  };
  const isLong = lineColumns.some((column) => cells[column].length > (most[column] ?? 1_000));
  if (line.isOpen) return shortened(found, "open_quote");
  if (isOverfull(line, table)) return shortened(found, "cells");
  if (isLong) return shortened(found, "long");
  const fault = faultOf(standing) ?? (ends !== "" && endsAt === null ? "end_unreadable" : null);
  return { ...found, fault: fault ?? (balance === null ? "balance_unreadable" : null) };
}

const faultOf = (standing: Standing | null): LineFileFault | null =>
  standing === null ? "status_unknown" : standing === "left" || standing === "hotspot" ? standing : null;

/** What is shown of it stays short. */
function shortened(found: Omit<LineFileRow, "fault">, fault: LineFileFault): LineFileRow {
  const short = (text: string) => text.slice(0, 60);
  const { name, login, profile, ends, status } = found;
  const shown = { name: short(name), login: short(login), profile: short(profile) };
  return { ...found, ...shown, ends: short(ends), status: short(status), fault };
}

function readPlaces(places: Places<LineColumn>): Set<number> {
  const read = new Set<number>(Object.values(places));
  // A part of a name that stands in another column besides.
  if (places.name >= 0) for (const column of ["firstName", "lastName"] as const) read.delete(places[column]);
  return read;
}

/** Rows of one customer: by the number there with the name or the phone, else by both of these. */
function markCustomers(rows: LineFileRow[]): void {
  const first = new Map<string, LineFileRow>();
  for (const one of rows) {
    const name = one.name.toLowerCase();
    const phone = parseKenyanMobile(one.phone) ?? one.phone;
    const keys = [
      ...(one.number === "" ? [] : [`number ${one.number} name ${name}`]),
      ...(one.number === "" || phone === "" ? [] : [`number ${one.number} phone ${phone}`]),
      ...(one.number !== "" || phone === "" || name === "" ? [] : [`name ${name} phone ${phone}`]),
    ];
    const known = keys.map((key) => first.get(key)).find((row) => row !== undefined);
    if (known) one.of = known.of;
    for (const key of keys) if (!first.has(key)) first.set(key, known ?? one);
    if (!known || one.fault !== null || known.balance === one.balance) continue;
    // A cell that is left empty says nothing.
    if (one.balance === 0) one.balance = known.balance;
    else if (known.balance === 0) known.balance = one.balance;
    else Object.assign(one, { fault: "balance_differs", twin: known.row });
  }
}

function profilesOf(rows: readonly LineFileRow[]): LineProfile[] {
  return byProfile(rows).map(({ name, rows: all }) => {
    const prices = new Set(all.map(({ price }) => price));
    const [price = null] = prices;
    return { name, price: prices.size === 1 ? price : null, mbps: all[0]?.mbps ?? null, count: all.length };
  });
}
