import type { Context } from "../../context.ts";
import type { AssignedRouter } from "../../contract/routers.ts";
import { type Made, say, type Text } from "../../contract/texts.ts";
import type { SiteNow } from "../entitlements/index.ts";
import { siteNow } from "./choose-bridge.ts";
import { withoutLogIn } from "./shared-log-in.ts";
import { assignedRouters, type OwnedRouter, tunnelUnknown } from "./store.ts";

/** The routers of a provider as they stand: one question to each bridge, however many routers it serves. */
export async function routersNow(ctx: Context, providerId: string): Promise<Made<typeof AssignedRouter>[]> {
  const rows = await assignedRouters(ctx, providerId);
  const byBridge = Map.groupBy(rows, ({ bridgeId }) => bridgeId);
  const answers = [...byBridge].map(async ([bridgeId, own]) => {
    const ids = own.map(({ id }) => id);
    return [bridgeId, bridgeId === null ? null : await siteNow(ctx, bridgeId, ids)] as const;
  });
  const [sites, waiting] = await Promise.all([
    Promise.all(answers).then((found) => new Map(found)),
    withoutLogIn(ctx, providerId, rows),
  ]);
  return rows.map((row) => routerAnswer(row, sites.get(row.bridgeId) ?? null, waiting.has(row.id)));
}

/** No bridge serves a router that no provider has. @param waits for a log-in that its bridge may have */
export function routerAnswer(
  row: OwnedRouter,
  site: SiteNow | null,
  waits = false,
): Made<typeof AssignedRouter> {
  const { providerId } = row;
  const now = providerId === null ? undefined : site?.routers[row.id];
  const seen = Math.max(now?.at ?? 0, row.lastSeenAt ?? 0);
  return {
    id: row.id,
    name: row.name,
    host: row.host,
    port: row.port,
    username: row.username,
    isActive: row.status === "active",
    isOnline: now?.online ?? false,
    lastSeen: seen > 0 ? new Date(seen).toISOString() : null,
    location: row.location,
    connectionType: row.connectionType,
    ovpnTunnelIp: row.ovpnTunnelIp,
    ovpnServerHost: row.ovpnServerHost,
    providerId,
    bridgeId: row.bridgeId,
    findings: now?.findings ?? null,
    statusText:
      providerId === null ? say("not_assigned") : waits ? say("waits_for_log_in") : statusText(row, site),
  };
}

function statusText({ id, bridgeId, host }: OwnedRouter, site: SiteNow | null): Text {
  if (host === tunnelUnknown) return say("tunnel_not_made");
  if (bridgeId === null) return say("no_bridge");
  const router = site?.routers[id];
  if (!site || !router) return say("bridge_unasked");
  if (site.lastSeen === null) return say("bridge_never_connected");
  if (!site.isOnline) return say("bridge_offline_since", { since: { at: site.lastSeen } });
  if (router.message) return router.message;
  return router.version
    ? say("router_connected_version", { version: router.version })
    : say("router_connected");
}
