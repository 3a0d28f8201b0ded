import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { deliver } from "./deliver.ts";

/** Cuts a running purchase off. Its time runs on: a mere kick would come back by MAC login. */
export async function cutOff(ctx: Context, providerId: string, id: string): Promise<void> {
  const db = ctx.tenant(providerId);
  const changed = await db.run(
    db.statement(
      `UPDATE entitlements SET state = 'cut_off', rev = rev + 1, updated_at = ?3
      WHERE provider_id = ?1 AND id = ?2 AND state IN ('waiting', 'running') AND (ends_at IS NULL OR ends_at > ?3)`,
      id,
      ctx.now(),
    ),
  );
  if (changed === 0) throw new AppError("not_found", "This purchase is not running.");
  await deliver(ctx, providerId, id);
}

/** Undoes a cut-off while there is time left. */
export async function allowAgain(ctx: Context, providerId: string, id: string): Promise<void> {
  const db = ctx.tenant(providerId);
  const changed = await db.run(
    db.statement(
      `UPDATE entitlements SET state = CASE WHEN started_at IS NULL THEN 'waiting' ELSE 'running' END, rev = rev + 1,
        updated_at = ?3
      WHERE provider_id = ?1 AND id = ?2 AND state = 'cut_off' AND (ends_at IS NULL OR ends_at > ?3)`,
      id,
      ctx.now(),
    ),
  );
  if (changed === 0) throw new AppError("not_found", "This purchase is not cut off, or its time is over.");
  await deliver(ctx, providerId, id);
}
