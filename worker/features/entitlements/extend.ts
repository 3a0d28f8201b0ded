import type { Context } from "../../context.ts";
import { deliverQuietly } from "./finish-move.ts";

/** For this long after its time was over a purchase can be opened again. */
export const reopenableMs = 7 * 86_400_000;

/**
 * Gives a purchase that has started more time: after its end, or from now on where that has passed. One that ended by
 * time lately opens again. One statement, so that any number at once all count.
 * @param byMs how much more
 * @returns the new end in UTC ms; null, with nothing changed, for one that is not running and did not run out lately
 */
export async function extendPurchase(
  ctx: Context,
  providerId: string,
  entitlementId: string,
  byMs: number,
): Promise<number | null> {
  const db = ctx.tenant(providerId);
  const now = ctx.now();
  const [row] = await db.all<{ endsAt: number }>(
    db.statement(
      `UPDATE entitlements SET ends_at = max(ends_at, ?3) + ?4, state = 'running', end_reason = NULL, ended_at = NULL,
        rev = rev + 1, updated_at = ?3
      WHERE provider_id = ?1 AND id = ?2 AND started_at IS NOT NULL AND ends_at IS NOT NULL
        AND (state = 'running' OR (state = 'ended' AND end_reason = 'time' AND ended_at > ?5))
      RETURNING ends_at AS endsAt`,
      entitlementId,
      now,
      byMs,
      now - reopenableMs,
    ),
  );
  if (!row) return null;
  await deliverQuietly(ctx, providerId, entitlementId);
  return row.endsAt;
}
