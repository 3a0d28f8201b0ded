import { readPreflight, runPreflight } from "../../contract/preflight.ts";
import { type App, route } from "../../http/route.ts";
import { checkRouter, readChecklist } from "./check-router.ts";
import { ownOf } from "./shared-routes.ts";

/** The checklist of a router: a provider's of its own, the platform's of all. Looking changes nothing on any router. */
export function mountPreflight(app: App): void {
  route(app, readPreflight, async ({ ctx, caller, params }) =>
    readChecklist(ctx, { id: params.id, providerId: ownOf(caller) }),
  );

  route(app, runPreflight, async ({ ctx, caller, params }) =>
    checkRouter(ctx, { id: params.id, providerId: ownOf(caller) }),
  );
}
