import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { databaseFile, providerFile } from "./open-database.ts";
import type { Site } from "./site.ts";

/** Reads the platform's tables, the site's D1, from the outside while the worker runs: the same file, opened read-only. */
export async function readRows(
  site: Site,
  sql: string,
  ...parameters: string[]
): Promise<Record<string, unknown>[]> {
  return inFile(d1File(site), true, (database) => database.prepare(sql).all(...parameters));
}

/** Changes them from the outside, for what takes longer in life than a test may. */
export async function changeRows(site: Site, sql: string): Promise<void> {
  inFile(d1File(site), false, (database) => database.exec(sql));
}

/** Reads this provider's own tables in the same way. */
export async function readTenantRows(
  site: Site,
  providerId: string,
  sql: string,
  ...parameters: string[]
): Promise<Record<string, unknown>[]> {
  const file = providerFile(join(site.dir, "state"), providerId);
  return inFile(file, true, (database) => database.prepare(sql).all(...parameters));
}

function d1File(site: Site): string {
  const file = databaseFile(join(site.dir, "state"));
  if (!file) throw new Error("the site's database was not found");
  return file;
}

function inFile<T>(file: string, readOnly: boolean, act: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(file, { readOnly, timeout: 5_000 });
  try {
    return act(database);
  } finally {
    database.close();
  }
}
