import type { Context } from "../../context.ts";
import { sql } from "../../db/sql.ts";
import { log } from "../../log.ts";
import { record } from "../audit/index.ts";
import { allHosts, type TunnelHost } from "../tunnels/index.ts";
import { notifyBridge } from "./notify-bridge.ts";

/** A host that was heard within this counts as there: it shows itself every five seconds. */
const thereWithinMs = 12_000;

/** The hosts whose bridges are there, the one with the fewest routers first. */
export async function hostsThere(ctx: Context, except: string | null = null): Promise<TunnelHost[]> {
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

/**
 * The routers that come in by tunnels are another host's from now on, under a greater epoch: what drove them until now stops when
 * it reads that. @returns which they were; null where no other host is there
 */
export async function handOver(ctx: Context, bridgeId: string): Promise<string[] | null> {
  const [next] = await hostsThere(ctx, bridgeId);
  if (!next?.bridgeId) return null;
  const [moved] = await ctx.platform.batch([
    sql<{ id: string }>`UPDATE routers SET bridge_id = ${next.bridgeId}, serving_epoch = serving_epoch + 1
      WHERE bridge_id = ${bridgeId} AND connection_type = 'tunnel' AND archived_at IS NULL RETURNING id`,
  ]);
  if (moved.length > 0) {
    await record(ctx, {
      ...{ actor: "system", actorId: null, providerId: null },
      ...{ action: "tunnel_host.take_over", subject: next.id },
      detail: { from: bridgeId, routers: moved.length },
    });
    await notifyBridge(ctx, next.bridgeId);
  }
  return moved.map(({ id }) => id);
}
