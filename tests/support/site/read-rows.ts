import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Site } from "./site.ts";

/** Reads the site's D1 from the outside while the worker runs: the same file, opened read-only. */
export async function readRows(
  site: Site,
  sql: string,
  ...parameters: string[]
): Promise<Record<string, unknown>[]> {
  return inDatabase(site, true, (database) => database.prepare(sql).all(...parameters));
}

/** Changes it from the outside, for what takes longer in life than a test may. */
export async function changeRows(site: Site, sql: string): Promise<void> {
  inDatabase(site, false, (database) => database.exec(sql));
}

function inDatabase<T>(site: Site, readOnly: boolean, act: (database: DatabaseSync) => T): T {
  const files = readdirSync(join(site.dir, "state"), { recursive: true, encoding: "utf8" }).filter(
    (name) => name.includes("d1") && name.endsWith(".sqlite") && !name.includes("metadata"),
  );
  for (const name of files) {
    const database = new DatabaseSync(join(site.dir, "state", name), { readOnly, timeout: 5_000 });
    try {
      const tables = database
        .prepare("SELECT count(*) AS count FROM sqlite_master WHERE name = 'entitlements'")
        .get();
      if (tables?.count === 1) return act(database);
    } finally {
      database.close();
    }
  }
  throw new Error("the site's database was not found");
}
