import type { Context } from "../../context.ts";
import type { OwnBridge } from "../../contract/bridges.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { type Actor, recordStatement } from "../audit/index.ts";
import { assignedRouters, bridgesOf, giveBackAll, handOver, renewLogIns, siteNow } from "../routers/index.ts";
import { bridgeProgram } from "./install/install-command.ts";

export async function listOwnBridges(ctx: Context, providerId: string): Promise<OwnBridge[]> {
  const [bridges, routers] = await Promise.all([
    bridgesOf(ctx, providerId),
    assignedRouters(ctx, providerId),
  ]);
  return Promise.all(
    bridges.map(async ({ id, name, enrolledAt }) => {
      const now = await siteNow(ctx, id);
      return {
        id,
        name,
        isOnline: now?.isOnline ?? false,
        lastSeen: now?.lastSeen ? new Date(now.lastSeen).toISOString() : null,
        enrolledAt: new Date(enrolledAt).toISOString(),
        ...bridgeProgram(ctx.settings.MAIN_ORIGIN, now),
        routers: routers.filter(({ bridgeId }) => bridgeId === id).map((router) => router.name),
      };
    }),
  );
}

/** Asked again it does what failed. @param ownedBy null = the platform, whichever it is @throws AppError not_found */
export async function revokeBridge(
  ctx: Context,
  { ownedBy, id, actor }: { ownedBy: string | null; id: string; actor: Actor },
): Promise<void> {
  const { platform } = ctx;
  const bridge = await platform.first(
    sql<{
      name: string;
      providerId: string | null;
      revokedAt: number | null;
    }>`SELECT name, provider_id AS providerId, revoked_at AS revokedAt FROM bridges
      WHERE id = ${id} AND (${ownedBy} IS NULL OR provider_id = ${ownedBy})`,
  );
  if (!bridge) throw refuse("not_found", "no_such_bridge");
  const { name, providerId } = bridge;
  if (bridge.revokedAt === null) {
    if (providerId !== null) await giveBackAll(ctx, id, actor);
    await renewLogIns(ctx, [id]);
    // Of a host's bridge: another host drives what comes in by tunnels.
    if (providerId === null) await handOver(ctx, id);
    await platform.batch([
      sql`UPDATE bridges SET revoked_at = ${ctx.now()} WHERE id = ${id}`,
      sql`UPDATE routers SET bridge_id = NULL WHERE bridge_id = ${id}`,
      recordStatement(ctx, { ...actor, providerId, action: "bridge.revoke", subject: id, detail: { name } }),
    ]);
  }
  await ctx.env.BRIDGE.getByName(id).revoke();
}
