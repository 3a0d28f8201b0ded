import type { Context } from "../../context.ts";
import { type Sql, sql } from "../../db/sql.ts";
import type { EntitlementRecord } from "./desired-state.ts";
import { heldById } from "./store.ts";

const patienceMs = 3_000;
const lookEveryMs = 150;

// The same words as the partial index of live purchases has.
const live = (routerId: string): Sql =>
  sql`entitlements.router_id = ${routerId}
  AND entitlements.state IN ('waiting', 'running', 'cut_off')`;

/** What still hangs on a router: purchases that run or wait there, and payments that may yet become some. */
export async function hangingOn(
  ctx: Context,
  providerId: string,
  routerId: string,
): Promise<{ purchases: number; payments: number }> {
  const db = ctx.tenant(providerId);
  const [[purchases], [payments]] = await db.batch([
    sql<{ count: number }>`SELECT count(*) AS count FROM entitlements
      WHERE ${live(routerId)} AND (entitlements.ends_at IS NULL OR entitlements.ends_at > ${ctx.now()})`,
    sql<{ count: number }>`SELECT count(*) AS count FROM payments
      WHERE payments.router_id = ${routerId}
        AND payments.status = 'pending'`,
  ]);
  return { purchases: purchases?.count ?? 0, payments: payments?.count ?? 0 };
}

/** Paid, not activated: they wait for a device at any router of the provider. @returns as they were, with the rev of their end */
export async function setAside(
  ctx: Context,
  providerId: string,
  routerId: string,
): Promise<EntitlementRecord[]> {
  const db = ctx.tenant(providerId);
  const ids = await db.all(
    sql<{ id: string }>`SELECT entitlements.id AS id FROM entitlements
      WHERE ${live(routerId)} AND entitlements.subject IS NOT NULL`,
  );
  const held = await heldById(
    db,
    ids.map(({ id }) => id),
  );
  const list = JSON.stringify(held.map(({ id }) => id));
  await db.batch([
    sql`UPDATE devices SET detached_at = ${ctx.now()}
      WHERE detached_at IS NULL
        AND entitlement_id IN (SELECT value FROM json_each(${list}))`,
    // One rev is the end at the old router, the next is what goes on: the bridge's word on the one ends not the other.
    sql`UPDATE entitlements SET subject = NULL, rev = rev + 2, updated_at = ${ctx.now()}
      WHERE id IN (SELECT value FROM json_each(${list}))
        AND state IN ('waiting', 'running', 'cut_off') AND subject IS NOT NULL`,
  ]);
  return held.map((one) => ({ ...one, rev: one.rev + 1, state: "cut_off" }));
}

/** Has the bridge put these devices off, and waits a moment for it. False: they stay until their time is over there. */
export async function putOff(
  ctx: Context,
  bridgeId: string,
  ended: readonly EntitlementRecord[],
): Promise<boolean> {
  if (ended.length === 0) return true;
  const bridge = ctx.env.BRIDGE.getByName(bridgeId);
  for (let left = patienceMs; left > 0; left -= lookEveryMs) {
    if (await bridge.sendDesired([...ended])) return true;
    if (!(await bridge.isAlive())) return false;
    await ctx.sleep(lookEveryMs);
  }
  return false;
}
