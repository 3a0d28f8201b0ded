import { isGuessable, talliesOf } from "#contract/values/guessable-codes";
import { parseKenyanMobile } from "#contract/values/phone";
import { parseForeignCode } from "#contract/values/voucher-code";
import { endOf } from "./read-end.ts";

// A CSV of another system -> what each row says, whichever program wrote it (docs/reference/imports.md).

/** Why a row is left out, as far as the file alone tells. */
export type FileFault =
  | "used"
  | "not_hotspot"
  | "system"
  | "no_plan"
  | "nobody"
  | "end_unreadable"
  | "duplicate"
  | "guessable";

export type FileRow = {
  /** As a spreadsheet counts: the first line, the headings, is 1. */
  row: number;
  kind: "voucher" | "customer";
  /** As printed; "" for none. */
  code: string;
  /** What the row is called in lists: its code or its user. */
  name: string;
  profile: string;
  endsAt: string | null;
  mac: string;
  phone: string;
  fault: FileFault | null;
  /** The row that has the same code or device. */
  twin: number | null;
};

export type ReadFile = {
  program: "Mikhmon" | "PHPNuxBill" | null;
  rows: FileRow[];
  profiles: { name: string; count: number }[];
};

/** Headings without signs and in small letters; the first one that a file has counts. */
const headings = {
  code: ["codevoucher", "code", "vouchercode", "voucher", "pincode", "pin"],
  username: ["username", "user", "login", "name"],
  password: ["password"],
  profile: [
    "profile",
    "planname",
    "nameplan",
    "namebp",
    "plan",
    "package",
    "packagename",
    "idplan",
    "planid",
  ],
  end: [
    ...["expiration", "expires", "expiresat", "expiry", "expirydate", "expiredate", "expired"],
    ...["ends", "endsat", "validuntil", "validtill", "end"],
  ],
  time: ["time"],
  comment: ["comment"],
  phone: ["phonenumber", "phone", "mobile", "msisdn"],
  mac: ["macaddress", "mac", "deviceaddress", "callerid"],
  status: ["statusvoucher", "status"],
  type: ["type", "servicetype"],
  timeLimit: ["timelimit", "limituptime"],
} as const;
type Column = keyof typeof headings;
type Cells = Record<Column, string>;

const plain = (heading: string) => heading.toLowerCase().replace(/[^a-z]/g, "");

/** @param lines of the file, parsed, with their headings first @returns null where no column says what a row is */
export function readFile(lines: readonly (readonly string[])[]): ReadFile | null {
  const names = (lines[0] ?? []).map(plain);
  const placeOf = (column: Column) =>
    headings[column].map((name) => names.indexOf(name)).find((place) => place >= 0) ?? -1;
  const places = Object.fromEntries(
    Object.keys(headings).map((column) => [column, placeOf(column as Column)]),
  ) as Record<Column, number>;
  if (places.code < 0 && places.username < 0 && places.mac < 0 && places.phone < 0) return null;
  const hasCode = places.code >= 0;
  const rows = lines.slice(1).flatMap((line, place) => {
    if (line.every((cell) => cell.trim() === "")) return [];
    // Mikhmon writes its cells without quotes, its comment last: commas in that are its own.
    const cell = (column: Column) =>
      column === "comment" && places.comment === names.length - 1
        ? line.slice(places.comment).join(",")
        : (line[places[column]] ?? "");
    const cells = Object.fromEntries(
      Object.keys(headings).map((column) => [column, cell(column as Column).trim()]),
    ) as Cells;
    return [rowOf(cells, place + 2, hasCode, places.password >= 0)];
  });
  markTwins(rows);
  markGuessable(rows);
  return { program: programOf(names), rows, profiles: profilesOf(rows) };
}

function programOf(names: readonly string[]): ReadFile["program"] {
  const has = (...wanted: string[]) => wanted.every((name) => names.includes(name));
  if (has("username", "password", "profile", "timelimit", "datalimit", "comment")) return "Mikhmon";
  return has("codevoucher") || has("idplan", "code") || has("namebp") || has("servicetype")
    ? "PHPNuxBill"
    : null;
}

function rowOf(cells: Cells, row: number, hasCode: boolean, hasPassword: boolean): FileRow {
  const { username, password, comment } = cells;
  // Mikhmon writes the end into the comment when a voucher is begun.
  const begun = hasPassword ? endOf(comment) : null;
  const written = cells.end === "" ? "" : `${cells.end} ${cells.time}`.trim();
  const end = written === "" ? begun : endOf(written);
  const code = hasCode ? cells.code : hasPassword ? codeOf(username, password) : "";
  const kind: FileRow["kind"] = code === "" || begun !== null || cells.mac !== "" ? "customer" : "voucher";
  const phone = cells.phone || (parseKenyanMobile(username) ? username : "");
  const found: Omit<FileRow, "fault"> = {
    ...{ row, kind, code, name: code || username || cells.mac || phone, profile: cells.profile },
    ...{ endsAt: end, mac: cells.mac, phone, twin: null },
  };
  return { ...found, fault: faultOf(cells, found, written !== "" && end === null) };
}

/** Who had a name and another password types both, one after the other. */
function codeOf(username: string, password: string): string {
  return password === "" || password === username ? username : `${username} ${password}`;
}

function faultOf(cells: Cells, found: Omit<FileRow, "fault">, isUnreadable: boolean): FileFault | null {
  // The router's own rows, which are no vouchers.
  if (cells.username === "default-trial" || cells.comment.startsWith("counters and limits for"))
    return "system";
  if (/pppoe/i.test(cells.type)) return "not_hotspot";
  // Mikhmon leaves one second to a voucher that is over.
  if (cells.timeLimit === "1s") return "used";
  if (found.kind === "voucher" && /^(1|used|terpakai)$/i.test(cells.status)) return "used";
  if (found.kind === "customer" && /^(off|expired|inactive)$/i.test(cells.status)) return "used";
  if (found.name === "") return "nobody";
  if (isUnreadable) return "end_unreadable";
  return found.profile === "" ? "no_plan" : null;
}

/** Of rows with one code, or one device, the first counts. */
function markTwins(rows: FileRow[]): void {
  const first = new Map<string, number>();
  for (const one of rows) {
    if (one.fault !== null) continue;
    const keys = [
      ...(one.code === "" ? [] : [`code ${parseForeignCode(one.code) ?? one.code.toUpperCase()}`]),
      ...(one.mac === "" ? [] : [`device ${one.mac.toUpperCase().replaceAll("-", ":")}`]),
    ];
    const twin = keys.map((key) => first.get(key)).find((row) => row !== undefined);
    if (twin === undefined) for (const key of keys) first.set(key, one.row);
    else Object.assign(one, { fault: "duplicate", twin });
  }
}

/** A customer gets a code of ours instead. What is there already is known to the server alone, which judges by the same rule. */
function markGuessable(rows: FileRow[]): void {
  const coded = rows.flatMap((one) => {
    const code = one.fault === null && one.mac === "" ? parseForeignCode(one.code) : undefined;
    return code === undefined ? [] : [{ one, code }];
  });
  const tallies = talliesOf(coded.map(({ code }) => code)).filter(isGuessable);
  const lengths = new Set(tallies.map(({ signs }) => signs.length));
  for (const { one, code } of coded) {
    if (!lengths.has(code.length)) continue;
    if (one.kind === "customer") one.code = "";
    else one.fault = "guessable";
  }
}

function profilesOf(rows: readonly FileRow[]): ReadFile["profiles"] {
  const usable = rows.filter(({ fault }) => fault === null);
  return [...Map.groupBy(usable, ({ profile }) => profile)].map(([name, { length }]) => ({
    name,
    count: length,
  }));
}
