import type { Context } from "../../context.ts";
import { log } from "../../log.ts";

type ServedRouter = { id: string; bridgeId: string | null };

/** One call per bridge; a router without a bridge, or whose bridge cannot be asked, has none. */
export async function onlineDevices(
  ctx: Context,
  providerId: string,
  routers: readonly ServedRouter[],
): Promise<Set<string>> {
  const byBridge = Map.groupBy(routers, ({ bridgeId }) => bridgeId);
  const asked = [...byBridge].map(async ([bridgeId, own]) => {
    if (bridgeId === null) return [];
    try {
      const ids = own.map(({ id }) => id);
      return await ctx.env.BRIDGE.getByName(bridgeId).onlineDevices(providerId, ids);
    } catch (cause) {
      log("error", "online devices", cause, { provider: providerId, bridge: bridgeId });
      return [];
    }
  });
  return new Set((await Promise.all(asked)).flat());
}
