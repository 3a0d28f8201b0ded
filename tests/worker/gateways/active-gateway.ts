import { and, desc, eq, isNull } from "drizzle-orm";
import type { Context } from "#worker/context";
import { gateways } from "#worker/db/schema/platform";
import type { Gateway } from "#worker/features/gateways/index";

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
