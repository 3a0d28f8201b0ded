import type { Context } from "../../context.ts";
import type { OfflineVoucher, RouterAssignment } from "../../contract/bridge.ts";
import { fromEach } from "../../db/every-tenant.ts";
import { boundPorts } from "../../ports.ts";
import type { EntitlementRecord } from "../entitlements/index.ts";
import { heldByRouters } from "../entitlements/index.ts";
import { pendingSetups, routersOfBridge, sellersOfBridge } from "../routers/index.ts";

export type Site = {
  routers: RouterAssignment[];
  entitlements: EntitlementRecord[];
  offlineVouchers: OfflineVoucher[];
};

/** Read afresh, whole or not at all; null when the bridge was revoked. */
export async function readSite(ctx: Context, bridgeId: string): Promise<Site | null> {
  const bridge = await ctx.lookup.bridgeByKey(bridgeId);
  if (!bridge) return null;
  const served = await routersOfBridge(ctx, bridge);
  const routerIds = served.map(({ assignment }) => assignment.routerId);
  const sellers = await sellersOfBridge(ctx, bridgeId);
  const entitlements = await fromEach(sellers, (providerId) =>
    heldByRouters(ctx.tenant(providerId), routerIds, ctx.now()),
  );
  const setups = await pendingSetups(ctx, routerIds);
  const routers = served.map(({ assignment }) => {
    const setup = setups.get(assignment.routerId);
    return setup ? { ...assignment, setup } : assignment;
  });
  const offlineVouchers = await boundPorts().offlineVouchersOfBridge(ctx, bridgeId, sellers);
  return { routers, entitlements, offlineVouchers };
}
