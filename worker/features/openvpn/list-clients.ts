import type { Context } from "../../context.ts";
import type { VpnClient } from "../../contract/openvpn.ts";
import { sql } from "../../db/sql.ts";
import type { ClientRow } from "./store.ts";

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
    sql<ClientRow>`SELECT vpn_clients.id, vpn_clients.routeros_version AS routerosVersion, vpn_clients.username, ${name} AS routerName,
        router_id AS routerId, tunnel_ip AS tunnelIp, fingerprint,
          vpn_clients.created_at AS createdAt, expires_at AS expiresAt, revoked_at AS revokedAt
      ${from} ORDER BY vpn_clients.created_at DESC, vpn_clients.id
      LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`,
    sql<{ total: number }>`SELECT count(*) AS total ${from}`,
  ]);
  return { clients: rows.map(answerOf), total: count?.total ?? 0 };
}

function answerOf(row: ClientRow): VpnClient {
  const iso = (ms: number) => new Date(ms).toISOString();
  return {
    ...row,
    createdAt: iso(row.createdAt),
    expiresAt: iso(row.expiresAt),
    revokedAt: row.revokedAt === null ? null : iso(row.revokedAt),
  };
}
