import type { Context } from "../../context.ts";
import { type VpnClient, type VpnHost, VpnKind } from "../../contract/openvpn.ts";
import { sql } from "../../db/sql.ts";
import { expiryOf, fingerprintOf } from "./certificates.ts";
import { addressesPerListener, listenerOf, serverHost } from "./network.ts";
import { authorityRow, type ClientRow } from "./store.ts";

export async function readVpnHost(ctx: Context): Promise<VpnHost> {
  const { platform, settings } = ctx;
  const rows = await platform.all(
    sql<{ kind: VpnKind; used: number }>`SELECT authority AS kind, count(*) AS used FROM vpn_clients
      WHERE revoked_at IS NULL GROUP BY authority`,
  );
  const used = new Map(rows.map((row) => [row.kind, row.used]));
  const listeners = await Promise.all(
    VpnKind.options.map(async (kind) => {
      const { protocol, port, network, serverIp } = listenerOf(settings, kind);
      const authority = await authorityRow(ctx, kind);
      return {
        kind,
        protocol,
        port,
        network: `${network}/17`,
        serverIp,
        used: used.get(kind) ?? 0,
        addresses: addressesPerListener,
        fingerprint: authority && (await fingerprintOf(authority.certificate)),
        expiresAt: authority && new Date(await expiryOf(authority.certificate)).toISOString(),
      };
    }),
  );
  return { serverHost: serverHost(settings), listeners };
}

export type ClientsAsked = {
  page?: number | undefined;
  pageSize?: number | undefined;
  q?: string | undefined;
  status?: "valid" | "revoked" | undefined;
};

/** A page of all certificates, newest first. Part of a name, a log-in or an address finds it. */
export async function listClients(
  ctx: Context,
  { page = 1, pageSize = 1_000, q = "", status }: ClientsAsked,
): Promise<{ clients: VpnClient[]; total: number }> {
  const name = sql`coalesce(routers.name, vpn_clients.router_name)`;
  const text = q.trim().toLowerCase();
  const isWanted =
    status === undefined
      ? sql`true`
      : status === "valid"
        ? sql`revoked_at IS NULL`
        : sql`revoked_at IS NOT NULL`;
  const from = sql`FROM vpn_clients LEFT JOIN routers ON routers.id = vpn_clients.router_id
    WHERE (${text} = '' OR instr(lower(${name}), ${text}) > 0 OR instr(vpn_clients.username, ${text}) > 0
      OR tunnel_ip = ${text}) AND ${isWanted}`;
  const [rows, [count]] = await ctx.platform.batch([
    sql<Row>`SELECT vpn_clients.id, authority, vpn_clients.username, ${name} AS routerName,
        router_id AS routerId, tunnel_ip AS tunnelIp, serial, fingerprint,
          vpn_clients.created_at AS createdAt, expires_at AS expiresAt, revoked_at AS revokedAt
      ${from} ORDER BY vpn_clients.created_at DESC, vpn_clients.id
      LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`,
    sql<{ total: number }>`SELECT count(*) AS total ${from}`,
  ]);
  return { clients: rows.map(answerOf), total: count?.total ?? 0 };
}

type Row = Omit<ClientRow, "passwordHash">;

function answerOf(row: Row): VpnClient {
  const iso = (ms: number) => new Date(ms).toISOString();
  const { id, username, routerName, routerId, tunnelIp, serial, fingerprint } = row;
  return {
    id,
    kind: row.authority,
    username,
    routerName,
    routerId,
    tunnelIp,
    serial,
    fingerprint,
    createdAt: iso(row.createdAt),
    expiresAt: iso(row.expiresAt),
    revokedAt: row.revokedAt === null ? null : iso(row.revokedAt),
  };
}
