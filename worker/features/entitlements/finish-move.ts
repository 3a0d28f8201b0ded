import type { Context } from "../../context.ts";
import type { Statement, TenantDb } from "../../db/tenant-db.ts";
import { log } from "../../log.ts";
import { deliver } from "./deliver.ts";
import { hotspotUserUpdate } from "./grant.ts";
import { successorIdOf } from "./purchase-id.ts";
import { recoveryHashFor } from "./recovery-code.ts";

const patienceMs = 2_500;
const lookEveryMs = 150;

/**
 * The old router let go: its bridge confirmed the end. Or nobody was ever let in by it: it never started, no bridge ever
 * confirmed anything of it, and (`?3`) the router cannot be reached, so that nobody can confirm anything now.
 */
const letGo = `FROM moves JOIN entitlements ON entitlements.provider_id = ?1 AND entitlements.id = moves.entitlement_id
  WHERE moves.provider_id = ?1 AND moves.entitlement_id = ?2 AND moves.done_at IS NULL AND entitlements.state = 'moved'
    AND (entitlements.confirmed_rev >= entitlements.rev
      OR (?3 = 1 AND entitlements.started_at IS NULL AND entitlements.confirmed_rev = 0))`;

/** A purchase that left this router and is not yet at the other one. */
export type OpenMove = { providerId: string; entitlementId: string; fromRouterId: string };

/**
 * Lets a purchase that left its router go on at the other one, as soon as the old one has let go. Repeating it changes
 * nothing. True when it goes on.
 */
export async function finishMove(ctx: Context, move: OpenMove): Promise<boolean> {
  return goOn(ctx, move, await cannotBeReached(ctx, move.fromRouterId));
}

async function goOn(ctx: Context, move: OpenMove, isAway: boolean): Promise<boolean> {
  const db = ctx.tenant(move.providerId);
  const ready = db.statement(`SELECT 1 AS ready ${letGo}`, move.entitlementId, isAway ? 1 : 0);
  if ((await db.all(ready)).length > 0) await db.batch(goOnStatements(ctx, db, move.entitlementId, isAway));
  const successorId = successorIdOf(move.entitlementId);
  const made = db.statement("SELECT id FROM entitlements WHERE provider_id = ?1 AND id = ?2", successorId);
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
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
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

/** One transaction. The clock, the data used and the place in the queue go along: nothing begins anew. */
function goOnStatements(ctx: Context, db: TenantDb, entitlementId: string, isAway: boolean): Statement[] {
  const successorId = successorIdOf(entitlementId);
  const at = ctx.now();
  const made = `EXISTS (SELECT 1 FROM moves WHERE provider_id = ?1 AND entitlement_id = ?2 AND done_at IS NULL)
    AND EXISTS (SELECT 1 FROM entitlements WHERE provider_id = ?1 AND id = ?3)`;
  return [
    db.statement(
      `INSERT INTO entitlements (provider_id, id, rev, router_id, mac, source, source_id, terms, state, used_bytes, created_at,
        started_at, ends_at, updated_at, buyer_hash)
      SELECT ?1, moves.to_entitlement_id, 1, moves.to_router_id, moves.to_mac, entitlements.source, entitlements.source_id,
        entitlements.terms, CASE WHEN entitlements.started_at IS NULL THEN 'waiting' ELSE 'running' END,
        entitlements.used_bytes, entitlements.created_at, entitlements.started_at, entitlements.ends_at, ?4,
        entitlements.buyer_hash ${letGo}
      ON CONFLICT (provider_id, id) DO NOTHING`,
      entitlementId,
      isAway ? 1 : 0,
      at,
    ),
    // One purchase has the code at a time.
    db.statement(
      `UPDATE entitlements SET recovery_hash = NULL WHERE provider_id = ?1 AND id = ?2 AND ${made}`,
      entitlementId,
      successorId,
    ),
    db.statement(
      `UPDATE entitlements SET recovery_hash = ?4 WHERE provider_id = ?1 AND id = ?3 AND ${made}`,
      entitlementId,
      successorId,
      recoveryHashFor(ctx, entitlementId),
    ),
    db.statement(
      `INSERT INTO devices (provider_id, entitlement_id, mac, attached_at)
      SELECT ?1, ?3, to_mac, ?4 FROM moves
      WHERE provider_id = ?1 AND entitlement_id = ?2 AND done_at IS NULL AND ${made}
      ON CONFLICT (provider_id, entitlement_id, mac) DO NOTHING`,
      entitlementId,
      successorId,
      at,
    ),
    db.statement(
      `INSERT INTO hotspot_users (provider_id, mac, router_id, phone, entitlement_id, first_seen_at, last_seen_at)
      SELECT ?1, mac, router_id, (SELECT phone FROM payments WHERE provider_id = ?1 AND id = entitlements.source_id), id, ?4, ?4
      FROM entitlements WHERE provider_id = ?1 AND id = ?3 AND ${made} ${hotspotUserUpdate}`,
      entitlementId,
      successorId,
      at,
    ),
    db.statement(
      `UPDATE hotspot_users SET entitlement_id = (SELECT devices.entitlement_id FROM devices JOIN entitlements
          ON entitlements.provider_id = ?1 AND entitlements.id = devices.entitlement_id AND entitlements.state <> 'moved'
        WHERE devices.provider_id = ?1 AND devices.mac = hotspot_users.mac AND devices.detached_at IS NULL
        ORDER BY entitlements.created_at DESC LIMIT 1)
      WHERE provider_id = ?1 AND entitlement_id = ?2
        AND mac IN (SELECT mac FROM devices WHERE provider_id = ?1 AND entitlement_id = ?2) AND ${made}`,
      entitlementId,
      successorId,
    ),
    db.statement(
      `UPDATE moves SET done_at = ?4 WHERE provider_id = ?1 AND entitlement_id = ?2 AND done_at IS NULL AND ${made}`,
      entitlementId,
      successorId,
      at,
    ),
  ];
}
