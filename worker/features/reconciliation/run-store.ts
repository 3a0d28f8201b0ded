import type { Context } from "../../context.ts";

/** How far a night is: what a run that was cut off goes on from. */
export type Cursor =
  | { step: "pushes"; app: number; after: string }
  | { step: "payments"; provider: number; at: number; after: string }
  | { step: "statements"; account: number }
  | { step: "switches" };

export type Counts = Record<string, number>;
export type Run = { day: string; cursor: Cursor; kept: string; counts: Counts };

export const firstStep: Cursor = { step: "pushes", app: 0, after: "" };

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
  return { day, cursor: JSON.parse(kept) as Cursor, kept, counts: known ? JSON.parse(known.counts) : {} };
}

/** One step further; does nothing when another run took this step already. @param next null = the night is done */
export async function keepStep(ctx: Context, run: Run, next: Cursor | null, more: Counts): Promise<void> {
  const counts = { ...run.counts };
  for (const [name, count] of Object.entries(more)) counts[name] = (counts[name] ?? 0) + count;
  await ctx.platform.run(
    ctx.platform.statement(
      "UPDATE reconciliation_runs SET cursor = ?3, counts = ?4, finished_at = ?5 WHERE day = ?1 AND cursor = ?2",
      run.day,
      run.kept,
      next === null ? null : JSON.stringify(next),
      JSON.stringify(counts),
      next === null ? ctx.now() : null,
    ),
  );
}
