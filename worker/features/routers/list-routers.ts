import type { Context } from "../../context.ts";
import type { IdleRouter, PlatformRouter } from "../../contract/platform-routers.ts";
import type { Made } from "../../contract/texts.ts";
import { dayMs } from "../../contract/values/time.ts";
import { sql } from "../../db/sql.ts";
import type { SiteNow } from "../entitlements/index.ts";
import { routerAnswer } from "./assigned-routers.ts";
import { siteNow } from "./choose-bridge.ts";
import type { RouterRow } from "./platform-routers.ts";
import { bridgesById, businessNames, type RoutersQuery, routersPage } from "./platform-store.ts";
import { openSecrets } from "./store.ts";

/** A page of all routers as they stand: one question to each bridge, however many routers it serves. */
export async function listPlatformRouters(
  ctx: Context,
  query: RoutersQuery,
): Promise<{ routers: Made<typeof PlatformRouter>[]; total: number }> {
  const { rows, total } = await routersPage(ctx, query);
  const providers = await businessNames(
    ctx,
    rows.flatMap(({ providerId }) => providerId ?? []),
  );
  const bridges = rows.flatMap(({ bridgeId }) => bridgeId ?? []);
  const known = await bridgesById(ctx, bridges);
  const sites = await sitesOf(
    ctx,
    rows.filter(({ providerId }) => providerId !== null),
  );
  const routers = rows.map((row) => {
    const bridge = known.get(row.bridgeId ?? "") ?? null;
    return platformAnswer(ctx, row, {
      bridge,
      businessName: row.providerId === null ? null : (providers.get(row.providerId) ?? ""),
      site: bridge ? (sites.get(bridge.id) ?? null) : null,
    });
  });
  return { routers, total };
}

type Around = {
  /** Of the provider that has it. */
  businessName: string | null;
  bridge: { id: string; name: string /** Null = the platform's. */; providerId: string | null } | null;
  site: SiteNow | null;
};

/** Secrets are said to be there, never shown. */
function platformAnswer(
  ctx: Context,
  row: RouterRow,
  { businessName, bridge, site }: Around,
): Made<typeof PlatformRouter> {
  const { password, ovpnPassword = "" } = openSecrets(ctx, row);
  return {
    ...routerAnswer(row, site, bridge?.providerId != null && row.logInSharedWith !== row.providerId),
    routerosVersion: row.routerosVersion,
    status: row.status,
    provider: businessName === null ? null : { businessName },
    bridgeName: bridge?.name ?? null,
    ovpnServerPort: row.ovpnServerPort,
    ovpnUsername: row.ovpnUsername,
    ovpnCertificate: row.ovpnCertificate,
    ovpnCaFile: row.ovpnCaFile,
    hasPassword: password !== "",
    hasOvpnPassword: ovpnPassword !== "",
    sharesLogIn: row.logInSharedWith !== null,
    isLogInKnown: row.logInKnownTo !== null,
  };
}

async function sitesOf(
  ctx: Context,
  rows: readonly { id: string; bridgeId: string | null }[],
): Promise<Map<string, SiteNow | null>> {
  const byBridge = Map.groupBy(rows, ({ bridgeId }) => bridgeId);
  const answers = [...byBridge].flatMap(([bridgeId, own]) =>
    bridgeId === null
      ? []
      : [
          siteNow(
            ctx,
            bridgeId,
            own.map(({ id }) => id),
          ).then((site) => [bridgeId, site] as const),
        ],
  );
  return new Map(await Promise.all(answers));
}

/** By what bridges' objects wrote when it changed: no bridge is asked. */
export async function routerCounts(
  ctx: Context,
): Promise<{ total: number; online: number; assigned: number; unassigned: number }> {
  const [counts] = await ctx.platform.all(
    sql<{ total: number; online: number; assigned: number }>`SELECT count(*) AS total,
        count(provider_id) AS assigned, count(iif(provider_id IS NULL, NULL, online_since)) AS online
      FROM routers WHERE archived_at IS NULL`,
  );
  const { total, online, assigned } = counts ?? { total: 0, online: 0, assigned: 0 };
  return { total, online, assigned, unassigned: total - assigned };
}

/** What is away for longer is given up, or its site is closed: nobody has to act on it today. */
const alarmMs = 7 * dayMs;

/**
 * The same way: away, or blocked by what its checklist found. One that was never reached is being set up, and one that is suspended is to
 * sell nothing.
 */
export async function idleRouters(ctx: Context, most = 100): Promise<{ rows: IdleRouter[]; total: number }> {
  const idle = sql`FROM routers JOIN providers ON providers.id = routers.provider_id AND providers.status = 'active'
    WHERE routers.archived_at IS NULL AND routers.status = 'active'
      AND (routers.online_since IS NULL OR routers.blocks > 0)
      AND routers.last_seen_at > ${ctx.now() - alarmMs}`;
  const [rows, [count]] = await ctx.platform.batch([
    sql<Omit<IdleRouter, "lastSeen"> & { lastSeenAt: number }>`SELECT routers.id, routers.name,
        providers.id AS providerId, providers.business_name AS provider, routers.last_seen_at AS lastSeenAt,
        iif(routers.online_since IS NULL, 0, routers.blocks) AS blocks ${idle}
      ORDER BY routers.last_seen_at DESC, routers.id LIMIT ${most}`,
    sql<{ total: number }>`SELECT count(*) AS total ${idle}`,
  ]);
  return {
    rows: rows.map(({ lastSeenAt, ...row }) => ({ ...row, lastSeen: new Date(lastSeenAt).toISOString() })),
    total: count?.total ?? 0,
  };
}
