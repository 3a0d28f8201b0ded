import type { Context } from "../../context.ts";
import type { OfflineVoucher, RouterAssignment } from "../../contract/bridge.ts";
import { boundPorts } from "../../ports.ts";
import type { EntitlementRecord } from "../entitlements/index.ts";
import { heldByRouters } from "../entitlements/index.ts";
import { pendingSetups, routersOfBridge } from "../routers/index.ts";

export type Site = {
  routers: RouterAssignment[];
  entitlements: EntitlementRecord[];
  offlineVouchers: OfflineVoucher[];
};

/** Read afresh from D1, whole or not at all; null when the bridge was revoked. */
export async function readSite(ctx: Context, bridgeId: string): Promise<Site | null> {
  const bridge = await ctx.lookup.bridgeByKey(bridgeId);
  if (!bridge) return null;
  const served = await routersOfBridge(ctx, bridge);
  const byProvider = Map.groupBy(served, ({ providerId }) => providerId);
  const entitlements = await Promise.all(
    [...byProvider].map(([providerId, own]) =>
      heldByRouters(
        ctx.tenant(providerId),
        own.map(({ assignment }) => assignment.routerId),
        ctx.now(),
      ),
    ),
  );
  const setups = await pendingSetups(
    ctx,
    served.map(({ assignment }) => assignment.routerId),
  );
  const routers = served.map(({ assignment }) => {
    const setup = setups.get(assignment.routerId);
    return setup ? { ...assignment, setup } : assignment;
  });
  const offlineVouchers = await boundPorts().offlineVouchersOfBridge(ctx, bridgeId);
  return { routers, entitlements: entitlements.flat(), offlineVouchers };
}
