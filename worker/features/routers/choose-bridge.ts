import type { Context } from "../../context.ts";
import { say } from "../../contract/texts.ts";
import { sql } from "../../db/sql.ts";
import { AppError, refuse } from "../../errors.ts";
import { log } from "../../log.ts";
import type { SiteNow } from "../entitlements/index.ts";
import { inWords, limitFor } from "../rate-limits/index.ts";

type BridgeRow = { id: string; name: string; enrolledAt: number };

/** Why a bridge did nothing. */
export const bridgeAway = {
  offline: say("bridge_not_connected"),
  silent: say("bridge_silent"),
  outdated: say("bridge_outdated"),
} as const;

/** How a bridge stands; null where its object cannot be asked: a list is shown without. */
export async function siteNow(
  ctx: Context,
  bridgeId: string,
  routerIds: readonly string[] = [],
): Promise<SiteNow | null> {
  try {
    return await ctx.env.BRIDGE.getByName(bridgeId).siteNow(routerIds);
  } catch (cause) {
    log("error", "bridge", cause, { bridge: bridgeId });
    return null;
  }
}

async function isConnected(ctx: Context, bridgeId: string): Promise<boolean> {
  try {
    return await ctx.env.BRIDGE.getByName(bridgeId).isAlive();
  } catch (cause) {
    log("error", "bridge", cause, { bridge: bridgeId });
    return false;
  }
}

/** The bridges that a provider enrolled itself and that are trusted, oldest first. */
export function bridgesOf(ctx: Context, providerId: string): Promise<BridgeRow[]> {
  return ctx.platform.all(
    sql<BridgeRow>`SELECT id, name, enrolled_at AS enrolledAt FROM bridges
      WHERE provider_id = ${providerId} AND revoked_at IS NULL ORDER BY enrolled_at, id`,
  );
}

/** @throws AppError not_found for one that is not the provider's own, or is revoked */
export async function refuseForeignBridge(ctx: Context, providerId: string, id: string): Promise<void> {
  const bridge = await ctx.lookup.bridgeByKey(id);
  if (bridge?.providerId !== providerId) throw refuse("not_found", "no_such_bridge");
}

/** The one named, else the only one, else the only one there. @throws AppError not_found, unavailable, invalid */
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
  if (!first) throw refuse("unavailable", "no_bridge");
  if (bridges.length === 1) return first.id;
  const states = await Promise.all(bridges.map(({ id }) => isConnected(ctx, id)));
  const there = bridges.filter((_, index) => states[index]);
  const [only] = there;
  if (only && there.length === 1) return only.id;
  throw refuse("invalid", "several_bridges");
}

/** Of one provider in ten minutes: a network is looked at, not worn out. */
const most = { discover: 60, scan: 20, try: 60 } as const;

/** @throws AppError too_many */
export async function refuseTooMany(ctx: Context, providerId: string, key: keyof typeof most): Promise<void> {
  const ask = { key: `find ${key}`, windowMs: 600_000, max: most[key] };
  const { allowed, retryAfterMs } = await limitFor(ctx, { providerId }).attempt(ask);
  if (!allowed)
    throw new AppError("too_many", say("asked_too_often", { when: inWords(retryAfterMs) }), {
      retryAfter: Math.ceil(retryAfterMs / 1_000),
    });
}
