import type { Context } from "../../context.ts";
import { say } from "../../contract/texts.ts";
import { dayMs } from "../../contract/values/time.ts";
import type { TenantDb } from "../../db/tenant-db.ts";
import { AppError, refuse } from "../../errors.ts";
import { type EntitlementRecord, isOver } from "./desired-state.ts";
import { movesOfDay, movesPerDay } from "./move-statements.ts";

/** Each try is decided on a fresh reading; whoever loses against another change decides anew. */
export const tries = 8;

export function refuseWhatIsOver(held: EntitlementRecord, now: number): void {
  if (held.state === "cut_off") throw refuse("refused", "purchase_stopped");
  const isUsedUp = (isOver(held) && held.state !== "moved") || (held.endsAt !== null && held.endsAt <= now);
  if (isUsedUp) throw refuse("refused", "purchase_used_up");
}

export async function isWritten(
  db: TenantDb,
  statements: Parameters<TenantDb["batch"]>[0],
): Promise<boolean> {
  const results = await db.batch(statements);
  return (results.at(-1)?.length ?? 0) > 0;
}

/** Null: that is not why it was not written. */
export async function refuseTooMany(
  ctx: Context,
  db: TenantDb,
  { id }: EntitlementRecord,
  isCounted: boolean,
): Promise<null> {
  const now = ctx.now();
  const { count, first } = await movesOfDay(db, id, now);
  if (!isCounted || count < movesPerDay) return null;
  const retryAfterMs = first + dayMs - now;
  throw new AppError("too_many", say("moves_limit", { times: movesPerDay }), {
    retryAfter: retryAfterMs / 1_000,
  });
}
