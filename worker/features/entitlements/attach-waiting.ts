import type { Context } from "../../context.ts";
import { logRejected } from "../../log.ts";
import { deliver } from "./deliver.ts";
import { hotspotUserUpdate } from "./grant.ts";

/** Names of plans that this cookie bought and that wait for their device, newest first. At most five. */
export async function plansWaiting(ctx: Context, providerId: string, buyerHash: string): Promise<string[]> {
  const db = ctx.tenant(providerId);
  const rows = await db.all<{ planName: string }>(
    db.statement(
      `SELECT json_extract(terms, '$.planName') AS planName FROM entitlements
      WHERE provider_id = ?1 AND buyer_hash = ?2 AND mac IS NULL AND state IN ('waiting', 'running')
        AND (ends_at IS NULL OR ends_at > ?3) ORDER BY created_at DESC, id LIMIT 5`,
      buyerHash,
      ctx.now(),
    ),
  );
  return rows.map(({ planName }) => planName);
}

/**
 * A purchase that waits for its device gets it: its buyer said on their own page that this is the one. So does one that ran at a
 * router which was removed. All of it or nothing, so that a purchase never has an address without its device being listed.
 * @param sale.routerId null leaves the purchase at the router where it was made
 */
export async function attachWaiting(
  ctx: Context,
  sale: { providerId: string; routerId: string | null; mac: string; buyerHash: string },
): Promise<void> {
  const db = ctx.tenant(sale.providerId);
  const now = ctx.now();
  const waiting = (at: string) => `provider_id = ?1 AND buyer_hash = ?2 AND mac IS NULL
    AND state IN ('waiting', 'running') AND (ends_at IS NULL OR ends_at > ${at})`;
  const found = await db.all<{ id: string }>(
    db.statement(`SELECT id FROM entitlements WHERE ${waiting("?3")}`, sale.buyerHash, now),
  );
  if (found.length === 0) return;
  await db.batch([
    db.statement(
      `INSERT INTO devices (provider_id, entitlement_id, mac, attached_at)
      SELECT ?1, id, ?3, ?4 FROM entitlements WHERE ${waiting("?4")}
      ON CONFLICT (provider_id, entitlement_id, mac) DO UPDATE SET attached_at = excluded.attached_at, detached_at = NULL`,
      sale.buyerHash,
      sale.mac,
      now,
    ),
    db.statement(
      `INSERT INTO hotspot_users (provider_id, mac, router_id, phone, entitlement_id, first_seen_at, last_seen_at)
      SELECT ?1, ?3, coalesce(?4, router_id), (SELECT phone FROM payments WHERE provider_id = ?1 AND id = source_id), id, ?5, ?5
      FROM entitlements WHERE ${waiting("?5")} ORDER BY created_at
      ${hotspotUserUpdate}`,
      sale.buyerHash,
      sale.mac,
      sale.routerId,
      now,
    ),
    db.statement(
      `UPDATE entitlements SET mac = ?3, router_id = coalesce(?4, router_id), rev = rev + 1, updated_at = ?5
      WHERE ${waiting("?5")}`,
      sale.buyerHash,
      sale.mac,
      sale.routerId,
      now,
    ),
  ]);
  // The sweeper repeats what gets lost here; the page must not wait for a site that is away.
  const delivered = await Promise.allSettled(found.map(({ id }) => deliver(ctx, sale.providerId, id)));
  logRejected("attached device", delivered);
}
