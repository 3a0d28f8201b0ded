import type { Context } from "../../context.ts";
import { among, sql } from "../../db/sql.ts";
import { logRejected } from "../../log.ts";
import type { EntitlementRecord } from "./desired-state.ts";
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
  const confirmed = await ctx.env.BRIDGE.getByName(router.bridgeId).sendDesired([held]);
  return confirmed ? "done" : "later";
}

/**
 * The same for a purchase that was made this moment, without reading back what the caller has just written.
 * @param bridgeId by which its router was reached lately; a bridge that lost the router is sent nothing
 * @returns whether the bridge has reported it already; the sweeper repeats what gets lost
 */
export async function deliverNew(ctx: Context, made: NewPurchase, bridgeId: string | null): Promise<boolean> {
  if (bridgeId === null) return false;
  const { mac, ...known } = made;
  const fresh = {
    rev: 1,
    macs: [mac],
    state: "waiting" as const,
    startedAt: null,
    endsAt: null,
    usedBytes: 0,
  };
  return ctx.env.BRIDGE.getByName(bridgeId).sendDesired([{ ...known, ...fresh }]);
}

export type NewPurchase = Pick<
  EntitlementRecord,
  "id" | "providerId" | "routerId" | "createdAt" | "terms"
> & {
  mac: string;
};

export type EntitlementKey = { providerId: string; id: string };

/** The same for many at once, with one read per provider and one call per bridge. One bridge failing stops no other. */
export async function deliverAll(ctx: Context, keys: readonly EntitlementKey[]): Promise<void> {
  const byProvider = [...Map.groupBy(keys, ({ providerId }) => providerId)];
  const read = await Promise.all(
    byProvider.map(([providerId, own]) => {
      const ids = own.map(({ id }) => id);
      return heldById(ctx.tenant(providerId), ids);
    }),
  );
  const held = read.flat().filter(({ macs }) => macs.length > 0);
  const bridges = await bridgesOf(ctx, new Set(held.map(({ routerId }) => routerId)));
  const byBridge = Map.groupBy(held, ({ routerId }) => bridges.get(routerId));
  const wanted = [...byBridge].map(async ([bridgeId, own]) => {
    if (bridgeId !== undefined) await ctx.env.BRIDGE.getByName(bridgeId).sendDesired(own);
  });
  logRejected("access delivery", await Promise.allSettled(wanted));
}

async function bridgesOf(ctx: Context, routerIds: ReadonlySet<string>): Promise<Map<string, string>> {
  if (routerIds.size === 0) return new Map();
  const rows = await ctx.platform.all(
    sql<{ id: string; bridgeId: string }>`SELECT id, bridge_id AS bridgeId FROM routers
      WHERE archived_at IS NULL AND bridge_id IS NOT NULL
      AND id IN ${among([...routerIds])}`,
  );
  return new Map(rows.map(({ id, bridgeId }) => [id, bridgeId]));
}
