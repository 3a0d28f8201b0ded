import * as routers from "../../contract/routers.ts";
import { type App, route } from "../../http/route.ts";
import { providerOf } from "../../http/session.ts";
import { routersNow } from "./assigned-routers.ts";
import * as finding from "./find-routers.ts";

/** The provider's routers, and how new ones are found. */
export function mountOwnRouters(app: App): void {
  route(app, routers.listRouters, async ({ ctx, caller }) => routersNow(ctx, providerOf(caller).providerId));

  route(app, routers.discoverRouters, async ({ ctx, caller, body }) =>
    finding.discover(ctx, providerOf(caller).providerId, body.bridgeId),
  );

  route(app, routers.scanNetwork, async ({ ctx, caller, body }) =>
    finding.beginScan(ctx, providerOf(caller).providerId, body.bridgeId),
  );

  route(app, routers.readScan, async ({ ctx, caller, params }) =>
    finding.readScan(ctx, providerOf(caller).providerId, params.id),
  );

  route(app, routers.cancelScan, async ({ ctx, caller, params }) => {
    await finding.cancelScan(ctx, providerOf(caller).providerId, params.id);
    return { success: true as const };
  });
}
