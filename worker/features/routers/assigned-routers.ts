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
    ...standing(row, site, waits),
  };
}

type Standing = Pick<Made<typeof AssignedRouter>, "state" | "statusText">;

/** By the word that its bridge has for it. */
const states = {
  reachable: "connected",
  unreachable: "unreachable",
  refused: "refused",
  superseded: "taken_over",
} as const;

function standing(
  { id, bridgeId, host, providerId }: OwnedRouter,
  site: SiteNow | null,
  waits: boolean,
): Standing {
  const is = (state: Standing["state"], statusText: Text) => ({ state, statusText });
  if (providerId === null) return is("not_assigned", say("not_assigned"));
  if (waits) return is("no_log_in", say("waits_for_log_in"));
  if (host === tunnelUnknown) return is("no_tunnel", say("tunnel_not_made"));
  if (bridgeId === null) return is("no_bridge", say("no_bridge"));
  const router = site?.routers[id];
  if (!site || !router) return is("unasked", say("bridge_unasked"));
  if (site.lastSeen === null) return is("bridge_offline", say("bridge_never_connected"));
  if (!site.isOnline)
    return is("bridge_offline", say("bridge_offline_since", { since: { at: site.lastSeen } }));
  const state = router.state === null ? "unreached" : states[router.state];
  if (router.message) return is(state, router.message);
  return router.version
    ? is(state, say("router_connected_version", { version: router.version }))
    : is(state, say("router_connected"));
}
