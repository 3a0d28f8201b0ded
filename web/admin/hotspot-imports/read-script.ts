import type { Line, Table } from "../imports/table.ts";

// A script that would make a router's hotspot users: `/export` of RouterOS, and the second button of Mikhmon.

const usersSection = /^\/ip[\s/]+hotspot[\s/]+user[\s/]*(?:(add)\b(.*))?$/i;

/** What a router calls it -> the heading of a table. */
const headingOf: { [key: string]: string } = {
  name: "Username",
  password: "Password",
  profile: "Profile",
  "limit-uptime": "Time Limit",
  comment: "Comment",
  "mac-address": "MAC",
  disabled: "Disabled",
};

/** @returns null where the text is no such script */
export function scriptTable(text: string): Table | null {
  const lines = unbroken(text);
  if (!lines.some(({ line }) => usersSection.test(line) || /^add\s.*\bname=/i.test(line))) return null;
  const names = Object.values(headingOf);
  const found: { row: number; values: Map<string, string> }[] = [];
  // Mikhmon's list may have been cut out of its file.
  let isUsers = true;
  for (const { line, row } of lines) {
    const section = usersSection.exec(line);
    if (line.startsWith("/")) isUsers = section !== null;
    if (!isUsers) continue;
    const added = section ? (section[1] ? section[2] : undefined) : /^add\b(.*)$/i.exec(line)?.[1];
    if (added !== undefined) found.push({ row, values: valuesOf(added) });
    // What can't be read is told in its row.
    else if (!section && !/^(?:$|#|set\b|remove\b|:)/i.test(line)) found.push({ row, values: new Map() });
  }
  for (const { values } of found)
    for (const name of values.keys()) if (!names.includes(name)) names.push(name);
  const rows: Line[] = found.map(({ row, values }) => ({
    row,
    isOpen: false,
    cells: names.map((name) => values.get(name) ?? ""),
  }));
  return { names, headRow: 0, program: "MikroTik", delimiter: ",", rows };
}

/** A long line of `/export` goes on below a backslash. */
function unbroken(text: string): { line: string; row: number }[] {
  const lines: { line: string; row: number }[] = [];
  let begun: { line: string; row: number } | undefined;
  for (const [place, part] of text.split(/\r\n|\r|\n/).entries()) {
    const one = begun
      ? { line: begun.line + part.trimStart(), row: begun.row }
      : { line: part.trim(), row: place + 1 };
    const isBroken = /(?<!\\)(?:\\\\)*\\$/.test(one.line);
    begun = isBroken ? { ...one, line: one.line.slice(0, -1) } : undefined;
    if (!begun) lines.push(one);
  }
  return begun ? [...lines, begun] : lines;
}

// Mikhmon escapes no quotes: one ends a value only before the next key, or at the end.
const pair = /([a-z][a-z0-9-]*)=(?:"((?:\\.|(?!"\s*(?:$|[a-z][a-z0-9-]*=))[^\\])*)"|([^\s"]*))/gi;

function valuesOf(text: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const [, key = "", quoted, bare = ""] of text.matchAll(pair)) {
    const name = headingOf[key.toLowerCase()] ?? key;
    if (!values.has(name)) values.set(name, quoted === undefined ? bare : unescaped(quoted));
  }
  return values;
}

const signs: { [mark: string]: string } = { n: "\n", r: "\r", t: "\t", _: " " };

const unescaped = (text: string): string =>
  text.replace(/\\([0-9A-F]{2}|.)/g, (_, mark: string) =>
    mark.length === 2 ? String.fromCharCode(Number.parseInt(mark, 16)) : (signs[mark] ?? mark),
  );
