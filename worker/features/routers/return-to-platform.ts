import type { Context } from "../../context.ts";
import { setupUser, siteUser } from "../../contract/values/router-setup.ts";
import { openvpnAddress } from "../../contract/values/tunnel-network.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { type Actor, recordIfStatement } from "../audit/index.ts";
import { allHosts, type Peer, peerOf } from "../tunnels/index.ts";
import { forget, notifyBridge } from "./notify-bridge.ts";
import { type RouterRow, routerRow } from "./platform-routers.ts";
import { epochAboveAll } from "./serving-epoch.ts";
import { secretsByTunnel } from "./site-log-in.ts";
import { openSecrets, sealSecrets } from "./store.ts";
import { tunnelHostsThere } from "./transfer-to-tunnel-host.ts";

type Changed = { id: string };

/**
 * One that is there and that the router knows, else one that comes back; null where the platform has none. One that knows none of them
 * has its line pasted again.
 */
async function nextHost(ctx: Context, { hostsAsOf }: Peer): Promise<string | null> {
  const hosts = [...(await tunnelHostsThere(ctx)), ...(await allHosts(ctx))].filter(
    ({ bridgeId }) => bridgeId,
  );
  const known = hosts.find(({ createdAt }) => createdAt <= (hostsAsOf ?? 0));
  return (known ?? hosts[0])?.bridgeId ?? null;
}

/** A host drives by its tunnel what a box drives now, under a greater epoch. @returns null for any other router */
export async function backByTunnel(
  ctx: Context,
  router: RouterRow,
): Promise<{ statement: Sql<Changed>; bridgeId: string | null } | null> {
  if (router.username !== siteUser || router.connectionType !== "tunnel") return null;
  const peer = await peerOf(ctx, router.id);
  if (!peer) return null;
  const bridgeId = await nextHost(ctx, peer);
  const host = peer.certificate === null ? peer.address : openvpnAddress(peer.address);
  const secrets = sealSecrets(ctx, router.id, secretsByTunnel(openSecrets(ctx, router)));
  return {
    bridgeId,
    statement: sql<Changed>`UPDATE routers SET bridge_id = ${bridgeId}, host = ${host}, username = ${setupUser},
        secrets = ${secrets}, log_in_shared_with = NULL, serving_epoch = ${epochAboveAll(ctx.now())}
      WHERE id = ${router.id} AND secrets = ${router.secrets} AND archived_at IS NULL RETURNING id`,
  };
}

/** What runs there stays online: a host finds it on the router. @throws AppError conflict */
export async function giveBack(ctx: Context, router: RouterRow, actor: Actor): Promise<void> {
  const back = await backByTunnel(ctx, router);
  if (!back) throw refuse("conflict", "tunnel_drives_already", { name: router.name });
  const [changed] = await ctx.platform.batch([
    back.statement,
    recordIfStatement(
      ctx,
      {
        ...actor,
        providerId: router.providerId,
        action: "router.give_back",
        subject: router.id,
        detail: { name: router.name, from: router.bridgeId, to: back.bridgeId },
      },
      sql`changes() = 1`,
    ),
  ]);
  if (changed.length === 0) throw refuse("conflict", "router_changed_meanwhile");
  if (router.bridgeId !== null) await forget(ctx, router.bridgeId, router.id);
  if (back.bridgeId !== null) await notifyBridge(ctx, back.bridgeId);
}

/** All that a box drives whose routers have a tunnel: it is trusted no more. */
export async function giveBackAll(ctx: Context, bridgeId: string, actor: Actor): Promise<void> {
  const rows = await ctx.platform.all(
    sql<{ id: string }>`SELECT id FROM routers
      WHERE bridge_id = ${bridgeId} AND username = ${siteUser} AND archived_at IS NULL`,
  );
  for (const { id } of rows) {
    const router = await routerRow(ctx, id);
    if (router?.bridgeId === bridgeId) await giveBack(ctx, router, actor);
  }
}
