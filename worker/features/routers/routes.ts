import * as contract from "../../contract/platform-routers.ts";
import { type App, route } from "../../http/route.ts";
import { actorOf } from "../audit/index.ts";
import { assignRouter, setRouterStatus, unassignRouter } from "./assign-router.ts";
import { listPlatformRouters, routerCounts } from "./list-routers.ts";
import { mountOwnRouters } from "./own-routes.ts";
import { mountPreflight } from "./preflight-routes.ts";
import { mountRouterSetup } from "./setup-routes.ts";
import { mountSharedRouters } from "./shared-routes.ts";

/** Routers: the operator's list, the provider's, and what both share. */
export function mountRouters(app: App): void {
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

  mountOwnRouters(app);
  mountSharedRouters(app);
  mountRouterSetup(app);
  mountPreflight(app);
}
