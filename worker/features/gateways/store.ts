import { and, desc, eq, isNull } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { gateways } from "../../db/schema/platform.ts";
import type { Statement } from "../../db/tenant-db.ts";

export type StoredGateway = typeof gateways.$inferSelect;
export type Gateway = Omit<StoredGateway, "secrets">;

const place = (id: string) => `gateways ${id} secrets`;

/** The gateway by which this router's visitors pay: the router's own, else the provider-wide one. */
export async function activeGateway(
  ctx: Context,
  providerId: string,
  routerId: string,
  type: Gateway["type"],
): Promise<Gateway | null> {
  const rows = await ctx.platform.select(gateways, {
    where: and(
      eq(gateways.providerId, providerId),
      eq(gateways.type, type),
      eq(gateways.isActive, true),
      isNull(gateways.archivedAt),
    ),
    orderBy: [desc(gateways.createdAt)],
  });
  const row = rows.find((one) => one.routerId === routerId) ?? rows.find((one) => one.routerId === null);
  if (!row) return null;
  const { secrets: _sealed, ...gateway } = row;
  return gateway;
}

/** A gateway's own credentials, or null where the platform's are used. */
export async function gatewaySecrets(ctx: Context, gatewayId: string): Promise<unknown> {
  const rows = await ctx.platform.all<{ secrets: string | null }>(
    ctx.platform.statement("SELECT secrets FROM gateways WHERE id = ?1", gatewayId),
  );
  const sealed = rows[0]?.secrets;
  return sealed ? JSON.parse(ctx.keys.unseal(sealed, place(gatewayId))) : null;
}

/** The provider's own credentials by name; empty where there are none. */
export function openSecrets(
  ctx: Context,
  { id, secrets }: StoredGateway,
): Record<string, string | undefined> {
  return secrets ? JSON.parse(ctx.keys.unseal(secrets, place(id))) : {};
}

/** @param secrets the provider's own credentials by type, or null for the platform's (auto API) */
export function addGateway(
  ctx: Context,
  gateway: Omit<typeof gateways.$inferInsert, "secrets">,
  secrets: Record<string, string | undefined> | null,
): Statement {
  return ctx.platform.insert(gateways, {
    ...gateway,
    secrets: secrets ? ctx.keys.seal(JSON.stringify(secrets), place(gateway.id)) : null,
  });
}
