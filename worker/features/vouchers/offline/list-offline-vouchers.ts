import type { Context } from "../../../context.ts";
import { dayMs } from "../../../contract/values/time.ts";
import type { OfflineVouchersOfPlan } from "../../../contract/vouchers.ts";
import { among, sql } from "../../../db/sql.ts";
import { log } from "../../../log.ts";

const shownForMs = 30 * dayMs;

type Counted = Omit<OfflineVouchersOfPlan, "routerName" | "plan" | "isConnected"> & {
  planId: string;
  planName: string;
  bridgeId: string;
};

export async function offlineVouchersByPlan(
  ctx: Context,
  providerId: string,
): Promise<OfflineVouchersOfPlan[]> {
  const db = ctx.tenant(providerId);
  const rows = await db.all(
    sql<Counted>`SELECT offline_vouchers.router_id AS routerId, max(offline_vouchers.bridge_id) AS bridgeId,
        vouchers.plan_id AS planId, max(json_extract(vouchers.terms, '$.planName')) AS planName,
        sum(state = 'offered') AS waiting, sum(state = 'assigned') AS assigned,
          sum(state = 'returning') AS comingBack, sum(state = 'redeemed') AS usedThere
      FROM offline_vouchers JOIN vouchers
        ON vouchers.id = offline_vouchers.voucher_id
      WHERE (state <> 'redeemed' OR ended_at > ${ctx.now() - shownForMs})
        AND state NOT IN ('returned', 'freed')
      GROUP BY offline_vouchers.router_id, vouchers.plan_id ORDER BY planName`,
  );
  const names = await routerNames(ctx, [...new Set(rows.map(({ routerId }) => routerId))]);
  const alive = new Map<string, boolean>();
  for (const bridgeId of new Set(rows.map((row) => row.bridgeId)))
    alive.set(bridgeId, await isConnected(ctx, bridgeId));
  return rows.map(({ bridgeId, planId, planName, ...counts }) => ({
    ...counts,
    routerName: names.get(counts.routerId) ?? "",
    plan: { id: planId, name: planName },
    isConnected: alive.get(bridgeId) ?? false,
  }));
}

async function routerNames(ctx: Context, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.platform.all(
    sql<{ id: string; name: string }>`SELECT id, name FROM routers WHERE id IN ${among(ids)}`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function isConnected(ctx: Context, bridgeId: string): Promise<boolean> {
  try {
    return await ctx.env.BRIDGE.getByName(bridgeId).isAlive();
  } catch (cause) {
    log("error", "bridge", cause, { bridge: bridgeId });
    return false;
  }
}
