import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";

// The runtime here has no point-in-time recovery. This stands in for it, by the documented interface: a copy of one provider's
// storage, rows and entries, that is put in place of what is there when its bookmark is to be restored.

type Row = Record<string, SqlStorageValue>;
type Copy = { tables: Map<string, Row[]>; entries: Map<string, unknown> };

const tablesOf = (sql: SqlStorage): string[] =>
  sql
    .exec<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf*' AND name NOT GLOB '__*'",
    )
    .toArray()
    .map(({ name }) => name);

async function copyOf(storage: DurableObjectStorage): Promise<Copy> {
  const tables = new Map(
    tablesOf(storage.sql).map((name) => [name, storage.sql.exec<Row>(`SELECT * FROM ${name}`).toArray()]),
  );
  return { tables, entries: await storage.list() };
}

async function replace(storage: DurableObjectStorage, { tables, entries }: Copy): Promise<void> {
  const { sql } = storage;
  const triggers = sql
    .exec<{ name: string; sql: string }>("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    .toArray();
  storage.transactionSync(() => {
    sql.exec("PRAGMA defer_foreign_keys = ON");
    for (const { name } of triggers) sql.exec(`DROP TRIGGER ${name}`);
    for (const name of tablesOf(sql)) {
      sql.exec(`DELETE FROM ${name}`);
      for (const row of tables.get(name) ?? [])
        sql.exec(
          `INSERT INTO ${name} (${Object.keys(row).join(", ")}) VALUES (${Object.keys(row).map(() => "?")})`,
          ...Object.values(row),
        );
    }
    for (const trigger of triggers) sql.exec(trigger.sql);
  });
  await storage.delete([...(await storage.list()).keys()]);
  for (const [key, value] of entries) await storage.put(key, value);
  // The object is ended next, with what was not stored yet.
  await storage.sync();
}

/** Keeps the storage as it is now; restores of this provider lead there. */
export async function keepHistory(providerId: string): Promise<{ asked: number[]; forget(): void }> {
  return runInDurableObject(env.PROVIDER.getByName(providerId), async (_, { storage }) => {
    const copy = await copyOf(storage);
    const asked: number[] = [];
    const prototype = Object.getPrototypeOf(storage) as DurableObjectStorage;
    const spies = [
      vi.spyOn(prototype, "getBookmarkForTime").mockImplementation(async (at) => {
        asked.push(Number(at));
        return "bookmark";
      }),
      vi.spyOn(prototype, "onNextSessionRestoreBookmark").mockImplementation(async function (
        this: DurableObjectStorage,
      ) {
        await replace(this, copy);
        return "undo";
      }),
    ];
    return {
      asked,
      forget: () => {
        for (const spy of spies) spy.mockRestore();
      },
    };
  });
}
