import { eq } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { vpnClients } from "../../db/schema/platform.ts";
import { sql } from "../../db/sql.ts";
import { insertInto } from "../../db/table-rows.ts";

export type ClientRow = typeof vpnClients.$inferSelect;

/** Whether a valid certificate has this address. */
export async function addressTaken(ctx: Context, address: string): Promise<boolean> {
  const found = sql<{
    id: string;
  }>`SELECT id FROM vpn_clients WHERE tunnel_ip = ${address} AND revoked_at IS NULL`;
  return (await ctx.platform.first(found)) != null;
}

/** @returns false when another client has the address or the name by now */
export async function insertClient(ctx: Context, row: ClientRow): Promise<boolean> {
  return (await ctx.platform.run(insertInto(vpnClients, row))) > 0;
}

export async function clientNamed(ctx: Context, username: string): Promise<ClientRow | null> {
  const [row] = await ctx.platform.select(vpnClients, {
    where: eq(vpnClients.username, username),
    limit: 1,
  });
  return row ?? null;
}
