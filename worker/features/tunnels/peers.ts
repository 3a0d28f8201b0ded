import { randomInt } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Context } from "../../context.ts";
import type { OpenvpnPeer, TunnelChange, TunnelPeer } from "../../contract/bridge.ts";
import {
  openvpnAddress,
  openvpnName,
  routerAddress,
  routersInAll,
  wireguardKey,
} from "../../contract/values/tunnel-network.ts";
import { tunnelPeers } from "../../db/schema/platform.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { issueForRouter } from "./authority.ts";
import { allHosts } from "./hosts.ts";
import { notifyHosts } from "./notify-hosts.ts";

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
 * router's, or a host's, is refused, or its owner would be cut off.
 * @param madeAt when its line was made: it knows the hosts of then @throws AppError invalid, conflict, not_found
 */
export async function takeKey(
  ctx: Context,
  routerId: string,
  publicKey: string,
  madeAt: number,
): Promise<void> {
  if (!wireguardKey.test(publicKey)) throw refuse("invalid", "tunnel_key_unusable");
  const [peer, hosts] = await Promise.all([peerOf(ctx, routerId), allHosts(ctx)]);
  if (!peer) throw refuse("not_found", "no_such_router");
  if (hosts.some((host) => host.publicKey === publicKey)) throw refuse("conflict", "tunnel_key_taken");
  const written = await ctx.platform.run(
    sql`UPDATE OR IGNORE tunnel_peers SET public_key = ${publicKey}, certificate = NULL, keyed_at = ${ctx.now()},
        hosts_as_of = ${madeAt}
      WHERE router_id = ${routerId}`,
  );
  if (written === 0) throw refuse("conflict", "tunnel_key_taken");
  await notifyHosts(ctx, hosts, {
    peers: [{ publicKey, address: peer.address }],
    gone: otherThan(peer.publicKey, publicKey),
    openvpn: { peers: [], gone: otherThan(peer.certificate, null) },
  });
}

/**
 * A new certificate for a router, the former one being good no more; hosts let it in from now on. @param madeAt as above
 * @returns PEM: its certificate, the private key, which nobody keeps, and the authority by which it knows the hosts
 * @throws AppError not_found
 */
export async function giveCertificate(ctx: Context, routerId: string, madeAt: number): Promise<string> {
  const [peer, hosts] = await Promise.all([peerOf(ctx, routerId), allHosts(ctx)]);
  if (!peer) throw refuse("not_found", "no_such_router");
  const address = openvpnAddress(peer.address);
  const { certificate, privateKey, fingerprint, authority } = await issueForRouter(ctx, openvpnName(address));
  await ctx.platform.run(
    sql`UPDATE tunnel_peers SET certificate = ${fingerprint}, public_key = NULL, keyed_at = ${ctx.now()},
        hosts_as_of = ${madeAt}
      WHERE router_id = ${routerId}`,
  );
  await notifyHosts(ctx, hosts, {
    peers: [],
    gone: otherThan(peer.publicKey, null),
    openvpn: {
      peers: [{ certificate: fingerprint, address }],
      gone: otherThan(peer.certificate, fingerprint),
    },
  });
  return `${certificate}${privateKey}${authority}`;
}

/** The router still has the certificate that it was given. @param madeAt as above @throws AppError conflict: it needs another one */
export async function confirmCertificate(
  ctx: Context,
  routerId: string,
  fingerprint: string,
  madeAt: number,
): Promise<void> {
  const written = await ctx.platform.run(
    sql`UPDATE tunnel_peers SET keyed_at = ${ctx.now()}, hosts_as_of = ${madeAt}
      WHERE router_id = ${routerId} AND certificate = ${fingerprint}`,
  );
  if (written === 0) throw refuse("conflict", "tunnel_certificate_unknown");
}

const otherThan = (former: string | null, now: string | null): string[] =>
  former !== null && former !== now ? [former] : [];

/** A router has left: its tunnel ends at every host, and its address is free. Repeatable. */
export async function endTunnel(ctx: Context, routerId: string): Promise<void> {
  const [gone] = await ctx.platform.batch([
    sql<{ publicKey: string | null; certificate: string | null }>`DELETE FROM tunnel_peers
      WHERE router_id = ${routerId} RETURNING public_key AS publicKey, certificate`,
  ]);
  const change: TunnelChange = {
    peers: [],
    gone: gone.flatMap(({ publicKey }) => publicKey ?? []),
    openvpn: { peers: [], gone: gone.flatMap(({ certificate }) => certificate ?? []) },
  };
  if (change.gone.length + change.openvpn.gone.length > 0)
    await notifyHosts(ctx, await allHosts(ctx), change);
}

/** All that a host lets in: routers that were set up by a line, and those with a configuration that an operator generated. */
export async function allPeers(ctx: Context): Promise<{ wireguard: TunnelPeer[]; openvpn: OpenvpnPeer[] }> {
  const [rows, generated] = await ctx.platform.batch([
    sql<{ publicKey: string | null; certificate: string | null; address: string }>`SELECT
        public_key AS publicKey, certificate, address FROM tunnel_peers
      WHERE public_key IS NOT NULL OR certificate IS NOT NULL ORDER BY address`,
    sql<OpenvpnPeer>`SELECT fingerprint AS certificate, tunnel_ip AS address FROM vpn_clients
      WHERE revoked_at IS NULL ORDER BY tunnel_ip`,
  ]);
  return {
    wireguard: rows.flatMap(({ publicKey, address }) => (publicKey === null ? [] : [{ publicKey, address }])),
    openvpn: [
      ...rows.flatMap(({ certificate, address }) =>
        certificate === null ? [] : [{ certificate, address: openvpnAddress(address) }],
      ),
      ...generated,
    ],
  };
}
