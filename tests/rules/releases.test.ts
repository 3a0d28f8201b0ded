import { describe, expect, test } from "vitest";
import { FromBridge, ToBridge } from "#contract/bridge";
import { version } from "../../package.json";
import { type RecordedFrame, readLines, releases } from "../releases/fixtures.ts";
import { digestOf, frozenFaults, migrationFiles, readReleased } from "../releases/frozen-migrations.ts";
import { mendedFaults, numberingFaults } from "../support/migration-rules.ts";
import { root } from "../support/site/processes.ts";
import { Database } from "../support/sqlite.ts";

// What was released is read for good: by every later version, and by one that meets a former one at the other end of its link.

describe("a released migration", () => {
  const file = "provider/0000_baseline.sql";
  const released = { "0.2.0": { [file]: digestOf("CREATE TABLE a (b text);") } };

  test("is never changed by a byte, and never removed", () => {
    expect(frozenFaults(released, new Map([[file, "CREATE TABLE a (b text);"]]))).toEqual([]);
    expect(frozenFaults(released, new Map([[file, "CREATE TABLE a (b  text);"]]))).toEqual([
      expect.stringContaining(`${file} changed since 0.2.0 was released`),
    ]);
    expect(frozenFaults(released, new Map())).toEqual([`${file} is gone: 0.2.0 was released with it`]);
  });

  test("that fails somewhere may be mended beside it, by what makes the same", () => {
    const made = (texts: readonly string[]) => {
      const database = new Database();
      for (const text of texts) database.script(text);
      return JSON.stringify(database.query("SELECT name, sql FROM sqlite_master ORDER BY name", []).rows);
    };
    const texts = (mending: string, name = "0001_b.mended.sql") =>
      new Map([
        ["0000_a.sql", "CREATE TABLE a (b text);"],
        ["0001_b.sql", "CREATE UNIQUE INDEX a_b ON a (b);"],
        [name, mending],
      ]);
    const mends =
      "DELETE FROM a WHERE rowid NOT IN (SELECT min(rowid) FROM a GROUP BY b);\nCREATE UNIQUE INDEX a_b ON a (b);";
    expect(mendedFaults(texts(mends), made)).toEqual([]);
    expect(mendedFaults(texts("CREATE INDEX a_b ON a (b);"), made)).toEqual([
      expect.stringContaining("0001_b.mended.sql: makes other tables"),
    ]);
    expect(mendedFaults(texts(mends, "0002_c.mended.sql"), made)).toEqual([
      expect.stringContaining("there is no migration of this name"),
    ]);
    expect(numberingFaults([...texts(mends).keys()], ["0000_a", "0001_b"])).toEqual([]);
  });

  test("of this repository is as it was released", () => {
    expect(frozenFaults(readReleased(root), migrationFiles(root))).toEqual([]);
    expect(Object.keys(readReleased(root))).toEqual(releases());
  });
});

test("this version is the last one that was recorded, or comes after it", () => {
  const last = releases().at(-1) ?? "";
  expect([last, version].sort((one, other) => one.localeCompare(other, "en", { numeric: true })).at(-1)).toBe(
    version,
  );
});

describe.each(releases())("the link of %s", (release) => {
  const frames = readLines<RecordedFrame>(release, "link.jsonl");

  test.each(frames.map((one, at) => [`${one.way} ${one.frame.type} ${at}`, one] as const))(
    "is understood: %s",
    (_name, { way, frame }) => {
      const read = way === "to" ? ToBridge.safeParse(frame) : FromBridge.safeParse(frame);
      expect(read.error).toBeUndefined();
      // Nothing that was said is left out: a field that is no longer known would mean something else now.
      expect(read.data).toEqual(frame);
    },
  );
});
