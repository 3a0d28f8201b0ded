import type { Context } from "../../context.ts";
import { dayMs } from "../../contract/values/time.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { deliverQuietly } from "./finish-move.ts";
import { endAfter } from "./open-hours-sql.ts";

/** For this long after its time was over a purchase can be opened again. */
export const reopenableMs = 7 * dayMs;

/** Of one that is given more time now, whether it runs or not: no outage took anything from it while it was over. */
export const gapsAfter = (now: number): Sql => sql`CASE WHEN ends_at < ${now}
  THEN json_insert(coalesce(gaps, '[]'), '$[#]', json_array(ends_at, CAST(${now} AS INTEGER))) ELSE gaps END`;

/**
 * After its end, or from now on, in its hours where it has some; one that ended by time lately opens again. One statement: concurrent calls all count.
 * @returns the new end in UTC ms; null, with nothing changed, where it may not be extended
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
    sql<{
      endsAt: number;
    }>`UPDATE entitlements SET ends_at = ${endAfter(sql`terms`, sql`max(ends_at, ${now})`, sql`${byMs}`)},
        gaps = ${gapsAfter(now)}, state = 'running', end_reason = NULL, ended_at = NULL, rev = rev + 1, updated_at = ${now}
      WHERE id = ${entitlementId} AND started_at IS NOT NULL
        AND ends_at IS NOT NULL
        AND (state = 'running' OR (state = 'ended' AND end_reason = 'time'
          AND ended_at > ${now - reopenableMs}))
      RETURNING ends_at AS endsAt`,
  );
  if (!row) return null;
  await deliverQuietly(ctx, providerId, entitlementId);
  return row.endsAt;
}
