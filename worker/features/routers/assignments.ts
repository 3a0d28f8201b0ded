import type { Context } from "../../context.ts";
import type { RouterAssignment } from "../../contract/bridge.ts";
import { siteUser } from "../../contract/values/router-setup.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { handedOverAt, takesOver } from "./foreign-users.ts";
import { ownDevicesOf } from "./own-devices.ts";
import { sellersStatement } from "./sellers.ts";
import { setupOfAssignment, setupsForBridge } from "./setups.ts";
import { openSecrets, type RouterSecrets, tunnelUnknown } from "./store.ts";

type ServingBridge = {
  /** Null for one of the platform's. */
  providerId: string | null;
  /** Whether it stands at a host of the platform, where routers' tunnels end. */
  isTunnelHost: boolean;
  /** At least as many as the platform has: the last row's number, which takes no scan. */
  bridgesInAll: number;
};

type NamedRouter = {
  id: string;
  providerId: string;
  host: string;
  port: number;
  username: string;
  secrets: string;
  servingEpoch: number;
  logInSharedWith: string | null;
  onlineSince: number | null;
};

export type Assignments = {
  bridge: ServingBridge;
  /** Routers that name it and are assigned now, also those that it may not log in to yet. */
  served: { id: string; isListed: boolean }[];
  assignments: RouterAssignment[];
  /** Who sells there, or sold. */
  sellers: string[];
};

/** All that D1 has of a bridge's routers, by one trip; undefined where the bridge was revoked. */
export async function readAssignments(ctx: Context, bridgeId: string): Promise<Assignments | undefined> {
  const ids = sql`(SELECT id FROM routers WHERE bridge_id = ${bridgeId} AND archived_at IS NULL)`;
  const [[bridge], named, sellers, setups, devices, given, portals] = await ctx.platform.batch([
    servingBridge(bridgeId),
    sql<NamedRouter>`SELECT id, provider_id AS providerId, host, port, username, secrets,
        serving_epoch AS servingEpoch, log_in_shared_with AS logInSharedWith, online_since AS onlineSince
      FROM routers WHERE bridge_id = ${bridgeId} AND archived_at IS NULL AND provider_id IS NOT NULL
        AND host <> ${tunnelUnknown}`,
    sellersStatement(bridgeId),
    setupsForBridge(ctx, ids),
    ownDevicesOf(ids),
    handedOverAt(ids),
    sql<{ routerId: string; subdomain: string }>`SELECT routers.id AS routerId, subdomain
      FROM routers JOIN providers ON providers.id = provider_id WHERE routers.id IN ${ids}`,
  ]);
  if (!bridge) return undefined;
  const { host } = new URL(ctx.settings.MAIN_ORIGIN);
  const isOwn = ({ providerId }: NamedRouter) =>
    bridge.providerId === null || bridge.providerId === providerId;
  const served = named.filter(isOwn);
  const assignments = served.flatMap((router): RouterAssignment[] => {
    const { id } = router;
    const setup = setups.find((one) => one.routerId === id);
    const details = {
      ...(setup ? setupOfAssignment(ctx, setup) : {}),
      portalHosts: portals
        .filter((one) => one.routerId === id)
        .flatMap(({ subdomain }) => [`${subdomain}.${host}`, host]),
      takesOver: takesOver(given, id),
      ownDevices: devices.filter((one) => one.routerId === id).map(({ mac }) => mac),
    };
    const assignment = { ...assignmentOf(ctx, bridge, router), ...details };
    if (bridge.providerId === null || router.logInSharedWith === bridge.providerId) return [assignment];
    // It waits for the log-in that the set-up line makes, and never has the one that the operator typed.
    const first = details.setup;
    return first ? [{ ...assignment, username: first.username, password: first.password }] : [];
  });
  return {
    bridge: { ...bridge, isTunnelHost: bridge.providerId === null && Boolean(bridge.isTunnelHost) },
    served: served.map(({ id, onlineSince }) => ({ id, isListed: onlineSince !== null })),
    assignments,
    sellers: sellers.map(({ providerId }) => providerId),
  };
}

const servingBridge = (bridgeId: string): Sql<ServingBridge> =>
  sql<ServingBridge>`SELECT provider_id AS providerId, (SELECT max(rowid) FROM bridges) AS bridgesInAll,
      EXISTS (SELECT 1 FROM tunnel_hosts WHERE tunnel_hosts.bridge_id = bridges.id) AS isTunnelHost
    FROM bridges WHERE id = ${bridgeId} AND revoked_at IS NULL`;

function assignmentOf(
  ctx: Context,
  bridge: ServingBridge,
  { id: routerId, host, port, username, servingEpoch, secrets: sealed }: NamedRouter,
): RouterAssignment {
  const secrets = openSecrets(ctx, { id: routerId, secrets: sealed });
  const { password, macAuthPassword } = secrets;
  const setup = renewalFor(bridge, username, secrets);
  return {
    routerId,
    servingEpoch,
    host,
    port,
    username,
    password,
    macAuthPassword,
    ...(setup && { setup }),
  };
}

/** A host also renews the log-in of a box that drove the router before; no box is told of the hosts'. */
function renewalFor(
  bridge: { providerId: string | null },
  username: string,
  { password, renewal, away }: RouterSecrets,
): RouterAssignment["setup"] {
  const of = (user: string, former: string, next: typeof renewal) =>
    next && { id: next.id, username: user, bootstrapPassword: former, password: next.password };
  if (renewal || !away || bridge.providerId !== null || username === siteUser)
    return of(username, password, renewal);
  return of(siteUser, away.password, away.renewal);
}
