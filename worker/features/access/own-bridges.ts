import type { Context } from "../../context.ts";
import type { OwnBridge } from "../../contract/routers.ts";
import { AppError } from "../../errors.ts";
import { type Actor, recordStatement } from "../audit/index.ts";
import { assignedRouters } from "../routers/index.ts";
import { bridgeObjectFor } from "./bridge-object.ts";
import { bridgeProgram } from "./install/install-command.ts";
import type { SiteNow } from "./live-view.ts";

type BridgeRow = { id: string; name: string; enrolledAt: number };

/** How a bridge stands; null where its object cannot be asked: a list is shown without. */
export async function siteNow(
  ctx: Context,
  bridgeId: string,
  routerIds: readonly string[] = [],
): Promise<SiteNow | null> {
  try {
    return await bridgeObjectFor(ctx, bridgeId).siteNow(routerIds);
  } catch (cause) {
    console.error("bridge", cause);
    return null;
  }
}

async function isConnected(ctx: Context, bridgeId: string): Promise<boolean> {
  try {
    return await bridgeObjectFor(ctx, bridgeId).isAlive();
  } catch (cause) {
    console.error("bridge", cause);
    return false;
  }
}

/** The bridges that a provider enrolled itself and that are trusted, oldest first. */
function bridgesOf(ctx: Context, providerId: string): Promise<BridgeRow[]> {
  return ctx.platform.all<BridgeRow>(
    ctx.platform.statement(
      `SELECT id, name, enrolled_at AS enrolledAt FROM bridges WHERE provider_id = ?1 AND revoked_at IS NULL
      ORDER BY enrolled_at, id`,
      providerId,
    ),
  );
}

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
        ...bridgeProgram(ctx.settings.MAIN_ORIGIN, now?.version ?? null),
        routers: routers.filter(({ bridgeId }) => bridgeId === id).map((router) => router.name),
      };
    }),
  );
}

/** @throws AppError not_found for one that is not the provider's own, or is revoked */
export async function refuseForeignBridge(ctx: Context, providerId: string, id: string): Promise<void> {
  const bridge = await ctx.lookup.bridgeByKey(id);
  if (bridge?.providerId !== providerId) throw new AppError("not_found", "This bridge does not exist.");
}

/**
 * Through which bridge somebody looks for routers: the one named, else the only one, else the only one that is there.
 * @throws AppError not_found, unavailable without any, invalid where it has to be said
 */
export async function bridgeToAsk(
  ctx: Context,
  providerId: string,
  named: string | undefined,
): Promise<string> {
  if (named !== undefined) {
    await refuseForeignBridge(ctx, providerId, named);
    return named;
  }
  const bridges = await bridgesOf(ctx, providerId);
  const [first] = bridges;
  if (!first) throw new AppError("unavailable", "No bridge installed");
  if (bridges.length === 1) return first.id;
  const states = await Promise.all(bridges.map(({ id }) => isConnected(ctx, id)));
  const there = bridges.filter((_, index) => states[index]);
  const [only] = there;
  if (only && there.length === 1) return only.id;
  throw new AppError("invalid", "You have several bridges: choose the site to search.");
}

/**
 * The key is refused from now on, and the routers have no bridge. Asked again it does the rest of what failed.
 * @param ownedBy a provider revokes its own alone; null = the platform, whichever it is
 * @throws AppError not_found for one that was never there
 */
export async function revokeBridge(
  ctx: Context,
  { ownedBy, id, actor }: { ownedBy: string | null; id: string; actor: Actor },
): Promise<void> {
  const { platform } = ctx;
  const [bridge] = await platform.all<{ name: string; providerId: string | null; revokedAt: number | null }>(
    platform.statement(
      `SELECT name, provider_id AS providerId, revoked_at AS revokedAt FROM bridges
      WHERE id = ?1 AND (?2 IS NULL OR provider_id = ?2)`,
      id,
      ownedBy,
    ),
  );
  if (!bridge) throw new AppError("not_found", "This bridge does not exist.");
  const { name, providerId } = bridge;
  if (bridge.revokedAt === null) {
    await platform.batch([
      platform.statement("UPDATE bridges SET revoked_at = ?2 WHERE id = ?1", id, ctx.now()),
      platform.statement("UPDATE routers SET bridge_id = NULL WHERE bridge_id = ?1", id),
      recordStatement(ctx, {
        ...{ ...actor, providerId, action: "bridge.revoke", subject: id },
        detail: { name },
      }),
    ]);
  }
  await bridgeObjectFor(ctx, id).revoke();
}
