import type { Context } from "../../context.ts";
import { log } from "../../log.ts";
import type { DevicesNow, ToldTotals } from "./bridge-api.ts";

type ServedRouter = { id: string; bridgeId: string | null };

/** One call per bridge; of a router without a bridge, or whose bridge cannot be asked, nothing is known. */
export async function devicesNow(
  ctx: Context,
  providerId: string,
  routers: readonly ServedRouter[],
): Promise<{ online: Set<string>; told: ToldTotals[] }> {
  const byBridge = Map.groupBy(routers, ({ bridgeId }) => bridgeId);
  const asked = [...byBridge].map(async ([bridgeId, own]): Promise<DevicesNow> => {
    if (bridgeId === null) return { online: [], told: [] };
    try {
      const ids = own.map(({ id }) => id);
      return await ctx.env.BRIDGE.getByName(bridgeId).devicesNow(providerId, ids);
    } catch (cause) {
      log("error", "devices now", cause, { provider: providerId, bridge: bridgeId });
      return { online: [], told: [] };
    }
  });
  const all = await Promise.all(asked);
  return { online: new Set(all.flatMap(({ online }) => online)), told: all.flatMap(({ told }) => told) };
}
