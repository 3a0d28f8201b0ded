import type { Context } from "../../context.ts";
import { bridgeObjectFor } from "./bridge-object.ts";
import { heldById } from "./store.ts";

/**
 * Hands the present state of a purchase to its router's bridge. `done` when nothing more has to be pushed: the bridge
 * reported this rev, the purchase waits for its device, or the router has no bridge yet (it gets everything when one
 * dials in). `later` asks to be called again.
 */
export async function deliver(
  ctx: Context,
  providerId: string,
  entitlementId: string,
): Promise<"done" | "later"> {
  const [held] = await heldById(ctx.tenant(providerId), [entitlementId]);
  if (!held) return "later";
  if (held.macs.length === 0) return "done";
  const router = await ctx.lookup.routerById(held.routerId);
  if (!router?.bridgeId) return "done";
  const confirmed = await bridgeObjectFor(ctx, router.bridgeId).want([held]);
  return confirmed ? "done" : "later";
}
