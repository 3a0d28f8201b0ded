import * as contract from "../../contract/router-setup.ts";
import { networkOf } from "../../http/network.ts";
import { type App, route } from "../../http/route.ts";
import { actorOf } from "../audit/index.ts";
import { createSetup, readRouterSetup, setupScript } from "./set-up-router.ts";
import { ownOf } from "./shared-routes.ts";

/** The set-up of routers by a script: for their providers, for the platform, and for the routers themselves. */
export function mountRouterSetup(app: App): void {
  route(app, contract.readRouterSetup, async ({ ctx, caller, params }) =>
    readRouterSetup(ctx, { id: params.id, providerId: ownOf(caller) }),
  );

  route(app, contract.createRouterSetup, async ({ ctx, caller, params, body }) =>
    createSetup(ctx, { id: params.id, providerId: ownOf(caller) }, body, actorOf(caller)),
  );

  route(app, contract.routerSetupScript, async ({ ctx, request, params }) => {
    const script = await setupScript(ctx, params.token, networkOf(request));
    // No cache keeps a password; the header says it beside the one that every answer has.
    return new Response(script, {
      headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
    });
  });
}
