import type { Context } from "../../context.ts";
import { among, sql } from "../../db/sql.ts";
import { logRejected } from "../../log.ts";
import { linesById } from "./desired-line.ts";

/** Tells the bridges of these lines' routers how they shall be, one call a bridge. One bridge failing stops no other. */
export async function deliverLines(ctx: Context, providerId: string, ids: readonly string[]): Promise<void> {
  const wanted = await linesById(ctx, ctx.tenant(providerId), ids);
  if (wanted.length === 0) return;
  const routerIds = [...new Set(wanted.map(({ routerId }) => routerId))];
  // Of routers that are this provider's now.
  const routers = await ctx.platform.all(
    sql<{ id: string; bridgeId: string }>`SELECT id, bridge_id AS bridgeId FROM routers
      WHERE archived_at IS NULL AND bridge_id IS NOT NULL
        AND provider_id = ${providerId} AND id IN ${among(routerIds)}`,
  );
  const bridges = new Map(routers.map(({ id, bridgeId }) => [id, bridgeId]));
  const byBridge = Map.groupBy(wanted, ({ routerId }) => bridges.get(routerId));
  const told = [...byBridge].map(async ([bridgeId, own]) => {
    if (bridgeId !== undefined) await ctx.env.BRIDGE.getByName(bridgeId).sendLines(own);
  });
  logRejected("lines delivery", await Promise.allSettled(told), { provider: providerId });
}
