import type { Context } from "../../context.ts";
import type { TunnelChange } from "../../contract/bridge.ts";
import { log } from "../../log.ts";
import type { TunnelHost } from "./hosts.ts";

/** To every host that is there. What is lost on the way is in the whole set that a host gets when its bridge dials in. */
export async function notifyHosts(
  ctx: Context,
  hosts: readonly TunnelHost[],
  change: TunnelChange,
): Promise<void> {
  const told = hosts.flatMap(({ bridgeId }) =>
    bridgeId === null ? [] : [ctx.env.BRIDGE.getByName(bridgeId).tunnelsChanged(change)],
  );
  for (const answer of await Promise.allSettled(told))
    if (answer.status === "rejected") log("error", "tunnel host not told", answer.reason);
}
