import type { Context } from "../../context.ts";
import type { OwnDevice } from "../../contract/own-devices.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { type Actor, recordStatement } from "../audit/index.ts";
import { notifyBridge } from "./notify-bridge.ts";

type Asked = { id: string /** Whose router it must be; null = anybody's. */; providerId: string | null };

/** None of a router without a provider. @throws AppError not_found */
export async function readOwnDevices(ctx: Context, asked: Asked): Promise<OwnDevice[]> {
  const { id, providerId } = await routerAsked(ctx, asked);
  if (providerId === null) return [];
  return ctx.platform.all(sql<OwnDevice>`SELECT mac, name FROM own_devices
    WHERE router_id = ${id} AND provider_id = ${providerId} ORDER BY created_at, mac`);
}

/**
 * Another provider that had the router before keeps its list for when it has the router again.
 * @throws AppError not_found; refused for a router without a provider
 */
export async function saveOwnDevices(
  ctx: Context,
  asked: Asked,
  devices: readonly OwnDevice[],
  actor: Actor,
): Promise<OwnDevice[]> {
  const { id, providerId, bridgeId } = await routerAsked(ctx, asked);
  if (providerId === null) throw refuse("refused", "assign_first");
  const createdAt = ctx.now();
  await ctx.platform.batch([
    sql`DELETE FROM own_devices WHERE router_id = ${id} AND provider_id = ${providerId}`,
    ...devices.map(
      ({ mac, name }, index) => sql`INSERT INTO own_devices (router_id, provider_id, mac, name, created_at)
        VALUES (${id}, ${providerId}, ${mac}, ${name}, ${createdAt + index})`,
    ),
    recordStatement(ctx, {
      ...actor,
      providerId,
      action: "router.own_devices",
      subject: id,
      detail: { devices: devices.map(({ mac, name }) => `${name} ${mac}`) },
    }),
  ]);
  if (bridgeId !== null) await notifyBridge(ctx, bridgeId);
  return [...devices];
}

/** Of the providers that have these routers now. @param routerIds a list, in brackets */
export function ownDevicesOf(routerIds: Sql): Sql<{ routerId: string; mac: string }> {
  return sql<{ routerId: string; mac: string }>`SELECT own.router_id AS routerId, own.mac AS mac
    FROM own_devices own JOIN routers ON routers.id = own.router_id AND routers.provider_id = own.provider_id
    WHERE own.router_id IN ${routerIds} ORDER BY own.mac`;
}

async function routerAsked(ctx: Context, { id, providerId }: Asked) {
  const router = await ctx.lookup.routerById(id);
  if (!router || (providerId !== null && router.providerId !== providerId))
    throw refuse("not_found", "no_such_router");
  return router;
}
