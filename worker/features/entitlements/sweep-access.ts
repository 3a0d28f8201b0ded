import type { Context } from "../../context.ts";
import { sql } from "../../db/sql.ts";
import { logRejected } from "../../log.ts";
import { deliverAll, type EntitlementKey } from "./deliver.ts";
import { finishMove, type OpenMove } from "./finish-move.ts";

const unconfirmedMs = 10_000;
/** The bridge ends a purchase itself and reports it; only what is this much overdue is ended from here. */
const overdueMs = 15_000;
const lapseMs = 30 * 86_400_000;
/** After an outage there may be very many; the next minute takes the next ones. */
const endsPerRun = 1_000;
const deliveriesPerRun = 300;
const movesPerRun = 50;

// The same words as the partial index of live purchases has: without them the whole history would be read every minute.
const isLive = sql`state IN ('waiting', 'running', 'cut_off')`;

/** The minute cron's part: ends that nobody reported, purchases that never started, what is not confirmed, open moves. */
export async function sweepAccess(ctx: Context): Promise<void> {
  const { platform } = ctx;
  const now = ctx.now();
  const over = [
    sql`UPDATE entitlements SET state = 'ended', end_reason = 'time', ended_at = ends_at, rev = rev + 1,
        updated_at = ${now}
      WHERE rowid IN (SELECT rowid FROM entitlements WHERE ${isLive} AND ends_at <= ${now - overdueMs}
        LIMIT ${endsPerRun})
      RETURNING provider_id AS providerId, id`,
    sql`UPDATE entitlements SET state = 'lapsed', end_reason = 'lapsed', ended_at = ${now}, rev = rev + 1,
        updated_at = ${now}
      WHERE rowid IN (SELECT rowid FROM entitlements
        WHERE ${isLive} AND started_at IS NULL AND created_at <= ${now - lapseMs} LIMIT ${endsPerRun})
      RETURNING provider_id AS providerId, id`,
    // In random order, so that the purchases of a dead site never crowd out the others.
    sql`SELECT provider_id AS providerId, id FROM entitlements
      WHERE rev > confirmed_rev AND mac IS NOT NULL AND updated_at <= ${now - unconfirmedMs}
        AND updated_at > ${now - lapseMs} ORDER BY random() LIMIT ${deliveriesPerRun}`,
    // Purchases that left one router for another, as far as the first may have let go.
    sql`SELECT moves.provider_id AS providerId, moves.entitlement_id AS entitlementId,
        moves.from_router_id AS fromRouterId
      FROM moves JOIN entitlements
        ON entitlements.provider_id = moves.provider_id AND entitlements.id = moves.entitlement_id
      WHERE moves.done_at IS NULL AND (entitlements.confirmed_rev >= entitlements.rev
        OR (entitlements.started_at IS NULL AND entitlements.confirmed_rev = 0))
      ORDER BY random() LIMIT ${movesPerRun}`,
  ];
  const results = await platform.batch(over);
  const moves = (results.pop() ?? []) as OpenMove[];
  const found = results.flat() as EntitlementKey[];
  // What does not fit is unconfirmed in the next minute.
  await deliverAll(ctx, found.slice(0, deliveriesPerRun));
  logRejected("unfinished move", await Promise.allSettled(moves.map((move) => finishMove(ctx, move))));
}
