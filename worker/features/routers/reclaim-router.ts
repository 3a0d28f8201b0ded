import type { Context } from "../../context.ts";
import { say, type Text } from "../../contract/texts.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { type Actor, recordIfStatement } from "../audit/index.ts";
import { siteNow } from "./choose-bridge.ts";
import { notifyBridge } from "./notify-bridge.ts";
import { routerRow } from "./platform-routers.ts";
import { epochAboveAll } from "./serving-epoch.ts";

/**
 * Its bridge runs a router again that another one took over, which reads the greater epoch on the router, stops there and says so. The
 * last press wins. @param asked.providerId null: the operator, for any router by whichever bridge it has. A provider decides of its own
 * bridges alone @returns the sentence to show @throws AppError not_found; refused; unavailable where its bridge is not there; conflict
 * where nobody took it over
 */
export async function reclaimRouter(
  ctx: Context,
  { id, providerId, actor }: { id: string; providerId: string | null; actor: Actor },
): Promise<Text> {
  const router = await routerRow(ctx, id);
  if (!router || (providerId !== null && router.providerId !== providerId))
    throw refuse("not_found", "no_such_router");
  const { name, bridgeId } = router;
  if (bridgeId === null) throw refuse("unavailable", "no_bridge");
  if (providerId !== null) {
    const bridge = await ctx.lookup.bridgeByKey(bridgeId);
    if (bridge?.providerId !== providerId) throw refuse("refused", "router_reached_by_operator");
  }
  const site = await siteNow(ctx, bridgeId, [id]);
  if (!site?.isOnline) throw refuse("unavailable", "bridge_not_connected");
  if (site.routers[id]?.state !== "superseded") throw refuse("conflict", "router_not_taken_over", { name });
  const [raised] = await ctx.platform.batch([
    sql<{ id: string }>`UPDATE routers SET serving_epoch = ${epochAboveAll(ctx.now())}
      WHERE id = ${id} AND provider_id IS ${router.providerId} AND bridge_id = ${bridgeId} AND archived_at IS NULL
      RETURNING id`,
    recordIfStatement(
      ctx,
      { ...actor, providerId: router.providerId, action: "router.reclaim", subject: id, detail: { name } },
      sql`changes() = 1`,
    ),
  ]);
  if (raised.length === 0) throw refuse("conflict", "router_changed_meanwhile");
  await notifyBridge(ctx, bridgeId);
  return say("router_reclaimed", { name });
}
