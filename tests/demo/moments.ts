import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { deserialize, serialize } from "node:v8";
import { dayMs } from "#contract/values/time";

// A site that was recorded is opened on another day: every moment in what it left is moved by the same whole number of days, so that
// the hours of a day, and the day in Nairobi that a moment falls on, stay together.

export type Shift = {
  /** When the recording began, UTC ms: what is older is no moment of it. */
  since: number;
  /** By how many days everything is later; below zero: earlier. */
  days: number;
  /** Addresses that are others now, `localhost:8787` for one. */
  renamed?: readonly (readonly [from: string, to: string])[];
};

/** What may be said ahead: a session, a bill, the next alarm. */
const aheadMs = 800 * dayMs;
/** `2026-11-29`, with or without a time behind it; `20261129080000`, as M-Pesa says it; milliseconds. */
const written = /(?<!\d)20\d\d-\d\d-\d\d(?!\d)|(?<![0-9A-Za-z])(?:20\d{12}|1\d{12})(?![0-9A-Za-z])/g;
/** How V8 begins what it has serialized, which is what an object's own store holds. */
const serialized = [0xff, 0x0f];

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

export class Moments {
  private readonly shift: Shift;
  private readonly byMs: number;
  private readonly until: number;

  constructor(shift: Shift) {
    this.shift = shift;
    this.byMs = shift.days * dayMs;
    this.until = shift.since + aheadMs;
  }

  /** Alone, in a sentence, or in JSON. */
  text(value: string): string {
    const moved = value.replace(written, (found) => this.found(found));
    return (this.shift.renamed ?? []).reduce((text, [from, to]) => text.replaceAll(from, to), moved);
  }

  /** Milliseconds, or nanoseconds, which is how the runtime keeps its alarms. */
  integer(value: bigint): bigint {
    if (this.isMoment(Number(value))) return value + BigInt(this.byMs);
    return this.isMoment(Number(value) / 1e6) ? value + BigInt(this.byMs) * 1_000_000n : value;
  }

  /** What an object's own store holds. @throws on what the product keeps nothing of: dates, maps, bytes */
  bytes(value: Uint8Array): Uint8Array {
    if (serialized.some((byte, place) => value[place] !== byte)) return value;
    return serialize(this.any(deserialize(value)));
  }

  private any(value: unknown): unknown {
    if (typeof value === "string") return this.text(value);
    if (typeof value === "number") return this.isMoment(value) ? value + this.byMs : value;
    if (typeof value === "bigint") return this.integer(value);
    if (Array.isArray(value)) return value.map((one) => this.any(one));
    if (typeof value !== "object" || value === null) return value;
    if (Object.getPrototypeOf(value) !== Object.prototype)
      throw new Error(`moments in ${value} are not known`);
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.any(inner)]));
  }

  private found(text: string): string {
    if (text.includes("-")) return this.day(text);
    if (text.length === 13) return String(this.integer(BigInt(text)));
    const day = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`;
    return this.day(day).replaceAll("-", "") + text.slice(8);
  }

  private day(text: string): string {
    const at = Date.parse(text);
    // The day in Nairobi, or in UTC, on which it began.
    return this.isMoment(at + dayMs) ? dayOf(at + this.byMs) : text;
  }

  private isMoment(at: number): boolean {
    return at >= this.shift.since && at < this.until;
  }
}

/** Of the database's own migrations: when each was written, and by that which have run. */
const notOurs = ["__drizzle_migrations", "d1_migrations"];

/**
 * Moves all of a database. Its triggers, which refuse changes to books and count them for copies, hear nothing of it. A file that is cut
 * off midway is of no use any more.
 */
export function moveDatabase(path: string, moments: Moments): void {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  try {
    database.exec(
      "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; BEGIN",
    );
    const listed = database.prepare(
      "SELECT name, sql FROM sqlite_master WHERE type = ? AND name NOT LIKE 'sqlite_%'",
    );
    const triggers = listed.all("trigger").map(({ name, sql }) => ({ name: String(name), sql: String(sql) }));
    for (const { name } of triggers) database.exec(`DROP TRIGGER "${name}"`);
    for (const { name } of listed.all("table"))
      if (!notOurs.includes(String(name))) moveTable(database, String(name), moments);
    for (const { sql } of triggers) database.exec(sql);
    database.exec("COMMIT");
  } finally {
    database.close();
  }
}

/** All at once: a day or a moment may be part of a row's key, and the next row's place is free only when that one has moved. */
function moveTable(database: DatabaseSync, name: string, moments: Moments): void {
  // In the order of their row ids, by which they get new ones.
  const read = database.prepare(`SELECT * FROM "${name}" NOT INDEXED`);
  read.setReadBigInts(true);
  let isMoved = false;
  const rows = read.all().map((row) =>
    Object.values(row).map((value) => {
      const moved = movedValue(value, moments);
      isMoved ||= moved !== value;
      return moved;
    }),
  );
  if (!isMoved) return;
  database.exec(`DELETE FROM "${name}"`);
  const places = rows[0]?.map(() => "?").join(", ");
  const insert = database.prepare(`INSERT INTO "${name}" VALUES (${places})`);
  for (const row of rows) insert.run(...row);
}

function movedValue(value: unknown, moments: Moments): SQLInputValue {
  if (typeof value === "bigint") return moments.integer(value);
  if (typeof value === "string") return moments.text(value);
  if (value instanceof Uint8Array) return moments.bytes(value);
  return value as SQLInputValue;
}
