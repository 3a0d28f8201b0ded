import type { Context } from "../../../context.ts";
import { among, sql, thisProvider } from "../../../db/sql.ts";
import type { TenantDb } from "../../../db/tenant-db.ts";
import { offer } from "./assign-vouchers.ts";
import {
  isOpenOfflineVoucher,
  type OfflineVoucherRow,
  offlineVouchersWhere,
} from "./offline-voucher-store.ts";
import { writeReturned } from "./record-reports.ts";

const unconfirmedMs = 10_000;
/** Of one provider. */
const perRun = 300;

/**
 * Says again what no bridge acknowledged, and frees what a replaced bridge holds: that one reads the newer serving
 * epoch on the router before it redeems, and decides about nothing there.
 */
export async function sweepOfflineVouchers(ctx: Context, providerId: string): Promise<void> {
  const db = ctx.tenant(providerId);
  const waiting = sql`offline_vouchers.state IN ('offered', 'returning')
    AND coalesce(offline_vouchers.returning_at, offline_vouchers.created_at) <= ${ctx.now() - unconfirmedMs}
    ORDER BY random() LIMIT ${perRun}`;
  await offer(ctx, await offlineVouchersWhere(db, waiting));
  for (const offlineVoucher of await orphaned(ctx, db)) await writeReturned(ctx, offlineVoucher, "freed");
}

/** Open offline vouchers of a bridge whose router another one reaches now. */
async function orphaned(ctx: Context, db: TenantDb): Promise<OfflineVoucherRow[]> {
  const pairs = await db.all(
    sql<{ routerId: string; bridgeId: string }>`SELECT DISTINCT offline_vouchers.router_id AS routerId,
      offline_vouchers.bridge_id AS bridgeId FROM offline_vouchers
      WHERE offline_vouchers.provider_id = ${thisProvider} AND ${isOpenOfflineVoucher}`,
  );
  if (pairs.length === 0) return [];
  const routers = await ctx.platform.all(
    sql<{ id: string; bridgeId: string | null }>`SELECT id, bridge_id AS bridgeId FROM routers
      WHERE id IN ${among([...new Set(pairs.map(({ routerId }) => routerId))])}`,
  );
  const serving = new Map(routers.map(({ id, bridgeId }) => [id, bridgeId]));
  const freed: OfflineVoucherRow[] = [];
  for (const { routerId, bridgeId } of pairs) {
    const servedBy = serving.get(routerId) ?? null;
    if (servedBy === null || servedBy === bridgeId) continue;
    const { online } = await ctx.env.BRIDGE.getByName(servedBy).routerNow(routerId);
    if (!online) continue;
    const held = sql`${isOpenOfflineVoucher} AND offline_vouchers.bridge_id = ${bridgeId}
      AND offline_vouchers.router_id = ${routerId}`;
    freed.push(...(await offlineVouchersWhere(db, held)));
  }
  return freed;
}

/** While a bridge holds any, it may be replaced at any moment. */
export const offlineVouchersDue = () => [
  sql<{ at: number }>`SELECT created_at + ${unconfirmedMs} AS at FROM offline_vouchers
    WHERE provider_id = ${thisProvider} AND ${isOpenOfflineVoucher} LIMIT 1`,
];
