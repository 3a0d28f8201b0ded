import type { Context } from "../../context.ts";

/** How far a night is: what a run that was cut off goes on from. */
export type Cursor =
  | { step: "pushes"; app: number; after: string }
  | { step: "payments"; provider: number; at: number; after: string }
  | { step: "statements"; account: number }
  | { step: "switches" }
  /** Statements that could not be had, once more; `turn` tells one try from the next. */
  | { step: "again"; turn: number };

export type Counts = Record<string, number>;

/** A statement that could not be had. */
export type Missing = {
  gatewayId: string;
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

/** The day's run, begun if it is new; null when it is finished. */
export async function openRun(ctx: Context, day: string): Promise<Run | null> {
  const { platform } = ctx;
  const read = platform.statement(
    "SELECT finished_at AS finishedAt, cursor, counts FROM reconciliation_runs WHERE day = ?1",
    day,
  );
  type Row = { finishedAt: number | null; cursor: string | null; counts: string };
  const [known] = await platform.all<Row>(read);
  if (known?.finishedAt) return null;
  const kept = known?.cursor ?? JSON.stringify(firstStep);
  if (!known)
    await platform.run(
      platform.statement(
        "INSERT OR IGNORE INTO reconciliation_runs (day, started_at, cursor) VALUES (?1, ?2, ?3)",
        day,
        ctx.now(),
        kept,
      ),
    );
  return { day, cursor: JSON.parse(kept) as Cursor, kept, ...readCounts(known?.counts ?? "{}") };
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
    ctx.platform.statement(
      "UPDATE reconciliation_runs SET cursor = ?3, counts = ?4, finished_at = ?5 WHERE day = ?1 AND cursor = ?2",
      run.day,
      run.kept,
      next === null ? null : JSON.stringify(next),
      JSON.stringify(missing.length > 0 ? { ...counts, faults: missing } : counts),
      next === null ? ctx.now() : null,
    ),
  );
}

/** Between two tries of a step that fails, in minutes: the last one again and again. */
const waits = [1, 5, 15, 60] as const;

/** The step failed: it is tried again later and later, so that it costs no night its minutes and no log its lines. */
export async function keepFailure(ctx: Context, run: Run): Promise<void> {
  const tries = (run.broken?.tries ?? 0) + 1;
  const wait = waits[Math.min(tries, waits.length) - 1] ?? 60;
  const broken: Broken = { tries, nextAt: ctx.now() + wait * 60_000 };
  await ctx.platform.run(
    ctx.platform.statement(
      "UPDATE reconciliation_runs SET counts = json_set(counts, '$.broken', json(?3)) WHERE day = ?1 AND cursor = ?2",
      run.day,
      run.kept,
      JSON.stringify(broken),
    ),
  );
}
