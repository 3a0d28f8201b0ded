import type { Context } from "../../context.ts";
import type { Subject } from "../../contract/values/subject.ts";
import { among, sql } from "../../db/sql.ts";
import { logRejected } from "../../log.ts";
import type { EntitlementRecord } from "./desired-state.ts";
import { heldById, heldNow } from "./store.ts";

/**
 * Hands a purchase to its bridge's object, which holds it from then on and tells it to the bridge, on this link or the next one.
 * What has no device or no bridge waits with its provider.
 */
export async function deliver(ctx: Context, providerId: string, entitlementId: string): Promise<void> {
  const [held] = await heldById(ctx.tenant(providerId), [entitlementId]);
  if (held) await handOver(ctx, held);
}

/** The same, wherever it goes on by now. @param entitlementId any id that the purchase ever had */
export async function deliverNow(ctx: Context, providerId: string, entitlementId: string): Promise<void> {
  const held = await heldNow(ctx.tenant(providerId), entitlementId);
  if (held) await handOver(ctx, held);
}

async function handOver(ctx: Context, held: EntitlementRecord): Promise<void> {
  if (held.subjects.length === 0) return;
  const router = await ctx.lookup.routerById(held.routerId);
  if (router?.bridgeId) await ctx.env.BRIDGE.getByName(router.bridgeId).sendDesired([held]);
}

/** Made this moment, so not read back. @param bridgeId by which its router was reached lately */
export async function deliverNew(ctx: Context, made: NewPurchase, bridgeId: string): Promise<void> {
  const { subject, ...known } = made;
  const fresh = {
    rev: 1,
    subjects: [subject],
    state: "waiting" as const,
    startedAt: null,
    endsAt: null,
    usedBytes: 0,
  };
  await ctx.env.BRIDGE.getByName(bridgeId).sendDesired([{ ...known, ...fresh }]);
}

export type NewPurchase = Pick<
  EntitlementRecord,
  "id" | "providerId" | "routerId" | "createdAt" | "terms"
> & {
  subject: Subject;
};

/** The same for many at once, with one call per bridge. One bridge failing stops no other. */
export async function deliverAll(ctx: Context, providerId: string, ids: readonly string[]): Promise<void> {
  const held = (await heldById(ctx.tenant(providerId), ids)).filter(({ subjects }) => subjects.length > 0);
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
