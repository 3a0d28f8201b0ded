import type { Context } from "../../context.ts";
import { say, type Text } from "../../contract/texts.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { type Actor, recordIfStatement } from "../audit/index.ts";
import { siteNow } from "./choose-bridge.ts";
import { notifyBridge } from "./notify-bridge.ts";
import { firstEpoch } from "./own-routers.ts";
import { routerRow } from "./platform-routers.ts";

/**
 * The provider's own bridge runs its router again, which another one took over. Its epoch is above all that were given out, so that
 * the last press wins: the other bridge reads it on the router, stops there and says so. @returns the sentence to show @throws
 * AppError not_found; refused; unavailable where its bridge is not there; conflict where nobody took it over
 */
export async function reclaimRouter(
  ctx: Context,
  { id, providerId, actor }: { id: string; providerId: string; actor: Actor },
): Promise<Text> {
  const router = await routerRow(ctx, id);
  if (router?.providerId !== providerId) throw refuse("not_found", "no_such_router");
  const { name, bridgeId } = router;
  if (bridgeId === null) throw refuse("unavailable", "no_bridge");
  const bridge = await ctx.lookup.bridgeByKey(bridgeId);
  if (bridge?.providerId !== providerId) throw refuse("refused", "router_reached_by_operator");
  const site = await siteNow(ctx, bridgeId, [id]);
  if (!site?.isOnline) throw refuse("unavailable", "bridge_not_connected");
  if (site.routers[id]?.state !== "superseded") throw refuse("conflict", "router_not_taken_over", { name });
  const above = sql`max(${firstEpoch(ctx.now())}, (SELECT max(serving_epoch) + 1 FROM routers))`;
  const [raised] = await ctx.platform.batch([
    sql<{ id: string }>`UPDATE routers SET serving_epoch = ${above}
      WHERE id = ${id} AND provider_id = ${providerId} AND bridge_id = ${bridgeId} AND archived_at IS NULL
      RETURNING id`,
    recordIfStatement(
      ctx,
      { ...actor, providerId, action: "router.reclaim", subject: id, detail: { name } },
      sql`changes() = 1`,
    ),
  ]);
  if (raised.length === 0) throw refuse("conflict", "router_changed_meanwhile");
  await notifyBridge(ctx, bridgeId);
  return say("router_reclaimed", { name });
}
