import * as contract from "../../contract/fleet.ts";
import { type App, route } from "../../http/route.ts";
import { createBridgeCode, installCommand, revokeBridge } from "../access/index.ts";
import { actorOf } from "../audit/index.ts";
import { assignRouter, setRouterStatus, unassignRouter } from "./assign-router.ts";
import { listPlatformBridges, refuseUnknownProvider } from "./bridges.ts";
import { listPlatformRouters, routerCounts } from "./list-routers.ts";
import { mountPreflight } from "./preflight-routes.ts";
import { mountRouterSetup } from "./setup-routes.ts";
import { mountSharedRouters } from "./shared-routes.ts";

/** The operator's routers and bridges, and what of a provider's routers it shares with them. */
export function mountFleet(app: App): void {
  route(app, contract.listPlatformRouters, async ({ ctx, query, headers }) => {
    const { routers, total } = await listPlatformRouters(ctx, query);
    headers.set("x-total-count", String(total));
    return routers;
  });

  route(app, contract.routerCounts, async ({ ctx }) => routerCounts(ctx));

  route(app, contract.assignRouter, async ({ ctx, caller, body }) => {
    const { routerId, providerId, location = null } = body;
    const message = await assignRouter(ctx, { routerId, providerId, location, actor: actorOf(caller) });
    return { success: true as const, message };
  });

  route(app, contract.unassignRouter, async ({ ctx, caller, params, query }) => {
    const asked = { routerId: params.id, confirmed: query.confirm === "true", actor: actorOf(caller) };
    return { success: true as const, message: await unassignRouter(ctx, asked) };
  });

  route(app, contract.suspendRouter, async ({ ctx, caller, params }) => {
    const asked = { routerId: params.id, status: "suspended", actor: actorOf(caller) } as const;
    return { success: true as const, message: await setRouterStatus(ctx, asked) };
  });

  route(app, contract.activateRouter, async ({ ctx, caller, params }) => {
    const asked = { routerId: params.id, status: "active", actor: actorOf(caller) } as const;
    return { success: true as const, message: await setRouterStatus(ctx, asked) };
  });

  mountSharedRouters(app);
  mountRouterSetup(app);
  mountPreflight(app);

  route(app, contract.listPlatformBridges, async ({ ctx, query, headers }) => {
    const { bridges, total } = await listPlatformBridges(ctx, query);
    headers.set("x-total-count", String(total));
    return bridges;
  });

  route(app, contract.createPlatformBridgeCode, async ({ ctx, caller, body }) => {
    const { name, providerId = null } = body;
    if (providerId !== null) await refuseUnknownProvider(ctx, providerId);
    const actor = actorOf(caller);
    const owner = { providerId, adminId: actor.actorId };
    const { code, expiresAt } = await createBridgeCode(ctx, owner, name, actor);
    return {
      ...{ code, expiresAt: new Date(expiresAt).toISOString() },
      installCommand: installCommand(ctx.settings.MAIN_ORIGIN, code),
    };
  });

  route(app, contract.revokePlatformBridge, async ({ ctx, caller, params }) => {
    await revokeBridge(ctx, { ownedBy: null, id: params.id, actor: actorOf(caller) });
    return { success: true as const };
  });
}
