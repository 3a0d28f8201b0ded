import type { Context } from "../../context.ts";
import { log } from "../../log.ts";

// What changed of routers, to the bridges that drive them. Lost, it is made up for when the bridge dials in.

/** @returns whether its object heard it */
export async function notifyBridge(ctx: Context, bridgeId: string): Promise<boolean> {
  return quietly(() => ctx.env.BRIDGE.getByName(bridgeId).assignmentsChanged());
}

export async function forget(ctx: Context, bridgeId: string, routerId: string): Promise<void> {
  await quietly(() => ctx.env.BRIDGE.getByName(bridgeId).forget(routerId));
}

async function quietly(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (cause) {
    log("error", "bridge not told", cause);
    return false;
  }
}
