import type { Context } from "../../context.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { log } from "../../log.ts";
import { buyerPhone } from "./buyer-phone.ts";
import { deliver } from "./deliver.ts";
import { hotspotUserUpdate } from "./grant.ts";
import { successorIdOf } from "./purchase-id.ts";
import { recoveryHashFor } from "./recovery-code.ts";

const patienceMs = 2_500;
const lookEveryMs = 150;

/** Its bridge confirmed the end; or it never started, nothing of it was confirmed, and the router is away (`isAway`). */
const letGo = (entitlementId: string, isAway: boolean): Sql => sql`FROM moves
  JOIN entitlements ON entitlements.id = moves.entitlement_id
  WHERE moves.entitlement_id = ${entitlementId}
    AND moves.done_at IS NULL
    AND entitlements.state = 'moved' AND (entitlements.confirmed_rev >= entitlements.rev
      OR (${isAway} = 1 AND entitlements.started_at IS NULL AND entitlements.confirmed_rev = 0))`;

/** A purchase that left this router and is not yet at the other one. */
export type OpenMove = { providerId: string; entitlementId: string; fromRouterId: string };

/** Goes on as soon as the old router has let go. Repeating it changes nothing. True when it goes on. */
export async function finishMove(ctx: Context, move: OpenMove): Promise<boolean> {
  return goOn(ctx, move, await cannotBeReached(ctx, move.fromRouterId));
}

async function goOn(ctx: Context, move: OpenMove, isAway: boolean): Promise<boolean> {
  const db = ctx.tenant(move.providerId);
  const ready = sql`SELECT 1 AS ready ${letGo(move.entitlementId, isAway)}`;
  if ((await db.all(ready)).length > 0) await db.batch(goOnStatements(ctx, move.entitlementId, isAway));
  const successorId = successorIdOf(move.entitlementId);
  const made = sql`SELECT id FROM entitlements WHERE id = ${successorId}`;
  if ((await db.all(made)).length === 0) return false;
  await deliverQuietly(ctx, move.providerId, successorId);
  return true;
}

/** The same, waiting a moment for the old router's bridge if there is one that listens. */
export async function finishSoon(ctx: Context, move: OpenMove): Promise<boolean> {
  await deliverQuietly(ctx, move.providerId, move.entitlementId);
  const isAway = await cannotBeReached(ctx, move.fromRouterId);
  for (let left = isAway ? 0 : patienceMs; ; left -= lookEveryMs) {
    if (await goOn(ctx, move, isAway)) return true;
    if (left <= 0) return false;
    await ctx.sleep(lookEveryMs);
  }
}

/** The sweeper repeats what gets lost; whoever asked must not fail for a site that is away. */
export async function deliverQuietly(ctx: Context, providerId: string, entitlementId: string): Promise<void> {
  try {
    await deliver(ctx, providerId, entitlementId);
  } catch (cause) {
    log("error", "moved purchase", cause, { provider: providerId });
  }
}

async function cannotBeReached(ctx: Context, routerId: string): Promise<boolean> {
  const router = await ctx.lookup.routerById(routerId);
  if (!router?.bridgeId) return true;
  try {
    return !(await ctx.env.BRIDGE.getByName(router.bridgeId).routerNow(routerId)).online;
  } catch (cause) {
    log("error", "moved purchase", cause, { router: routerId });
    return false;
  }
}

/** The gateway said meanwhile that it was not paid: nothing could be ended that was on its way. */
const isDenied = sql`EXISTS (SELECT 1 FROM payments
  WHERE payments.id = entitlements.source_id AND payments.status = 'failed')`;

/** One transaction. The clock, the data used and the place in the queue go along: nothing begins anew. */
function goOnStatements(ctx: Context, entitlementId: string, isAway: boolean): Sql[] {
  const successorId = successorIdOf(entitlementId);
  const at = ctx.now();
  const isThis = sql`entitlement_id = ${entitlementId}`;
  const successor = sql`id = ${successorId}`;
  const made = sql`EXISTS (SELECT 1 FROM moves
      WHERE entitlement_id = ${entitlementId} AND done_at IS NULL)
    AND EXISTS (SELECT 1 FROM entitlements WHERE ${successor})`;
  return [
    sql`INSERT INTO entitlements (id, rev, router_id, subject, source, source_id, terms, state,
        used_bytes, top_up_bytes, created_at, started_at, ends_at, gaps, updated_at, buyer_hash)
      SELECT moves.to_entitlement_id, 1, moves.to_router_id, moves.to_subject,
        entitlements.source, entitlements.source_id, entitlements.terms,
        CASE WHEN ${isDenied} THEN 'cut_off' WHEN entitlements.started_at IS NULL THEN 'waiting' ELSE 'running' END,
        entitlements.used_bytes, entitlements.top_up_bytes, entitlements.created_at, entitlements.started_at, entitlements.ends_at,
        entitlements.gaps, ${at}, entitlements.buyer_hash
        ${letGo(entitlementId, isAway)}
      ON CONFLICT (id) DO NOTHING`,
    // One purchase has the code at a time.
    sql`UPDATE entitlements SET recovery_hash = NULL
      WHERE id = ${entitlementId} AND ${made}`,
    sql`UPDATE entitlements SET recovery_hash = ${recoveryHashFor(ctx, entitlementId)}
      WHERE ${successor} AND ${made}`,
    sql`INSERT INTO devices (entitlement_id, subject, attached_at)
      SELECT ${successorId}, to_subject, ${at} FROM moves
      WHERE ${isThis} AND done_at IS NULL AND ${made}
      ON CONFLICT (entitlement_id, subject) DO NOTHING`,
    sql`INSERT INTO hotspot_users (subject, router_id, phone, entitlement_id, first_seen_at,
        last_seen_at)
      SELECT subject, router_id,
        ${buyerPhone}, id,
          ${at}, ${at}
      FROM entitlements WHERE ${successor} AND ${made} ${hotspotUserUpdate}`,
    sql`UPDATE hotspot_users SET entitlement_id = (SELECT devices.entitlement_id FROM devices
        JOIN entitlements ON entitlements.id = devices.entitlement_id AND entitlements.state <> 'moved'
        WHERE devices.subject = hotspot_users.subject
          AND devices.detached_at IS NULL
        ORDER BY entitlements.created_at DESC LIMIT 1)
      WHERE ${isThis} AND subject IN (SELECT subject FROM devices WHERE ${isThis}) AND ${made}`,
    sql`UPDATE moves SET done_at = ${at} WHERE ${isThis} AND done_at IS NULL AND ${made}`,
  ];
}
