import type { Context } from "../../context.ts";
import { say, type Text } from "../../contract/texts.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { type Actor, recordStatement } from "../audit/index.ts";
import { notifyBridge } from "./notify-bridge.ts";

type Asked = {
  id: string;
  /** Whose router it must be; null = anybody's. */
  providerId: string | null;
  actor: Actor;
};

/** For every device. */
const all = "";

/**
 * Kept for the provider, so that it is done however long router or bridge are away, and again where another script makes such a user
 * anew. @param mac null: of every device @throws AppError not_found; refused for a router without a provider
 */
export async function handOverUsers(ctx: Context, asked: Asked, mac: string | null): Promise<Text> {
  const { id, providerId, bridgeId } = await routerAsked(ctx, asked);
  await ctx.platform.batch([
    sql`INSERT INTO handed_over_users (router_id, provider_id, mac, created_at)
      VALUES (${id}, ${providerId}, ${mac ?? all}, ${ctx.now()}) ON CONFLICT DO NOTHING`,
    recordStatement(ctx, {
      ...asked.actor,
      providerId,
      action: "router.hand_over_users",
      subject: id,
      detail: { macAddress: mac },
    }),
  ]);
  if (bridgeId !== null) await notifyBridge(ctx, bridgeId);
  return mac === null ? say("users_handed_over") : say("user_handed_over", { mac });
}

/** @throws AppError as above */
export async function keepForeignUsers(ctx: Context, asked: Asked): Promise<Text> {
  const { id, providerId, bridgeId } = await routerAsked(ctx, asked);
  await ctx.platform.batch([
    sql`DELETE FROM handed_over_users WHERE router_id = ${id} AND provider_id = ${providerId}`,
    recordStatement(ctx, {
      ...asked.actor,
      providerId,
      action: "router.keep_users",
      subject: id,
      detail: {},
    }),
  ]);
  if (bridgeId !== null) await notifyBridge(ctx, bridgeId);
  return say("users_kept");
}

type HandedOver = { routerId: string; mac: string };

/** Of the providers that have these routers now, the latest first. @param routerIds a list, in brackets */
export function handedOverAt(routerIds: Sql): Sql<HandedOver> {
  return sql<HandedOver>`SELECT given.router_id AS routerId, given.mac AS mac
    FROM handed_over_users given
    JOIN routers ON routers.id = given.router_id AND routers.provider_id = given.provider_id
    WHERE given.router_id IN ${routerIds} ORDER BY given.created_at DESC, given.mac`;
}

/** So many devices' fit into an assignment; who hands over more means all. */
const mostTold = 500;

/** As a bridge is told of one router. */
export function takesOver(given: readonly HandedOver[], routerId: string): "all" | string[] {
  const macs = given.filter((one) => one.routerId === routerId).map(({ mac }) => mac);
  return macs.includes(all) ? "all" : macs.slice(0, mostTold);
}

async function routerAsked(ctx: Context, { id, providerId }: Asked) {
  const router = await ctx.lookup.routerById(id);
  if (!router || (providerId !== null && router.providerId !== providerId))
    throw refuse("not_found", "no_such_router");
  if (router.providerId === null) throw refuse("refused", "assign_first");
  return { id: router.id, providerId: router.providerId, bridgeId: router.bridgeId };
}
