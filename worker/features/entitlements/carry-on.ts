import type { Context } from "../../context.ts";
import { among, type Sql, sql } from "../../db/sql.ts";
import { log } from "../../log.ts";
import { buyerPhone } from "./buyer-phone.ts";
import { deliverAll } from "./deliver.ts";
import { hotspotUserUpdate } from "./grant.ts";

/** What comes over is delivered at once to so many; a sweep takes the others. */
const deliveredAtOnce = 300;

/** Paid and not over, and without the devices that they had when their routers were taken away; by the words of the index of what lives. */
const leftAt = (
  routerIds: readonly string[],
  now: number,
): Sql => sql`entitlements.router_id IN ${among(routerIds)}
  AND entitlements.state IN ('waiting', 'running', 'cut_off') AND entitlements.state <> 'cut_off'
  AND entitlements.subject IS NULL AND (entitlements.ends_at IS NULL OR entitlements.ends_at > ${now})
  AND EXISTS (SELECT 1 FROM devices WHERE devices.entitlement_id = entitlements.id)`;

export async function countLeft(
  ctx: Context,
  providerId: string,
  routerIds: readonly string[],
): Promise<number> {
  const row = await ctx.tenant(providerId).first(
    sql<{
      count: number;
    }>`SELECT count(*) AS count FROM entitlements WHERE ${leftAt(routerIds, ctx.now())}`,
  );
  return row?.count ?? 0;
}

/**
 * What was set aside at these routers goes on at another one, each with the devices that had it then; clock and data used go on as they
 * were. Repeating it changes nothing. @returns how many
 */
export async function carryOn(
  ctx: Context,
  providerId: string,
  { fromRouterIds, toRouterId }: { fromRouterIds: readonly string[]; toRouterId: string },
): Promise<number> {
  const db = ctx.tenant(providerId);
  const now = ctx.now();
  const found = await db.all(
    sql<{ id: string }>`SELECT entitlements.id AS id FROM entitlements
      WHERE ${leftAt(fromRouterIds, now)} ORDER BY entitlements.created_at`,
  );
  if (found.length === 0) return 0;
  const ids = found.map(({ id }) => id);
  // A buyer who opens the portal meanwhile has said where his goes on.
  const still = sql`entitlements.id IN ${among(ids)} AND entitlements.subject IS NULL
    AND entitlements.state IN ('waiting', 'running')`;
  const withDevices = sql`FROM entitlements JOIN devices ON devices.entitlement_id = entitlements.id
    AND devices.detached_at IS NULL WHERE ${still}`;
  const [, , , moved] = await db.batch([
    // All of them lost it in one moment; who had left before stays away.
    sql`UPDATE devices SET detached_at = NULL WHERE (entitlement_id, detached_at) IN (
      SELECT devices.entitlement_id, max(devices.detached_at) FROM devices
      JOIN entitlements ON entitlements.id = devices.entitlement_id WHERE ${still}
      GROUP BY devices.entitlement_id)`,
    sql`INSERT INTO moves (id, entitlement_id, to_entitlement_id, from_subject, to_subject,
        from_router_id, to_router_id, "by", at, done_at)
      SELECT lower(hex(randomblob(16))), entitlements.id, entitlements.id, NULL, devices.subject,
        entitlements.router_id, ${toRouterId}, 'provider', ${now}, ${now} ${withDevices}`,
    sql`INSERT INTO hotspot_users (subject, router_id, phone, entitlement_id, first_seen_at, last_seen_at)
      SELECT devices.subject, ${toRouterId}, ${buyerPhone}, entitlements.id, ${now}, ${now} ${withDevices}
      ORDER BY entitlements.created_at ${hotspotUserUpdate}`,
    sql<{ id: string }>`UPDATE entitlements SET subject = (SELECT devices.subject FROM devices
          WHERE devices.entitlement_id = entitlements.id AND devices.detached_at IS NULL
          ORDER BY devices.attached_at, devices.subject LIMIT 1),
        router_id = ${toRouterId}, rev = rev + 1, updated_at = ${now}
      WHERE ${still} RETURNING id`,
  ]);
  try {
    await deliverAll(ctx, providerId, moved.map(({ id }) => id).slice(0, deliveredAtOnce));
  } catch (cause) {
    log("error", "carried purchases", cause, { provider: providerId });
  }
  return moved.length;
}
