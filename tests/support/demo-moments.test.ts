import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { deserialize, serialize } from "node:v8";
import { afterAll, describe, expect, it } from "vitest";
import { Moments, moveDatabase } from "../demo/moments.ts";

// A recorded site is opened on another day: what is a moment moves, all of it by as much, and nothing else does.

const since = Date.parse("2026-11-29T12:00:00Z");
const moments = new Moments({ since, days: -40, renamed: [["localhost:8787", "localhost:9000"]] });
const at = Date.parse("2026-12-01T08:30:00Z");
const moved = Date.parse("2026-10-22T08:30:00Z");

describe("moments in a text", () => {
  it.each([
    ["a day in Nairobi", "2026-12-01", "2026-10-22"],
    ["an instant, its time of the day as it was", "2026-12-01T08:30:00.000Z", "2026-10-22T08:30:00.000Z"],
    ["milliseconds within JSON", `{"at":${at},"cents":1000}`, `{"at":${moved},"cents":1000}`],
    ["a name that ends in milliseconds", `2bc946da-8555-45c0.${at}`, `2bc946da-8555-45c0.${moved}`],
    ["M-Pesa's own writing", '{"Value":20261201113000}', '{"Value":20261022113000}'],
    ["an address whose port is another", "http://demo.localhost:8787/", "http://demo.localhost:9000/"],
  ])("%s", (_what, text, expected) => expect(moments.text(text)).toBe(expected));

  it.each([
    ["what is older than the recording", `2026-11-20 ${since - 1}`],
    ["a receipt, a phone number, an amount", "UKT1795917996 254712000100 1795917996"],
    ["an id that looks like one", "a1796113800000b 79cb206b8-2026-1201"],
  ])("%s stays", (_what, text) => expect(moments.text(text)).toBe(text));
});

it("an object's own store moves, however deep; the runtime's alarms are nanoseconds", () => {
  const stored = { state: { createdAt: at, cents: 1_000, route: null }, events: [{ at, note: undefined }] };
  expect(deserialize(moments.bytes(serialize(stored)))).toEqual({
    state: { createdAt: moved, cents: 1_000, route: null },
    events: [{ at: moved, note: undefined }],
  });
  expect(moments.integer(BigInt(at) * 1_000_000n)).toBe(BigInt(moved) * 1_000_000n);
  const picture = new Uint8Array([0xff, 0xd8, 0x0f]);
  expect(moments.bytes(picture)).toBe(picture);
});

describe("a database", () => {
  const dir = mkdtempSync(join(tmpdir(), "moments-"));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  it("moves books that refuse changes, days that are keys, and keeps triggers, order and what its migrations noted", () => {
    const path = join(dir, "books.sqlite");
    const database = new DatabaseSync(path);
    database.exec(`CREATE TABLE ledger (day TEXT PRIMARY KEY, cents INTEGER NOT NULL);
      CREATE TABLE lines (day TEXT REFERENCES ledger (day), at INTEGER NOT NULL);
      CREATE TABLE __drizzle_migrations (id INTEGER PRIMARY KEY, created_at INTEGER);
      INSERT INTO __drizzle_migrations VALUES (1, ${at});
      INSERT INTO ledger VALUES ('2026-12-02', 2), ('2026-12-01', 1);
      INSERT INTO lines VALUES ('2026-12-02', ${at}), ('2026-12-01', ${at + 1});
      CREATE TRIGGER final BEFORE UPDATE ON ledger BEGIN SELECT raise(ABORT, 'append-only'); END;
      CREATE TRIGGER lasting BEFORE DELETE ON ledger BEGIN SELECT raise(ABORT, 'append-only'); END`);
    database.close();
    // So that each day lands where another one stood.
    moveDatabase(path, new Moments({ since, days: 1 }));
    const after = new DatabaseSync(path);
    const all = (sql: string) =>
      after
        .prepare(sql)
        .all()
        .map((row) => Object.values(row));
    expect(all("SELECT day, cents FROM ledger ORDER BY rowid")).toEqual([
      ["2026-12-03", 2],
      ["2026-12-02", 1],
    ]);
    expect(all("SELECT day, at FROM lines ORDER BY rowid")).toEqual([
      ["2026-12-03", at + 86_400_000],
      ["2026-12-02", at + 86_400_001],
    ]);
    expect(all("SELECT created_at FROM __drizzle_migrations")).toEqual([[at]]);
    expect(() => after.exec("DELETE FROM ledger")).toThrow("append-only");
    expect(() => after.exec("UPDATE ledger SET cents = 3")).toThrow("append-only");
    after.close();
  });
});
