import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_readConfig } from "wrangler";
import { Database, d1On } from "../sqlite.ts";
import { root } from "./processes.ts";

export type SiteDatabases = {
  /** The platform's tables. */
  d1: D1Database;
  /** Where this provider's tables lie. */
  tenantDatabase(providerId: string): D1Database;
};

/** The worker's databases without the worker: the same file, opened by this process. Close it before the worker starts writing. */
export async function openDatabase(stateDir: string): Promise<SiteDatabases & { close(): Promise<void> }> {
  if (!databaseFile(stateDir)) await createDatabase(stateDir);
  const file = databaseFile(stateDir);
  if (!file) throw new Error(`there is no database in ${stateDir}`);
  const database = new Database(file);
  const d1 = d1On(database, async () => undefined);
  return { d1, tenantDatabase: () => d1, close: async () => database.close() };
}

/** Where the local runtime keeps D1. */
export function databaseFile(stateDir: string): string | undefined {
  const folder = join(stateDir, "d1", "miniflare-D1DatabaseObject");
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const name = names.find((candidate) => candidate.endsWith(".sqlite") && candidate !== "metadata.sqlite");
  return name && join(folder, name);
}

/** The local runtime makes the file itself, under a name that it derives from the database's id. */
async function createDatabase(stateDir: string): Promise<void> {
  const config: { d1_databases: { binding: string; database_id?: string }[] } = unstable_readConfig({
    config: join(root, "wrangler.toml"),
  });
  const id = config.d1_databases.find(({ binding }) => binding === "DB")?.database_id;
  if (!id) throw new Error("wrangler.toml names no database DB");
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: "127.0.0.1",
      cf: false,
      resourcePersistencePath: stateDir,
      telemetry: { enabled: false },
      workers: [
        {
          name: "create",
          compatibilityDate: "2026-09-01",
          modules: true,
          script: "export default { fetch: () => new Response() }",
          d1Databases: { DB: id },
        },
      ],
    }),
  );
  try {
    const d1 = await miniflare.getD1Database("DB");
    await d1.prepare("SELECT 1").run();
  } finally {
    await miniflare.dispose();
  }
}

/** Applies what is new in `migrations/`, statement by statement, and notes each file as wrangler does. */
export async function migrate(d1: D1Database): Promise<string[]> {
  await d1
    .prepare(
      "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)",
    )
    .run();
  const { results } = await d1.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  const applied = new Set(results.map((row) => row.name));
  const folder = join(root, "migrations");
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort();
  const fresh = files.filter((name) => !applied.has(name));
  for (const name of fresh) {
    const statements = readFileSync(join(folder, name), "utf8").split("--> statement-breakpoint");
    await d1.batch([
      ...statements.map((statement) => d1.prepare(statement.trim())),
      d1.prepare("INSERT INTO d1_migrations (name) VALUES (?1)").bind(name),
    ]);
  }
  return fresh;
}
