import journal from "../../migrations/provider/meta/_journal.json";
import { exec } from "./executor.ts";
import { sql } from "./sql.ts";

const files = import.meta.glob("../../migrations/provider/*.sql", {
  eager: true,
  query: "?raw",
  import: "default",
}) as Record<string, string>;

/** One of a provider's migrations. `when`: UTC ms, later than that of the one before. */
export type Migration = { tag: string; when: number; text: string };

/**
 * In their order. `<tag>.mended.sql` beside a released migration runs in its place: databases in which that one ran have it already,
 * and those in which it failed get what it should have made.
 * @param texts by their names, `0002_name.sql`
 */
export function migrationsOf(
  entries: readonly { tag: string; when: number }[],
  texts: ReadonlyMap<string, string>,
): Migration[] {
  return entries.map(({ tag, when }) => {
    const text = texts.get(`${tag}.mended.sql`) ?? texts.get(`${tag}.sql`);
    if (text === undefined) throw new Error(`the migration ${tag} is not in this version`);
    return { tag, when, text };
  });
}

const ownMigrations = migrationsOf(
  journal.entries,
  new Map(Object.entries(files).map(([path, text]) => [path.split("/").at(-1) ?? "", text])),
);

/**
 * Runs what of a provider's migrations its storage does not have, all or none, and notes them where drizzle's own migrator does.
 * That one replaces the statement's error by its own "Rollback" (drizzle-orm/durable-sqlite/migrator.js).
 * Repeatable. @throws Error naming the migration and what its statement failed with
 */
export function migrate(
  storage: DurableObjectStorage,
  migrations: readonly Migration[] = ownMigrations,
): void {
  storage.transactionSync(() => {
    exec(
      storage.sql,
      sql`CREATE TABLE IF NOT EXISTS __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)`,
    );
    const last = lastMigration(storage);
    for (const { tag, when, text } of migrations) {
      if (last !== null && when <= last) continue;
      for (const statement of text.split("--> statement-breakpoint")) run(storage, tag, statement);
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

/** The last one of this version. */
export const lastMigrationOf = (): number => ownMigrations.at(-1)?.when ?? 0;

function run(storage: DurableObjectStorage, tag: string, statement: string): void {
  try {
    storage.sql.exec(statement);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`migration ${tag}: ${why}`, { cause });
  }
}
