import type { Context } from "../../context.ts";
import { among, type Sql, sql } from "../../db/sql.ts";
import { log } from "../../log.ts";
import { recordIfStatement } from "../audit/index.ts";
import { allHosts, type TunnelHost } from "../tunnels/index.ts";
import { notifyBridge } from "./notify-bridge.ts";
import { epochAboveAll } from "./serving-epoch.ts";

/** A host that was heard within this counts as there: it shows itself every five seconds. */
const thereWithinMs = 12_000;

/** The hosts whose bridges are there, the one with the fewest routers first. */
export async function tunnelHostsThere(ctx: Context, except: string | null = null): Promise<TunnelHost[]> {
  const hosts = (await allHosts(ctx)).filter(({ bridgeId }) => bridgeId !== null && bridgeId !== except);
  const states = await Promise.all(hosts.map(({ bridgeId }) => isThere(ctx, bridgeId ?? "")));
  const loads = new Map(
    (
      await ctx.platform.all(
        sql<{ bridgeId: string; count: number }>`SELECT bridge_id AS bridgeId, count(*) AS count FROM routers
          WHERE archived_at IS NULL AND bridge_id IN (SELECT bridge_id FROM tunnel_hosts) GROUP BY bridge_id`,
      )
    ).map(({ bridgeId, count }) => [bridgeId, count]),
  );
  const load = ({ bridgeId }: TunnelHost) => loads.get(bridgeId ?? "") ?? 0;
  return hosts.filter((_, index) => states[index]).sort((one, other) => load(one) - load(other));
}

async function isThere(ctx: Context, bridgeId: string): Promise<boolean> {
  try {
    return await ctx.env.BRIDGE.getByName(bridgeId).isAlive(thereWithinMs);
  } catch (cause) {
    log("error", "bridge", cause, { bridge: bridgeId });
    return false;
  }
}

/** In a statement on `routers`: it was set up while this host stood, so it has a tunnel to it. */
export const knowsTunnelHost = ({ createdAt }: TunnelHost): Sql => sql`EXISTS (SELECT 1 FROM tunnel_peers
  WHERE router_id = routers.id AND hosts_as_of >= ${createdAt})`;

type HandedOver = {
  /** What another bridge drives now and was told of. */
  gone: string[];
  /** How many come in by tunnels at this one still: no host is there that they know. */
  left: number;
  /** Whether nothing is to be done any more. */
  isDone: boolean;
};

/**
 * The routers that come in by tunnels are another host's from now on, of those that they know, under a greater epoch: what drove them
 * until now stops when it reads that. Repeatable: what was written and not told is told then.
 * @param kept routers that the bridge's object holds for its own
 */
export async function handOver(
  ctx: Context,
  bridgeId: string,
  kept: readonly string[] = [],
): Promise<HandedOver> {
  const moved: string[] = [];
  for (const host of await tunnelHostsThere(ctx, bridgeId))
    moved.push(...(await moveTo(ctx, bridgeId, host)));
  const [elsewhere, [left]] = await ctx.platform.batch([
    sql<{ id: string; bridgeId: string }>`SELECT id, bridge_id AS bridgeId FROM routers
      WHERE id IN ${among([...kept, ...moved])} AND bridge_id <> ${bridgeId} AND archived_at IS NULL`,
    sql<{ count: number }>`SELECT count(*) AS count FROM routers
      WHERE bridge_id = ${bridgeId} AND connection_type = 'tunnel' AND archived_at IS NULL`,
  ]);
  const gone: string[] = [];
  for (const [next, routers] of Map.groupBy(elsewhere, (router) => router.bridgeId))
    if (await notifyBridge(ctx, next)) gone.push(...routers.map(({ id }) => id));
  const count = left?.count ?? 0;
  return { gone, left: count, isDone: count === 0 && gone.length === elsewhere.length };
}

/** Which routers they drive: a take-over may have been cut off between its writing and its telling. Never throws */
export async function tellOtherTunnelHosts(ctx: Context, bridgeId: string): Promise<void> {
  try {
    for (const host of await allHosts(ctx))
      if (host.bridgeId !== null && host.bridgeId !== bridgeId) await notifyBridge(ctx, host.bridgeId);
  } catch (cause) {
    log("error", "hosts not told", cause, { bridge: bridgeId });
  }
}

/** Those that know this host. @returns which they were */
async function moveTo(ctx: Context, from: string, host: TunnelHost): Promise<string[]> {
  const those = sql`bridge_id = ${from} AND connection_type = 'tunnel' AND archived_at IS NULL AND ${knowsTunnelHost(host)}`;
  const count = await ctx.platform.first(
    sql<{ routers: number }>`SELECT count(*) AS routers FROM routers WHERE ${those}`,
  );
  if (!count?.routers) return [];
  const [moved] = await ctx.platform.batch([
    sql<{
      id: string;
    }>`UPDATE routers SET bridge_id = ${host.bridgeId}, serving_epoch = ${epochAboveAll(ctx.now())}
      WHERE ${those} RETURNING id`,
    recordIfStatement(
      ctx,
      {
        actor: "system",
        actorId: null,
        providerId: null,
        action: "tunnel_host.take_over",
        subject: host.id,
        detail: { from, ...count },
      },
      sql`changes() > 0`,
    ),
  ]);
  return moved.map(({ id }) => id);
}
