import { describe, expect, test } from "vitest";
import { FromBridge, ToBridge } from "#contract/bridge";
import { version } from "../../package.json";
import { type RecordedFrame, readLines, releases } from "../releases/fixtures.ts";
import { digestOf, frozenFaults, migrationFiles, readReleased } from "../releases/frozen-migrations.ts";
import { root } from "../support/site/processes.ts";

// What was released is read for good: by every later version, and by one that meets a former one at the other end of its line.

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

describe.each(releases())("the line of %s", (release) => {
  const frames = readLines<RecordedFrame>(release, "line.jsonl");

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
