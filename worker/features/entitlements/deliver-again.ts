import type { Context } from "../../context.ts";
import { log } from "../../log.ts";
import { type EntitlementRecord, isOver } from "./desired-state.ts";
import { heldNow } from "./store.ts";

export type Delivery =
  | "online"
  /** The bridge has it and has not said yet what became of it. */
  | "sent"
  | "device-away"
  /** Its router has a user of another system for it. */
  | "foreign-user"
  /** At this hour: it opens by itself. */
  | "closed"
  | "no-device"
  /** The router where it was is no longer this provider's. */
  | "router-gone"
  | "no-bridge"
  | "bridge-away"
  /** Its bridge is there and does not reach it. */
  | "router-away"
  | "moving"
  | "cut-off"
  | "over"
  | "unknown";

/** Hands a purchase to its bridge again, wherever it goes on by now. @param entitlementId any id that it ever had */
export async function deliverAgain(
  ctx: Context,
  providerId: string,
  entitlementId: string,
): Promise<Delivery> {
  const held = await heldNow(ctx.tenant(providerId), entitlementId);
  if (!held) return "unknown";
  if (held.state === "moved") return "moving";
  if (held.state === "cut_off") return "cut-off";
  if (isOver(held) || (held.endsAt !== null && held.endsAt <= ctx.now())) return "over";
  const router = await ctx.lookup.routerById(held.routerId);
  if (router?.providerId !== providerId) return "router-gone";
  if (held.subjects.length === 0) return "no-device";
  if (!router.bridgeId) return "no-bridge";
  try {
    return await handOver(ctx, router.bridgeId, held);
  } catch (cause) {
    log("error", "repeated delivery", cause, { provider: providerId, bridge: router.bridgeId });
    return "bridge-away";
  }
}

async function handOver(ctx: Context, bridgeId: string, held: EntitlementRecord): Promise<Delivery> {
  const bridge = ctx.env.BRIDGE.getByName(bridgeId);
  await bridge.sendDesired([held]);
  const now = await bridge.accessOf(held.id);
  if (now?.access === "online") return "online";
  if (now?.access === "waiting_for_device") return "device-away";
  if (now?.access === "closed") return "closed";
  if (!(await bridge.isAlive())) return "bridge-away";
  if (now?.routerAway) return "router-away";
  const { foreign } = await bridge.devicesNow(held.providerId, [held.routerId]);
  return foreign.some(({ subject }) => held.subjects.includes(subject)) ? "foreign-user" : "sent";
}
