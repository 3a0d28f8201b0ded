import type { Context } from "../../context.ts";
import { dayMs } from "../../contract/values/time.ts";
import { sql } from "../../db/sql.ts";
import { logRejected } from "../../log.ts";
import { deliverAll } from "./deliver.ts";
import { finishMove } from "./finish-move.ts";

const unconfirmedMs = 10_000;
/** The bridge ends a purchase itself and reports it; only what is this much overdue is ended from here. */
const overdueMs = 15_000;
const lapseMs = 30 * dayMs;
/** Of one provider. After an outage there may be very many; the next minute takes the next ones. */
const endsPerRun = 1_000;
const deliveriesPerRun = 300;
const movesPerRun = 50;

// The same words as the partial index of live purchases has: without them the whole history would be read with each sweep.
const isLive = sql`state IN ('waiting', 'running', 'cut_off')`;

/** Of a provider's sweep: ends that nobody reported, purchases that never started, what is not confirmed, open moves. */
export async function sweepAccess(ctx: Context, providerId: string): Promise<void> {
  const now = ctx.now();
  const [ended, lapsed, unconfirmed, moves] = await ctx.tenant(providerId).batch([
    sql<{ id: string }>`UPDATE entitlements SET state = 'ended', end_reason = 'time', ended_at = ends_at,
        rev = rev + 1, updated_at = ${now}
      WHERE id IN (SELECT id FROM entitlements
        WHERE ${isLive} AND ends_at <= ${now - overdueMs}
        LIMIT ${endsPerRun})
      RETURNING id`,
    sql<{ id: string }>`UPDATE entitlements SET state = 'lapsed', end_reason = 'lapsed', ended_at = ${now},
        rev = rev + 1, updated_at = ${now}
      WHERE id IN (SELECT id FROM entitlements
        WHERE ${isLive} AND ends_at IS NULL
          AND created_at <= ${now - lapseMs}
        LIMIT ${endsPerRun})
      RETURNING id`,
    // In random order, so that the purchases of a dead site never crowd out the others.
    sql<{ id: string }>`SELECT id FROM entitlements
      WHERE rev > confirmed_rev AND subject IS NOT NULL
        AND updated_at <= ${now - unconfirmedMs} AND updated_at > ${now - lapseMs}
      ORDER BY random() LIMIT ${deliveriesPerRun}`,
    // Purchases that left one router for another, as far as the first may have let go.
    sql<{ entitlementId: string; fromRouterId: string }>`SELECT moves.entitlement_id AS entitlementId,
        moves.from_router_id AS fromRouterId
      FROM moves JOIN entitlements
        ON entitlements.id = moves.entitlement_id
      WHERE moves.done_at IS NULL
        AND (entitlements.confirmed_rev >= entitlements.rev
          OR (entitlements.started_at IS NULL AND entitlements.confirmed_rev = 0))
      ORDER BY random() LIMIT ${movesPerRun}`,
  ]);
  const found = [...ended, ...lapsed, ...unconfirmed].map(({ id }) => id);
  // What does not fit is unconfirmed in the next minute.
  await deliverAll(ctx, providerId, found.slice(0, deliveriesPerRun));
  const finished = moves.map((move) => finishMove(ctx, { providerId, ...move }));
  logRejected("unfinished move", await Promise.allSettled(finished));
}

/** When each part of this sweep has something to do next; no row where nothing waits. */
export const accessDue = (now: number) => [
  sql<{ at: number }>`SELECT ends_at + ${overdueMs} AS at FROM entitlements
    WHERE ${isLive} AND ends_at IS NOT NULL ORDER BY ends_at LIMIT 1`,
  sql<{ at: number }>`SELECT created_at + ${lapseMs} AS at FROM entitlements
    WHERE ${isLive} AND ends_at IS NULL ORDER BY created_at LIMIT 1`,
  sql<{ at: number }>`SELECT updated_at + ${unconfirmedMs} AS at FROM entitlements
    WHERE rev > confirmed_rev AND subject IS NOT NULL
      AND updated_at > ${now - lapseMs}
    ORDER BY updated_at LIMIT 1`,
  sql<{ at: number }>`SELECT at FROM moves WHERE done_at IS NULL
    ORDER BY at LIMIT 1`,
];
