import type { Context } from "../../context.ts";
import { dayMs, minuteMs } from "../../contract/values/time.ts";
import { type Sql, sql } from "../../db/sql.ts";
import type { PushPlace } from "../payments/index.ts";
import { type Counts, fromTheFirst, summed, type Walk } from "./batch-walk.ts";
import { momentsOf } from "./nights.ts";
import { notifyUnfinished } from "./notify-unfinished.ts";

/** What is left of a provider that did not answer (`Left`) is come back to, alone; `turn` tells one try from the next. */
export type Back = { of: string; key: string; turn: number };

/** How far a night is: what a run that was cut off goes on from. */
export type Cursor =
  /** By apps. */
  | { step: "pushes"; walk: Walk<PushPlace>; back?: Back }
  /** By providers; `after`: the last payment of that moment. */
  | { step: "payments"; walk: Walk<{ at: number; after: string }>; back?: Back }
  /** By accounts. */
  | { step: "statements"; walk: Walk<never> }
  /** By providers; null = first the switches' counters. */
  | { step: "switches"; walk: Walk<never> | null; back?: Back }
  /** Statements that could not be had and providers that did not answer, once more; `turn` as above. */
  | { step: "again"; turn: number };

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

/** A provider that did not answer: what of it is left, from which page of the step's walk on. */
export type Left = {
  providerId: string;
  step: "pushes" | "payments" | "switches";
  /** Of the walk: the app, or the provider itself. */
  key: string;
  /** As the step's walk has it; null = from the first. */
  place: unknown;
  fault: string;
  /** Times asked. */
  tries: number;
  /** When it is asked again, UTC ms. */
  nextAt: number;
};

/** A step that was begun and not finished, over and over. */
type Broken = {
  tries: number;
  /** When it is tried again, UTC ms. */
  nextAt: number;
};

export type Run = {
  day: string;
  /** UTC ms. */
  startedAt: number;
  /** When the present step began first: names it among the steps of its run. */
  stepAt: number;
  cursor: Cursor;
  kept: string;
  counts: Counts;
  missing: Missing[];
  left: Left[];
  /** Of the present step; null = it has not failed. */
  broken: Broken | null;
};

const firstStep: Cursor = { step: "pushes", walk: fromTheFirst };

/** What was counted, and beside it, in the same column, what could not be, and since when it is at its step. */
export function readCounts(
  text: string,
): Pick<Run, "counts" | "missing" | "left" | "broken"> & { stepAt: number | null } {
  type Kept = Counts & { faults?: Missing[]; left?: Left[]; broken?: Broken; stepAt?: number };
  const { faults = [], left = [], broken = null, stepAt = null, ...counts } = JSON.parse(text) as Kept;
  return { counts: counts as Counts, missing: faults, left, broken, stepAt };
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
  for (const run of runs) await notifyUnfinished(ctx, run);
  const kept = JSON.stringify(firstStep);
  await platform.run(
    sql`INSERT OR IGNORE INTO reconciliation_runs (day, started_at, cursor)
      VALUES (${lastDay}, ${now}, ${kept})`,
  );
  return runOf({ day: lastDay, startedAt: now, cursor: kept, counts: "{}" });
}

function runOf({ day, startedAt, cursor, counts }: Row): Run {
  const { stepAt, ...read } = readCounts(counts);
  return {
    day,
    startedAt,
    stepAt: stepAt ?? startedAt,
    ...read,
    cursor: JSON.parse(cursor) as Cursor,
    kept: cursor,
  };
}

function isDue({ broken, cursor, missing, left }: Run, now: number): boolean {
  if (broken && broken.nextAt > now) return false;
  const times = [...missing, ...left].flatMap(({ nextAt }) => nextAt ?? []);
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
const patienceMs = 7 * dayMs;

/** Ends a run that never came to its end, where it stands; does nothing while there is hope. @returns whether it is over */
export async function giveUp(ctx: Context, run: Run): Promise<boolean> {
  const now = ctx.now();
  if (now < run.startedAt + patienceMs) return false;
  await notifyUnfinished(ctx, run, "given up");
  await ctx.platform.run(
    sql`UPDATE reconciliation_runs SET finished_at = ${now}
      WHERE day = ${run.day} AND cursor = ${run.kept} AND finished_at IS NULL`,
  );
  return true;
}

/** What a step found. */
export type StepResult = {
  /** To add. */
  counts: Counts;
  /** The statements that are missing from now on, if that changed. */
  missing?: readonly Missing[];
  /** What is left of providers from now on, if that changed. */
  left?: readonly Left[];
  /** Null = the night is done. */
  next: Cursor | null;
  /** About how many calls of objects and databases it took, where that is many. */
  calls?: number;
};

/** One step further. @returns false when another run took this step already: nothing is counted twice */
export async function keepStep(
  ctx: Context,
  run: Run,
  { counts: more, missing = run.missing, left = run.left, next }: StepResult,
): Promise<boolean> {
  const kept = {
    ...summed([run.counts, more]),
    ...(missing.length > 0 ? { faults: missing } : {}),
    ...(left.length > 0 ? { left } : {}),
    stepAt: Math.max(ctx.now(), run.stepAt + 1),
  };
  const changed = await ctx.platform.run(
    sql`UPDATE reconciliation_runs SET cursor = ${next === null ? null : JSON.stringify(next)},
      counts = ${JSON.stringify(kept)}, finished_at = ${next === null ? ctx.now() : null}
      WHERE day = ${run.day} AND cursor = ${run.kept} AND finished_at IS NULL`,
  );
  return changed > 0;
}

/** Between two tries of a step that fails, in minutes; the last one repeats. */
const waits = [1, 5, 15, 60] as const;

/** The step failed: it is tried again later and later, so that it costs no night its minutes and no log its lines. */
export async function keepFailure(ctx: Context, run: Run): Promise<void> {
  const tries = (run.broken?.tries ?? 0) + 1;
  const wait = waits[Math.min(tries, waits.length) - 1] ?? 60;
  const broken: Broken = { tries, nextAt: ctx.now() + wait * minuteMs };
  await ctx.platform.run(
    sql`UPDATE reconciliation_runs SET counts = json_set(counts, '$.broken', json(${JSON.stringify(broken)}))
      WHERE day = ${run.day} AND cursor = ${run.kept}`,
  );
}

/** How a provider's day stands beside the gateways' statements. */
export type Compared = "agrees" | "differs" | "waiting" | "missing";

/** Of a Nairobi day that is over, as the nights' comparison found it: nothing is counted anew. */
export async function comparedOn(ctx: Context, providerId: string, day: string): Promise<Compared> {
  const { from, to } = momentsOf(day);
  const [run, review] = await Promise.all([
    ctx.platform.first(
      sql<{ finishedAt: number | null; counts: string }>`SELECT finished_at AS finishedAt, counts
        FROM reconciliation_runs WHERE day = ${day}`,
    ),
    ctx.tenant(providerId).first(
      sql<{ id: string }>`SELECT reviews.id FROM reviews JOIN payments ON payments.id = reviews.payment_id
        WHERE reviews.resolved_at IS NULL AND reviews.kind <> 'statement'
          AND payments.created_at >= ${from} AND payments.created_at < ${to} LIMIT 1`,
    ),
  ]);
  if (review) return "differs";
  if (!run) return "waiting";
  const { missing, left } = readCounts(run.counts);
  const isOwn = (one: { providerId: string }) => one.providerId === providerId;
  if (missing.some(isOwn)) return "missing";
  return run.finishedAt === null || left.some(isOwn) ? "waiting" : "agrees";
}
