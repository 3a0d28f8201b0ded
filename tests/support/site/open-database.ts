import { createHash, createHmac } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_readConfig } from "wrangler";
import type { Query } from "#worker/db/sql";
import type { Env } from "#worker/env";
import { Database, d1On } from "../sqlite.ts";
import { root } from "./processes.ts";

export type SiteDatabases = {
  /** The platform's tables. */
  d1: D1Database;
  /** Where this provider's tables lie. */
  tenantDatabase(providerId: string): D1Database;
  /** What the worker binds as PROVIDER. */
  providers: Env["PROVIDER"];
};

/** The worker's databases without the worker: the same files, opened by this process. Close them before the worker writes. */
export async function openDatabase(stateDir: string): Promise<SiteDatabases & { close(): Promise<void> }> {
  if (!databaseFile(stateDir)) await createDatabase(stateDir);
  const file = databaseFile(stateDir);
  if (!file) throw new Error(`there is no database in ${stateDir}`);
  const platform = new Database(file);
  const opened = new Map<string, Database>();
  const ofProvider = (id: string) => {
    const database = opened.get(id) ?? openProvider(stateDir, id);
    opened.set(id, database);
    return database;
  };
  const now = async () => undefined;
  const providers = {
    getByName: (id: string) => ({
      async run(queries: readonly Query[]) {
        const database = ofProvider(id);
        return database.transaction(() => queries.map(({ sql, params }) => database.query(sql, params)));
      },
      async readSnapshot(queries: readonly Query[]) {
        return queries.map(({ sql, params }) => platform.query(sql, params));
      },
      // The object itself is not there: it reads them once the worker runs.
      refreshSnapshot: now,
    }),
  };
  return {
    d1: d1On(platform, now),
    tenantDatabase: (providerId) => d1On(ofProvider(providerId), now),
    providers: providers as unknown as Env["PROVIDER"],
    async close() {
      for (const database of [platform, ...opened.values()]) database.close();
    },
  };
}

function openProvider(stateDir: string, providerId: string): Database {
  const file = providerFile(stateDir, providerId);
  mkdirSync(dirname(file), { recursive: true });
  const database = new Database(file);
  const folder = join(root, "migrations", "provider");
  const journal: { entries: { tag: string; when: number }[] } = JSON.parse(
    readFileSync(join(folder, "meta", "_journal.json"), "utf8"),
  );
  // As the object's own migrator notes what it has done.
  database.script(
    "CREATE TABLE IF NOT EXISTS __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)",
  );
  const [done] = database.query("SELECT max(created_at) AS at FROM __drizzle_migrations", []).rows;
  for (const { tag, when } of journal.entries.filter((entry) => entry.when > Number(done?.at ?? 0)))
    database.transaction(() => {
      database.script(readFileSync(join(folder, `${tag}.sql`), "utf8"));
      database.query("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('', ?1)", [when]);
    });
  return database;
}

/** Where the local runtime keeps a provider's object: under the id that it derives from the object's name. */
export function providerFile(stateDir: string, providerId: string): string {
  const space = "mlango-ProviderObject";
  const key = createHash("sha256").update(space).digest();
  const tag = (data: string | Buffer) => createHmac("sha256", key).update(data).digest().subarray(0, 16);
  const name = tag(providerId);
  const id = Buffer.concat([name, tag(name)]).toString("hex");
  return join(stateDir, "do", space, `${id}.sqlite`);
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

/** Applies what is new in `migrations/platform/`, statement by statement, and notes each file as wrangler does. */
export async function migrate(d1: D1Database): Promise<string[]> {
  await d1
    .prepare(
      "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)",
    )
    .run();
  const { results } = await d1.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  const applied = new Set(results.map((row) => row.name));
  const folder = join(root, "migrations", "platform");
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
