import { randomInt } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Context } from "../../context.ts";
import type { TunnelPeer } from "../../contract/bridge.ts";
import { routerAddress, routersInAll, wireguardKey } from "../../contract/values/tunnel-network.ts";
import { tunnelPeers } from "../../db/schema/platform.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { allHosts } from "./hosts.ts";
import { tellHosts } from "./tell-hosts.ts";

export type Peer = typeof tunnelPeers.$inferSelect;

/** Addresses are drawn: with a tenth of them free, forty draws miss once in 68. */
const mostDraws = 40;

export async function peerOf(ctx: Context, routerId: string): Promise<Peer | undefined> {
  const where = eq(tunnelPeers.routerId, routerId);
  return (await ctx.platform.select(tunnelPeers, { where, limit: 1 }))[0];
}

/** An address that no router has at this moment; `peerStatement` decides. @throws AppError unavailable */
export async function freeAddress(ctx: Context): Promise<string> {
  const { TUNNEL_NETWORK } = ctx.settings;
  for (let left = mostDraws; left > 0; left--) {
    const address = routerAddress(TUNNEL_NETWORK, randomInt(routersInAll));
    const taken = await ctx.platform.first(
      sql<{ routerId: string }>`SELECT router_id AS routerId FROM tunnel_peers WHERE address = ${address}`,
    );
    if (!taken) return address;
  }
  throw refuse("unavailable", "tunnel_addresses_taken");
}

/** For the batch that writes the router: another router that drew the same address meanwhile makes all of it fail. */
export const peerStatement = (ctx: Context, routerId: string, address: string): Sql =>
  sql`INSERT INTO tunnel_peers (router_id, address, created_at) VALUES (${routerId}, ${address}, ${ctx.now()})`;

/**
 * The key that a router made for its tunnel; hosts let it in from now on. A public key is no secret: one that is another
 * router's, or a host's, is refused, or its owner would be cut off. @throws AppError invalid, conflict, not_found
 */
export async function takeKey(ctx: Context, routerId: string, publicKey: string): Promise<void> {
  if (!wireguardKey.test(publicKey)) throw refuse("invalid", "tunnel_key_unusable");
  const [peer, hosts] = await Promise.all([peerOf(ctx, routerId), allHosts(ctx)]);
  if (!peer) throw refuse("not_found", "no_such_router");
  if (hosts.some((host) => host.publicKey === publicKey)) throw refuse("conflict", "tunnel_key_taken");
  const written = await ctx.platform.run(
    sql`UPDATE OR IGNORE tunnel_peers SET public_key = ${publicKey}, keyed_at = ${ctx.now()}
      WHERE router_id = ${routerId}`,
  );
  if (written === 0) throw refuse("conflict", "tunnel_key_taken");
  const gone = peer.publicKey !== null && peer.publicKey !== publicKey ? [peer.publicKey] : [];
  await tellHosts(ctx, hosts, { peers: [{ publicKey, address: peer.address }], gone });
}

/** A router has left: its tunnel ends at every host, and its address is free. Repeatable. */
export async function endTunnel(ctx: Context, routerId: string): Promise<void> {
  const [gone] = await ctx.platform.batch([
    sql<{ publicKey: string | null }>`DELETE FROM tunnel_peers WHERE router_id = ${routerId}
      RETURNING public_key AS publicKey`,
  ]);
  const keys = gone.flatMap(({ publicKey }) => publicKey ?? []);
  if (keys.length > 0) await tellHosts(ctx, await allHosts(ctx), { peers: [], gone: keys });
}

/** All that a host lets in. */
export function allPeers(ctx: Context): Promise<TunnelPeer[]> {
  return ctx.platform.all(
    sql<TunnelPeer>`SELECT public_key AS publicKey, address FROM tunnel_peers
      WHERE public_key IS NOT NULL ORDER BY address`,
  );
}
