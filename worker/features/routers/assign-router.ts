import type { Context } from "../../context.ts";
import { say, type Text } from "../../contract/texts.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { type Actor, recordIfStatement, recordStatement } from "../audit/index.ts";
import { revokeVpnClientsOf } from "../openvpn/index.ts";
import { endTunnel } from "../tunnels/index.ts";
import { notifyBridge } from "./notify-bridge.ts";
import { type RouterRow, routerRow } from "./platform-routers.ts";
import { epochAboveAll } from "./serving-epoch.ts";
import { endSharing } from "./shared-log-in.ts";
import { beginPair, endPair } from "./store.ts";
import { withdrawRouter, withSetAside } from "./withdraw-router.ts";

/** What it sold before stays with the provider who sold it. @returns the sentence to show @throws AppError not_found; conflict */
export async function assignRouter(
  ctx: Context,
  { routerId, providerId, location, sharesLogIn, actor }: Assignment & { actor: Actor },
): Promise<Text> {
  const router = await inUse(ctx, routerId);
  const name = await businessName(ctx, providerId);
  await refuseAssigned(ctx, router);
  const db = ctx.tenant(providerId);
  await db.run(beginPair(routerId, ctx.now()));
  const claim = sql<{ id: string }>`UPDATE routers SET provider_id = ${providerId}, location = ${location},
      log_in_shared_with = ${sharesLogIn ? providerId : null}
    WHERE id = ${routerId} AND provider_id IS NULL AND archived_at IS NULL RETURNING id`;
  const entry = { ...actor, providerId, action: "router.assign", subject: routerId } as const;
  const [claimed] = await ctx.platform.batch([
    claim,
    recordIfStatement(
      ctx,
      { ...entry, detail: { name: router.name, location, ...(sharesLogIn ? { sharesLogIn } : {}) } },
      sql`changes() = 1`,
    ),
    freeOfForeignBridge(routerId),
    takeOnlyBridge(ctx, router, providerId),
  ]);
  if (claimed.length === 0) {
    // Another claim came first, perhaps for the same provider.
    const now = await routerRow(ctx, routerId);
    if (now?.providerId !== providerId) await db.run(endPair(routerId, ctx.now()));
    if (!now) throw noSuchRouter();
    await refuseAssigned(ctx, now);
    throw new Error("the router was assigned and taken back meanwhile");
  }
  const bridgeId = (await inUse(ctx, routerId)).bridgeId;
  if (bridgeId !== null) await notifyBridge(ctx, bridgeId);
  return say("router_assigned", { router: router.name, provider: name });
}

/** A router without one gets it, where there is no choice. A tunnel ends at the platform's server, not at a site. */
function takeOnlyBridge(ctx: Context, { id, host, port }: RouterRow, providerId: string): Sql {
  return sql`UPDATE routers SET serving_epoch = ${epochAboveAll(ctx.now())},
      bridge_id = (SELECT b.id FROM bridges b WHERE b.provider_id = ${providerId} AND b.revoked_at IS NULL)
    WHERE id = ${id} AND provider_id = ${providerId} AND bridge_id IS NULL AND connection_type = 'direct'
      AND (SELECT count(*) FROM bridges b WHERE b.provider_id = ${providerId} AND b.revoked_at IS NULL) = 1
      AND NOT EXISTS (SELECT 1 FROM routers r JOIN bridges b ON b.id = r.bridge_id
        WHERE b.provider_id = ${providerId} AND r.host = ${host} COLLATE NOCASE AND r.port = ${port}
          AND r.archived_at IS NULL)`;
}

type Assignment = {
  routerId: string;
  providerId: string;
  location: string | null;
  /** A bridge of the provider's own may have the log-in that the operator typed. */
  sharesLogIn: boolean;
};

type Ending = {
  routerId: string;
  /** Whoever asks knows what hangs on it. */
  confirmed: boolean;
  actor: Actor;
};

const afterwards = say("afterwards_provider");

/** @returns the sentence to show @throws AppError not_found; conflict when it is not assigned, or naming what hangs on it */
export async function unassignRouter(ctx: Context, { routerId, confirmed, actor }: Ending): Promise<Text> {
  const router = await inUse(ctx, routerId);
  const { providerId } = router;
  if (providerId === null) throw refuse("conflict", "router_assigned_to_nobody", { router: router.name });
  const ended = await endSharing(ctx, routerId);
  const happened = await withdrawRouter(ctx, {
    providerId,
    router,
    confirmed,
    afterwards,
    platform: (detail) => [
      ...ended,
      // Under a greater epoch, so that what drove it until now stops as soon as another bridge drives it.
      sql`UPDATE routers SET provider_id = NULL, location = NULL, serving_epoch = ${epochAboveAll(ctx.now())}
        WHERE id = ${routerId} AND provider_id = ${providerId}`,
      recordIfStatement(
        ctx,
        {
          ...actor,
          providerId,
          action: "router.unassign",
          subject: routerId,
          detail: { name: router.name, ...detail },
        },
        sql`changes() = 1`,
      ),
      freeOfForeignBridge(routerId),
    ],
  });
  return withSetAside(
    say("router_unassigned", { router: router.name, provider: await businessName(ctx, providerId) }),
    happened,
  );
}

/** Its history stays. @returns the sentence to show @throws AppError not_found; conflict naming what hangs on it, unless confirmed */
export async function archiveRouter(ctx: Context, { routerId, confirmed, actor }: Ending): Promise<Text> {
  const router = await inUse(ctx, routerId);
  const { name, providerId } = router;
  const archive = (detail: Record<string, unknown>) => [
    sql`UPDATE routers SET archived_at = ${ctx.now()}, provider_id = NULL, location = NULL,
        bridge_id = NULL, serving_epoch = ${epochAboveAll(ctx.now())}
      WHERE id = ${routerId} AND archived_at IS NULL`,
    recordStatement(ctx, {
      ...actor,
      providerId,
      action: "router.remove",
      subject: routerId,
      detail: { name, ...detail },
    }),
  ];
  if (providerId === null) await ctx.platform.batch(archive({ purchases: 0, payments: 0 }));
  const happened =
    providerId === null
      ? { setAsideCount: 0, areOff: true }
      : await withdrawRouter(ctx, { providerId, router, confirmed, afterwards, platform: archive });
  await revokeVpnClientsOf(ctx, routerId, actor);
  await endTunnel(ctx, routerId);
  return withSetAside(say("router_deleted", { name }), happened);
}

/** Suspended it sells nothing new; what runs there keeps running. */
export async function setRouterStatus(
  ctx: Context,
  { routerId, status, actor }: { routerId: string; status: RouterRow["status"]; actor: Actor },
): Promise<Text> {
  const router = await inUse(ctx, routerId);
  const action = status === "active" ? "router.activate" : "router.suspend";
  await ctx.platform.batch([
    sql`UPDATE routers SET status = ${status} WHERE id = ${routerId}`,
    recordStatement(ctx, {
      ...actor,
      providerId: router.providerId,
      action,
      subject: routerId,
      detail: { name: router.name },
    }),
  ]);
  return status === "active"
    ? say("router_sells_again", { router: router.name })
    : say("router_sells_nothing", { router: router.name });
}

async function inUse(ctx: Context, routerId: string): Promise<RouterRow> {
  const router = await routerRow(ctx, routerId);
  if (!router) throw noSuchRouter();
  return router;
}

const noSuchRouter = () => refuse("not_found", "no_such_router");

async function refuseAssigned(ctx: Context, { name, providerId }: RouterRow): Promise<void> {
  if (providerId === null) return;
  const provider = await businessName(ctx, providerId);
  throw refuse("conflict", "router_assigned_already", { router: name, provider });
}

async function businessName(ctx: Context, providerId: string): Promise<string> {
  const { platform } = ctx;
  const provider = await platform.first(
    sql<{ name: string }>`SELECT business_name AS name FROM providers WHERE id = ${providerId}`,
  );
  if (!provider) throw refuse("not_found", "no_such_provider");
  return provider.name;
}

/** A provider's own bridge never drives another's router; one of the platform stays. */
function freeOfForeignBridge(routerId: string): Sql {
  return sql`UPDATE routers SET bridge_id = NULL
    WHERE id = ${routerId} AND bridge_id IN (SELECT b.id FROM bridges b
      WHERE b.provider_id IS NOT NULL AND b.provider_id IS NOT routers.provider_id)`;
}
