import type { Context } from "../../context.ts";
import type { Subject } from "../../contract/values/subject.ts";
import { log } from "../../log.ts";
import type { DevicesNow, RouterAway, ToldTotals } from "./bridge-api.ts";

const nothing: DevicesNow = { online: [], away: [], foreign: [], told: [] };

type ServedRouter = { id: string; bridgeId: string | null };

/** One call per bridge; of a router whose bridge cannot be asked nothing is known. */
export async function devicesNow(
  ctx: Context,
  providerId: string,
  routers: readonly ServedRouter[],
): Promise<{
  online: Set<Subject>;
  away: ReadonlyMap<string, RouterAway>;
  /** `<router> <device>`. */
  foreign: ReadonlySet<string>;
  told: ToldTotals[];
}> {
  const byBridge = Map.groupBy(routers, ({ bridgeId }) => bridgeId);
  const asked = [...byBridge].map(async ([bridgeId, own]): Promise<DevicesNow> => {
    const ids = own.map(({ id }) => id);
    if (bridgeId === null) return { ...nothing, away: ids.map((routerId) => ({ routerId, since: null })) };
    try {
      return await ctx.env.BRIDGE.getByName(bridgeId).devicesNow(providerId, ids);
    } catch (cause) {
      log("error", "devices now", cause, { provider: providerId, bridge: bridgeId });
      return nothing;
    }
  });
  const all = await Promise.all(asked);
  return {
    online: new Set(all.flatMap(({ online }) => online)),
    away: new Map(all.flatMap(({ away }) => away.map((one) => [one.routerId, one] as const))),
    foreign: new Set(
      all.flatMap(({ foreign }) => foreign.map(({ routerId, subject }) => `${routerId} ${subject}`)),
    ),
    told: all.flatMap(({ told }) => told),
  };
}
