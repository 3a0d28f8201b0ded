import type { Context } from "../../context.ts";
import type { Subject } from "../../contract/values/subject.ts";
import { sql } from "../../db/sql.ts";
import { logRejected } from "../../log.ts";
import { buyerPhone } from "./buyer-phone.ts";
import { deliver } from "./deliver.ts";
import { hotspotUserUpdate } from "./grant.ts";

/** Names of plans that this cookie bought and that wait for their device, newest first. At most five. */
export async function plansWaiting(ctx: Context, providerId: string, buyerHash: string): Promise<string[]> {
  const db = ctx.tenant(providerId);
  const rows = await db.all(
    sql<{ planName: string }>`SELECT json_extract(terms, '$.planName') AS planName FROM entitlements
      WHERE buyer_hash = ${buyerHash} AND subject IS NULL
        AND state IN ('waiting', 'running')
        AND (ends_at IS NULL OR ends_at > ${ctx.now()}) ORDER BY created_at DESC, id LIMIT 5`,
  );
  return rows.map(({ planName }) => planName);
}

/** Its buyer said that this is the device. All of it or nothing. @param sale.routerId null leaves it at its router */
export async function attachWaiting(
  ctx: Context,
  sale: { providerId: string; routerId: string | null; subject: Subject; buyerHash: string },
): Promise<void> {
  const db = ctx.tenant(sale.providerId);
  const now = ctx.now();
  const waiting = sql`buyer_hash = ${sale.buyerHash} AND subject IS NULL
    AND state IN ('waiting', 'running') AND (ends_at IS NULL OR ends_at > ${now})`;
  const found = await db.all(sql<{ id: string }>`SELECT id FROM entitlements WHERE ${waiting}`);
  if (found.length === 0) return;
  await db.batch([
    sql`INSERT INTO devices (entitlement_id, subject, attached_at)
      SELECT id, ${sale.subject}, ${now} FROM entitlements WHERE ${waiting}
      ON CONFLICT (entitlement_id, subject) DO UPDATE SET attached_at = excluded.attached_at,
        detached_at = NULL`,
    sql`INSERT INTO hotspot_users (subject, router_id, phone, entitlement_id, first_seen_at,
        last_seen_at)
      SELECT ${sale.subject}, coalesce(${sale.routerId}, router_id),
        ${buyerPhone}, id, ${now},
          ${now}
      FROM entitlements WHERE ${waiting} ORDER BY created_at ${hotspotUserUpdate}`,
    sql`UPDATE entitlements SET subject = ${sale.subject}, router_id = coalesce(${sale.routerId}, router_id),
        rev = rev + 1, updated_at = ${now}
      WHERE ${waiting}`,
  ]);
  // The sweeper repeats what gets lost here; the page must not wait for a site that is away.
  const delivered = await Promise.allSettled(found.map(({ id }) => deliver(ctx, sale.providerId, id)));
  logRejected("attached device", delivered);
}
