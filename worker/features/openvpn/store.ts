import { and, asc, eq, isNotNull, isNull } from "drizzle-orm";
import type { Context } from "../../context.ts";
import type { VpnKind } from "../../contract/openvpn.ts";
import { vpnAuthorities, vpnClients } from "../../db/schema/platform.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { insertInto } from "../../db/table-rows.ts";

export type ClientRow = typeof vpnClients.$inferSelect;

/** More rows than a listener has addresses, several times over: former owners stay until their certificate expires. */
const everyRow = 200_000;

/** Every address of this listener that has or had an owner. */
export async function knownAddresses(
  ctx: Context,
  kind: VpnKind,
): Promise<{ ip: string; freedAt: number | null }[]> {
  const { platform } = ctx;
  return platform.all(
    sql`SELECT tunnel_ip AS ip, revoked_at AS freedAt FROM vpn_clients WHERE authority = ${kind}`,
  );
}

/** @returns false when somebody else has the address, the name or the number by now */
export async function insertClient(ctx: Context, row: ClientRow): Promise<boolean> {
  return (await ctx.platform.run(insertInto(vpnClients, row))) > 0;
}

export function validClients(ctx: Context, kind?: VpnKind): Promise<ClientRow[]> {
  return ctx.platform.select(vpnClients, {
    where: and(isNull(vpnClients.revokedAt), kind ? eq(vpnClients.authority, kind) : undefined),
    orderBy: [asc(vpnClients.username)],
    limit: everyRow,
  });
}

export function revokedClients(ctx: Context, kind: VpnKind): Promise<ClientRow[]> {
  return ctx.platform.select(vpnClients, {
    where: and(eq(vpnClients.authority, kind), isNotNull(vpnClients.revokedAt)),
    orderBy: [asc(vpnClients.revokedAt), asc(vpnClients.id)],
    limit: everyRow,
  });
}

export async function clientNamed(ctx: Context, username: string): Promise<ClientRow | null> {
  const [row] = await ctx.platform.select(vpnClients, {
    where: eq(vpnClients.username, username),
    limit: 1,
  });
  return row ?? null;
}

/** `hosts`: that of the platform's hosts and of the routers that come in there. */
export type AuthorityId = VpnKind | "hosts";

export async function authorityRow(
  ctx: Context,
  id: AuthorityId,
): Promise<typeof vpnAuthorities.$inferSelect | null> {
  const [row] = await ctx.platform.select(vpnAuthorities, { where: eq(vpnAuthorities.id, id), limit: 1 });
  return row ?? null;
}

export type Ended = { id: string; username: string; routerId: string | null };

/** Revokes these and raises the number of the lists; the first returns `id`, `username`, `routerId`. @param which of the good ones */
export function revokeStatements(ctx: Context, which: Sql): [ended: Sql<Ended>, list: Sql] {
  const now = ctx.now();
  return [
    sql<Ended>`UPDATE vpn_clients SET revoked_at = ${now} WHERE revoked_at IS NULL AND ${which}
      RETURNING id, username, router_id AS routerId`,
    sql`UPDATE vpn_authorities SET crl_number = crl_number + 1
      WHERE id IN (SELECT authority FROM vpn_clients WHERE revoked_at = ${now})`,
  ];
}
