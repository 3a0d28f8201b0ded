import type { Executor } from "./executor.ts";
import { sql } from "./sql.ts";

type Platform = { readonly platform: Pick<Executor, "first" | "run">; now(): number };

// How far a sweep of all providers has come. In a table of its own: the platform's settings are copied to each provider's object, and
// a write among them makes every one of those copies old.

/** Null before its first run. */
export async function progressOf<Progress>({ platform }: Platform, sweep: string): Promise<Progress | null> {
  const row = await platform.first(
    sql<{ value: string }>`SELECT value FROM sweep_progress WHERE name = ${sweep}`,
  );
  return row ? (JSON.parse(row.value) as Progress) : null;
}

export async function keepProgress(ctx: Platform, sweep: string, progress: object): Promise<void> {
  await ctx.platform.run(
    sql`INSERT INTO sweep_progress (name, value, updated_at)
      VALUES (${sweep}, ${JSON.stringify(progress)}, ${ctx.now()})
      ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
  );
}
