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
  const files = readdirSync(join(site.dir, "state"), { recursive: true, encoding: "utf8" }).filter(
    (name) => name.includes("d1") && name.endsWith(".sqlite") && !name.includes("metadata"),
  );
  for (const name of files) {
    const database = new DatabaseSync(join(site.dir, "state", name), { readOnly: true });
    try {
      const tables = database
        .prepare("SELECT count(*) AS count FROM sqlite_master WHERE name = 'entitlements'")
        .get();
      if (tables?.count === 1) return database.prepare(sql).all(...parameters);
    } finally {
      database.close();
    }
  }
  throw new Error("the site's database was not found");
}
