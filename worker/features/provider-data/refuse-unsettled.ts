import type { Context } from "../../context.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";

/** What began before it was suspended is in its rows by then. */
const settledMs = 60_000;

/** @throws AppError conflict for a provider that may be selling something right now */
export async function refuseUnsettled(ctx: Context, id: string, name: string): Promise<void> {
  const [state] = await ctx.platform.all(
    sql<{ status: string; updatedAt: number }>`SELECT status, updated_at AS updatedAt FROM providers
      WHERE id = ${id}`,
  );
  if (state?.status !== "suspended") throw refuse("conflict", "provider_not_suspended", { name });
  if (state.updatedAt > ctx.now() - settledMs) throw refuse("conflict", "provider_just_changed", { name });
}
