import journal from "../../migrations/provider/meta/_journal.json";
import { exec } from "./executor.ts";
import { sql } from "./sql.ts";

const files = import.meta.glob("../../migrations/provider/*.sql", {
  eager: true,
  query: "?raw",
  import: "default",
}) as Record<string, string>;

const textOf = (tag: string) => {
  const found = Object.entries(files).find(([path]) => path.endsWith(`/${tag}.sql`));
  if (!found) throw new Error(`the migration ${tag} is not in this version`);
  return found[1];
};

/** When the last migration of this version was made, UTC ms: a database that has it has all before it. */
export const newestMigration = Math.max(...journal.entries.map(({ when }) => when));

/**
 * Runs what of a provider's migrations its storage does not have, all or none, and notes them where drizzle's own migrator does.
 * That one replaces the statement's error by its own "Rollback" (drizzle-orm/durable-sqlite/migrator.js).
 * Repeatable. @throws Error naming the migration and what its statement failed with
 */
export function migrate(storage: DurableObjectStorage): void {
  storage.transactionSync(() => {
    exec(
      storage.sql,
      sql`CREATE TABLE IF NOT EXISTS __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)`,
    );
    const last = lastMigration(storage);
    for (const { tag, when } of journal.entries) {
      if (last !== null && when <= last) continue;
      for (const statement of textOf(tag).split("--> statement-breakpoint")) run(storage, tag, statement);
      exec(storage.sql, sql`INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('', ${when})`);
    }
  });
}

/** When the last one was made that ran here; null = none. @throws before the first `migrate` */
export function lastMigration(storage: DurableObjectStorage): number | null {
  return exec(
    storage.sql,
    sql<{ last: number | null }>`SELECT max(created_at) AS last FROM __drizzle_migrations`,
  ).one().last;
}

function run(storage: DurableObjectStorage, tag: string, statement: string): void {
  try {
    storage.sql.exec(statement);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`migration ${tag}: ${why}`, { cause });
  }
}
