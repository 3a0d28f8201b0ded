import { and, eq, isNull } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { routers } from "../../db/schema/platform.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { changed, insertInto } from "../../db/table-rows.ts";
import { alreadyThere, taken } from "./own-routers.ts";
import { epochAboveAll, firstEpoch } from "./serving-epoch.ts";
import { type RouterSecrets, sealSecrets } from "./store.ts";

export type RouterRow = typeof routers.$inferSelect;

export type RouterFields = Pick<
  RouterRow,
  | "name"
  | "host"
  | "port"
  | "username"
  | "routerosVersion"
  | "connectionType"
  | "status"
  | "bridgeId"
  | "ovpnServerHost"
  | "ovpnServerPort"
  | "ovpnUsername"
  | "ovpnTunnelIp"
  | "ovpnCertificate"
  | "ovpnCaFile"
>;

/** One that is in use, whoever has it. */
export async function routerRow(ctx: Context, id: string): Promise<RouterRow | undefined> {
  const where = and(eq(routers.id, id), isNull(routers.archivedAt));
  return (await ctx.platform.select(routers, { where, limit: 1 }))[0];
}

/** A router of the platform, assigned to nobody yet. The caller has seen that its address is free. */
export function newRouterStatement(
  ctx: Context,
  id: string,
  fields: RouterFields,
  secrets: RouterSecrets,
): Sql {
  const createdAt = ctx.now();
  return insertInto(routers, {
    id,
    ...fields,
    secrets: sealSecrets(ctx, id, secrets),
    servingEpoch: firstEpoch(createdAt),
    createdAt,
    lastSeenAt: null,
    onlineSince: null,
    addedBy: null,
    archivedAt: null,
  });
}

/** Another bridge drives it under a greater epoch, so that the former one stops touching it. */
export function changeStatements(
  ctx: Context,
  before: RouterRow,
  fields: RouterFields,
  secrets: RouterSecrets,
): Sql[] {
  const changes = { ...fields, secrets: sealSecrets(ctx, before.id, secrets) };
  const change = sql`UPDATE routers SET ${changed(routers, changes)} WHERE id = ${before.id}`;
  if (fields.bridgeId === before.bridgeId) return [change];
  const above = epochAboveAll(ctx.now());
  return [change, sql`UPDATE routers SET serving_epoch = ${above} WHERE id = ${before.id}`];
}

/** @throws AppError conflict when its bridge has another router at that address */
export async function refuseTaken(
  ctx: Context,
  { bridgeId, host, port }: RouterFields,
  ownId: string,
): Promise<void> {
  const { platform } = ctx;
  if (bridgeId === null) return;
  const other = await platform.first(
    sql<{ name: string }>`${taken({ bridgeId, host, port })} AND id <> ${ownId}`,
  );
  if (other) throw alreadyThere(other.name);
}
