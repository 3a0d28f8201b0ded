import type { Context } from "../../../context.ts";
import { among, sql } from "../../../db/sql.ts";
import { offer } from "./assign-vouchers.ts";
import {
  isOpenOfflineVoucher,
  type OfflineVoucherRow,
  offlineVoucherColumns,
} from "./offline-voucher-store.ts";
import { writeReturned } from "./record-reports.ts";

const unconfirmedMs = 10_000;
const perRun = 300;

/**
 * Says again what no bridge acknowledged, and frees what a replaced bridge holds: that one reads the newer serving
 * epoch on the router before it redeems, and decides about nothing there.
 */
export async function sweepOfflineVouchers(ctx: Context): Promise<void> {
  const { platform } = ctx;
  const rows = await platform.all(
    sql<OfflineVoucherRow>`SELECT ${offlineVoucherColumns} FROM offline_vouchers JOIN vouchers
        ON vouchers.provider_id = offline_vouchers.provider_id AND vouchers.id = offline_vouchers.voucher_id
      WHERE ${isOpenOfflineVoucher} AND offline_vouchers.state <> 'assigned'
        AND coalesce(offline_vouchers.returning_at, offline_vouchers.created_at) <= ${ctx.now() - unconfirmedMs}
      ORDER BY random() LIMIT ${perRun}`,
  );
  await offer(ctx, rows);
  for (const offlineVoucher of await orphaned(ctx)) await writeReturned(ctx, offlineVoucher, "freed");
}

/** Open offline vouchers of a bridge whose router another one reaches now. */
async function orphaned(ctx: Context): Promise<OfflineVoucherRow[]> {
  const { platform } = ctx;
  const pairs = await platform.all(
    sql<{ routerId: string; bridgeId: string }>`SELECT DISTINCT offline_vouchers.router_id AS routerId,
      offline_vouchers.bridge_id AS bridgeId FROM offline_vouchers WHERE ${isOpenOfflineVoucher} LIMIT 1000`,
  );
  if (pairs.length === 0) return [];
  const serving = new Map(
    (
      await platform.all(
        sql<{ id: string; bridgeId: string | null }>`SELECT id, bridge_id AS bridgeId FROM routers
          WHERE id IN ${among([...new Set(pairs.map(({ routerId }) => routerId))])}`,
      )
    ).map(({ id, bridgeId }) => [id, bridgeId]),
  );
  const freed: OfflineVoucherRow[] = [];
  for (const { routerId, bridgeId } of pairs) {
    const servedBy = serving.get(routerId) ?? null;
    if (servedBy === null || servedBy === bridgeId) continue;
    const { online } = await ctx.env.BRIDGE.getByName(servedBy).routerNow(routerId);
    if (!online) continue;
    const offlineVouchers = await platform.all(
      sql<OfflineVoucherRow>`SELECT ${offlineVoucherColumns} FROM offline_vouchers JOIN vouchers
          ON vouchers.provider_id = offline_vouchers.provider_id AND vouchers.id = offline_vouchers.voucher_id
        WHERE ${isOpenOfflineVoucher} AND offline_vouchers.bridge_id = ${bridgeId}
          AND offline_vouchers.router_id = ${routerId}`,
    );
    freed.push(...offlineVouchers);
  }
  return freed;
}
