import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { migrate, migrationsOf } from "#worker/db/migrate";

const entries = [
  { tag: "0000_a", when: 1 },
  { tag: "0001_b", when: 2 },
  { tag: "0002_c", when: 3 },
];
const released = {
  "0000_a.sql": "CREATE TABLE a (b text);\n--> statement-breakpoint\nINSERT INTO a VALUES ('one'), ('one');",
  "0001_b.sql": "CREATE UNIQUE INDEX a_b ON a (b);",
  "0002_c.sql": "CREATE TABLE c (d text);",
};
const migrations = (more: Record<string, string> = {}, upTo = entries.length) =>
  migrationsOf(entries.slice(0, upTo), new Map(Object.entries({ ...released, ...more })));
const inStorage = <T>(act: (storage: DurableObjectStorage) => T) =>
  runInDurableObject(env.BRIDGE.getByName("migrations"), (_object, { storage }) => act(storage));

test("one that fails stops those behind it, and what mends it runs in its place", async () => {
  await inStorage((storage) => {
    migrate(storage, migrations({}, 1));
    expect(() => migrate(storage, migrations())).toThrow("migration 0001_b: UNIQUE constraint failed");
    const tables = () =>
      storage.sql
        .exec("SELECT name FROM sqlite_master WHERE name IN ('a', 'a_b', 'c') ORDER BY name")
        .toArray()
        .map(({ name }) => name);
    expect(tables()).toEqual(["a"]);
    const mends =
      "DELETE FROM a WHERE rowid NOT IN (SELECT min(rowid) FROM a GROUP BY b);\n--> statement-breakpoint\nCREATE UNIQUE INDEX a_b ON a (b);";
    migrate(storage, migrations({ "0001_b.mended.sql": mends }));
    expect(tables()).toEqual(["a", "a_b", "c"]);
    // Where it ran as it was released, nothing runs again.
    migrate(storage, migrations({ "0001_b.mended.sql": "DROP TABLE a;" }));
    expect(tables()).toEqual(["a", "a_b", "c"]);
  });
});

test("one without a text is a fault of this version", () => {
  expect(() => migrationsOf(entries, new Map([["0000_a.sql", ""]]))).toThrow("0001_b is not in this version");
});
