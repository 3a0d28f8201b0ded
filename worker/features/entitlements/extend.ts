import type { Context } from "../../context.ts";
import { sql, thisProvider } from "../../db/sql.ts";
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
  const row = await db.first(
    sql<{ endsAt: number }>`UPDATE entitlements SET ends_at = max(ends_at, ${now}) + ${byMs},
        state = 'running', end_reason = NULL, ended_at = NULL, rev = rev + 1, updated_at = ${now}
      WHERE provider_id = ${thisProvider} AND id = ${entitlementId} AND started_at IS NOT NULL
        AND ends_at IS NOT NULL
        AND (state = 'running' OR (state = 'ended' AND end_reason = 'time'
          AND ended_at > ${now - reopenableMs}))
      RETURNING ends_at AS endsAt`,
  );
  if (!row) return null;
  await deliverQuietly(ctx, providerId, entitlementId);
  return row.endsAt;
}
