import type { Context } from "../../context.ts";
import type { AssignedRouter } from "../../contract/routers.ts";
import { nairobiTime } from "../../contract/values/duration.ts";
import type { SiteNow } from "../entitlements/index.ts";
import { siteNow } from "./choose-bridge.ts";
import { assignedRouters, type OwnedRouter, tunnelUnknown } from "./store.ts";

/** The routers of a provider as they stand: one question to each bridge, however many routers it serves. */
export async function routersNow(ctx: Context, providerId: string): Promise<AssignedRouter[]> {
  const rows = await assignedRouters(ctx, providerId);
  const byBridge = Map.groupBy(rows, ({ bridgeId }) => bridgeId);
  const answers = [...byBridge].map(async ([bridgeId, own]) => {
    const ids = own.map(({ id }) => id);
    return [bridgeId, bridgeId === null ? null : await siteNow(ctx, bridgeId, ids)] as const;
  });
  const sites = new Map(await Promise.all(answers));
  return rows.map((row) => routerAnswer(providerId, row, sites.get(row.bridgeId) ?? null));
}

/** @param providerId null while it is assigned to nobody: then no bridge serves it */
export function routerAnswer(
  providerId: string | null,
  row: OwnedRouter,
  site: SiteNow | null,
): AssignedRouter {
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
    traps: now?.traps ?? null,
    statusText: providerId === null ? "Not assigned to a provider yet" : statusText(row, site),
  };
}

function statusText({ id, bridgeId, host }: OwnedRouter, site: SiteNow | null): string {
  if (host === tunnelUnknown) return "Its OpenVPN configuration was not generated yet.";
  if (bridgeId === null) return "No bridge installed";
  const router = site?.routers[id];
  if (!site || !router) return "The bridge at this site cannot be asked right now.";
  if (site.lastSeen === null) return "The bridge at this site has not connected yet.";
  if (!site.isOnline) return `The bridge at this site is offline since ${nairobiTime(site.lastSeen)}.`;
  if (router.message !== "") return router.message;
  return router.version ? `Connected, RouterOS ${router.version}` : "Connected";
}
