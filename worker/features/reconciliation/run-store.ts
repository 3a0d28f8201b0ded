import type { Context } from "../../context.ts";
import { type Sql, sql } from "../../db/sql.ts";

/** How far a night is: what a run that was cut off goes on from. */
export type Cursor =
  | { step: "pushes"; app: number; after: string }
  | { step: "payments"; provider: number; at: number; after: string }
  /** `after`: the key of the account that was done last. */
  | { step: "statements"; after: string }
  | { step: "switches" }
  /** Statements that could not be had, once more; `turn` tells one try from the next. */
  | { step: "again"; turn: number };

export type Counts = Record<string, number>;

export type Missing = {
  /** `StatementOf.key`. */
  account: string;
  /** Under whose name it is listed. */
  providerId: string;
  shortCode: string;
  fault: string;
  /** Times asked. */
  tries: number;
  /** When it is asked for again, UTC ms; null = no more for this day. */
  nextAt: number | null;
};

/** A step that was begun and not finished, over and over. */
export type Broken = {
  tries: number;
  /** When it is tried again, UTC ms. */
  nextAt: number;
};

export type Run = {
  day: string;
  /** UTC ms. */
  startedAt: number;
  cursor: Cursor;
  kept: string;
  counts: Counts;
  missing: Missing[];
  /** Of the present step; null = it has not failed. */
  broken: Broken | null;
};

export const firstStep: Cursor = { step: "pushes", app: 0, after: "" };

/** What was counted, and beside it, in the same column, what could not be. */
export function readCounts(text: string): Pick<Run, "counts" | "missing" | "broken"> {
  const kept = JSON.parse(text) as Counts & { faults?: Missing[]; broken?: Broken };
  const { faults = [], broken = null, ...counts } = kept;
  return { counts: counts as Counts, missing: faults, broken };
}

type Row = { day: string; startedAt: number; cursor: string; counts: string };

/** The last night's, begun if it is new, else the latest not done. One that waits for its next try lets others go first. */
export async function dueRun(ctx: Context, lastDay: string): Promise<Run | null> {
  const { platform } = ctx;
  const now = ctx.now();
  const [open = [], known = []] = await platform.batch([
    sql`SELECT day, started_at AS startedAt, cursor, counts FROM reconciliation_runs WHERE finished_at IS NULL
      ORDER BY day DESC`,
    sql`SELECT day FROM reconciliation_runs WHERE day = ${lastDay}`,
  ]);
  const runs = (open as Row[]).map(runOf);
  if (known.length > 0) return runs.find((run) => isDue(run, now)) ?? null;
  const kept = JSON.stringify(firstStep);
  await platform.run(
    sql`INSERT OR IGNORE INTO reconciliation_runs (day, started_at, cursor)
      VALUES (${lastDay}, ${now}, ${kept})`,
  );
  return runOf({ day: lastDay, startedAt: now, cursor: kept, counts: "{}" });
}

function runOf({ day, startedAt, cursor, counts }: Row): Run {
  return { day, startedAt, cursor: JSON.parse(cursor) as Cursor, kept: cursor, ...readCounts(counts) };
}

function isDue({ broken, cursor, missing }: Run, now: number): boolean {
  if (broken && broken.nextAt > now) return false;
  const times = missing.flatMap(({ nextAt }) => nextAt ?? []);
  return cursor.step !== "again" || times.length === 0 || Math.min(...times) <= now;
}

/** From its beginning, or on now with what waits. What was listed stays as people left it. */
export function restartStatements(day: string, now: number): Sql[] {
  return [
    sql`UPDATE reconciliation_runs SET counts = json_remove(counts, '$.broken')
      WHERE day = ${day} AND finished_at IS NULL`,
    sql`INSERT INTO reconciliation_runs (day, started_at, cursor)
      VALUES (${day}, ${now}, ${JSON.stringify(firstStep)})
      ON CONFLICT (day) DO UPDATE SET started_at = excluded.started_at, finished_at = NULL,
        cursor = excluded.cursor, counts = '{}' WHERE finished_at IS NOT NULL`,
  ];
}

/** A run that could not be finished for so long is given up. */
const patienceMs = 7 * 86_400_000;

/** Ends a run that never came to its end, where it stands; does nothing while there is hope. @returns whether it is over */
export async function giveUp(ctx: Context, run: Run): Promise<boolean> {
  const now = ctx.now();
  if (now < run.startedAt + patienceMs) return false;
  await ctx.platform.run(
    sql`UPDATE reconciliation_runs SET finished_at = ${now}
      WHERE day = ${run.day} AND cursor = ${run.kept} AND finished_at IS NULL`,
  );
  return true;
}

/** What a step found: counts to add, and the statements that are missing from now on, if that changed. */
export type StepResult = { counts: Counts; missing?: readonly Missing[] };

/** One step further; does nothing when another run took this step already. @param next null = the night is done */
export async function keepStep(
  ctx: Context,
  run: Run,
  next: Cursor | null,
  { counts: more, missing = run.missing }: StepResult,
): Promise<void> {
  const counts = { ...run.counts };
  for (const [name, count] of Object.entries(more)) counts[name] = (counts[name] ?? 0) + count;
  await ctx.platform.run(
    sql`UPDATE reconciliation_runs SET cursor = ${next === null ? null : JSON.stringify(next)},
      counts = ${JSON.stringify(missing.length > 0 ? { ...counts, faults: missing } : counts)},
      finished_at = ${next === null ? ctx.now() : null}
      WHERE day = ${run.day} AND cursor = ${run.kept} AND finished_at IS NULL`,
  );
}

/** Between two tries of a step that fails, in minutes; the last one repeats. */
const waits = [1, 5, 15, 60] as const;

/** The step failed: it is tried again later and later, so that it costs no night its minutes and no log its lines. */
export async function keepFailure(ctx: Context, run: Run): Promise<void> {
  const tries = (run.broken?.tries ?? 0) + 1;
  const wait = waits[Math.min(tries, waits.length) - 1] ?? 60;
  const broken: Broken = { tries, nextAt: ctx.now() + wait * 60_000 };
  await ctx.platform.run(
    sql`UPDATE reconciliation_runs SET counts = json_set(counts, '$.broken', json(${JSON.stringify(broken)}))
      WHERE day = ${run.day} AND cursor = ${run.kept}`,
  );
}
