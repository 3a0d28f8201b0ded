import * as foreign from "../../contract/foreign-users.ts";
import * as own from "../../contract/own-devices.ts";
import * as contract from "../../contract/platform-routers.ts";
import { readPreflight, runPreflight } from "../../contract/preflight.ts";
import * as setup from "../../contract/router-setup.ts";
import * as routers from "../../contract/routers.ts";
import { refuse } from "../../errors.ts";
import { networkOf } from "../../http/network.ts";
import { type App, route } from "../../http/route.ts";
import { providerOf } from "../../http/session.ts";
import { actorOf } from "../audit/index.ts";
import { allHosts } from "../tunnels/index.ts";
import { addTunnelRouter } from "./add-tunnel-router.ts";
import { assignRouter, setRouterStatus, unassignRouter } from "./assign-router.ts";
import { routersNow } from "./assigned-routers.ts";
import { carryPurchases, setAsideHere } from "./carry-purchases.ts";
import { changeOwnRouter } from "./change-own-router.ts";
import { checkRouter, readChecklist } from "./check-router.ts";
import * as finding from "./find-routers.ts";
import { handOverUsers, keepForeignUsers } from "./foreign-users.ts";
import { idleRouters, listPlatformRouters, routerCounts } from "./list-routers.ts";
import { readOwnDevices, saveOwnDevices } from "./own-devices.ts";
import { reclaimRouter } from "./reclaim-router.ts";
import {
  createSetup,
  giveTunnelCertificate,
  readRouterSetup,
  setupScript,
  takeProgress,
  takeTunnelKey,
} from "./set-up-router.ts";
import { rootsFile } from "./setup-script/roots.ts";
import { undoScript } from "./setup-script/undo-script.ts";
import { mountSharedRouters, ownOf } from "./shared-routes.ts";
import { chooseRouterBridge } from "./transfer-to-site.ts";

export function mountRouters(app: App): void {
  route(app, contract.listPlatformRouters, async ({ ctx, query, headers }) => {
    const { routers, total } = await listPlatformRouters(ctx, query);
    headers.set("x-total-count", String(total));
    return routers;
  });

  route(app, contract.listIdleRouters, async ({ ctx, query, headers }) => {
    const { rows, total } = await idleRouters(ctx, query.pageSize);
    headers.set("x-total-count", String(total));
    return rows;
  });

  route(app, contract.routerCounts, async ({ ctx }) => routerCounts(ctx));

  route(app, contract.assignRouter, async ({ ctx, caller, body }) => {
    const { location = null, sharesLogIn = false, ...asked } = body;
    const message = await assignRouter(ctx, { ...asked, location, sharesLogIn, actor: actorOf(caller) });
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

function mountOwnRouters(app: App): void {
  route(app, routers.listRouters, async ({ ctx, caller }) => routersNow(ctx, providerOf(caller).providerId));

  route(app, routers.changeOwnRouter, async ({ ctx, caller, params, body }) => {
    const { providerId } = providerOf(caller);
    await changeOwnRouter(ctx, { id: params.id, providerId, input: body, actor: actorOf(caller) });
    const now = (await routersNow(ctx, providerId)).find(({ id }) => id === params.id);
    if (!now) throw refuse("not_found", "no_such_router");
    return now;
  });

  route(app, routers.chooseRouterBridge, async ({ ctx, caller, params, body }) => {
    const { providerId } = providerOf(caller);
    const asked = { id: params.id, providerId, bridgeId: body.bridgeId, actor: actorOf(caller) };
    return { success: true as const, message: await chooseRouterBridge(ctx, asked) };
  });

  route(app, routers.reclaimRouter, async ({ ctx, caller, params }) => {
    const asked = { id: params.id, providerId: ownOf(caller), actor: actorOf(caller) };
    return { success: true as const, message: await reclaimRouter(ctx, asked) };
  });

  route(app, routers.readSetAside, async ({ ctx, caller, params }) =>
    setAsideHere(ctx, { id: params.id, providerId: providerOf(caller).providerId }),
  );

  route(app, routers.carryPurchases, async ({ ctx, caller, params }) => {
    const asked = { id: params.id, providerId: providerOf(caller).providerId };
    return { success: true as const, message: await carryPurchases(ctx, asked, actorOf(caller)) };
  });

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

/** The checklist of a router and who passes its hotspot: a provider's of its own, the platform's of all. */
function mountPreflight(app: App): void {
  route(app, readPreflight, async ({ ctx, caller, params }) =>
    readChecklist(ctx, { id: params.id, providerId: ownOf(caller) }),
  );

  route(app, own.readOwnDevices, async ({ ctx, caller, params }) =>
    readOwnDevices(ctx, { id: params.id, providerId: ownOf(caller) }),
  );

  route(app, own.saveOwnDevices, async ({ ctx, caller, params, body }) =>
    saveOwnDevices(ctx, { id: params.id, providerId: ownOf(caller) }, body.devices, actorOf(caller)),
  );

  route(app, foreign.handOverUsers, async ({ ctx, caller, params, body }) => {
    const asked = { id: params.id, providerId: ownOf(caller), actor: actorOf(caller) };
    return { success: true as const, message: await handOverUsers(ctx, asked, body.macAddress) };
  });

  route(app, foreign.keepForeignUsers, async ({ ctx, caller, params }) => {
    const asked = { id: params.id, providerId: ownOf(caller), actor: actorOf(caller) };
    return { success: true as const, message: await keepForeignUsers(ctx, asked) };
  });

  route(app, runPreflight, async ({ ctx, caller, params }) =>
    checkRouter(ctx, { id: params.id, providerId: ownOf(caller) }),
  );
}

function mountRouterSetup(app: App): void {
  route(app, setup.readRouterSetup, async ({ ctx, caller, params }) =>
    readRouterSetup(ctx, { id: params.id, providerId: ownOf(caller) }),
  );

  route(app, setup.createRouterSetup, async ({ ctx, caller, params, body }) =>
    createSetup(ctx, { id: params.id, providerId: ownOf(caller) }, body, actorOf(caller)),
  );

  route(app, setup.readTunnelOffer, async ({ ctx }) => ({
    isOffered: (await allHosts(ctx)).some(({ bridgeId }) => bridgeId !== null),
  }));

  route(app, setup.addTunnelRouter, async ({ ctx, caller, body }) => {
    const { name, location = null, interface: visitors } = body;
    const wanted = { name, location, interface: visitors };
    return addTunnelRouter(ctx, providerOf(caller).providerId, wanted, actorOf(caller));
  });

  route(app, setup.postTunnelKey, async ({ ctx, request, params, body }) => {
    await takeTunnelKey(ctx, params.token, body, networkOf(request));
    return { success: true as const };
  });

  route(app, setup.postSetupProgress, async ({ ctx, request, params, body }) => {
    await takeProgress(ctx, params.token, body.stopped ?? null, networkOf(request));
    return { success: true as const };
  });

  route(app, setup.undoSetupScript, async () => {
    return new Response(undoScript(), { headers: { "content-type": "text/plain; charset=utf-8" } });
  });

  route(app, setup.routerRoots, async () => {
    return new Response(rootsFile, { headers: { "content-type": "text/plain; charset=utf-8" } });
  });

  route(app, setup.routerSetupScript, async ({ ctx, request, params }) =>
    secretText(await setupScript(ctx, params.token, networkOf(request), null)),
  );

  route(app, setup.versionedSetupScript, async ({ ctx, request, params }) =>
    secretText(await setupScript(ctx, params.token, networkOf(request), params.major)),
  );

  route(app, setup.giveTunnelCertificate, async ({ ctx, request, params }) =>
    secretText(await giveTunnelCertificate(ctx, params.token, networkOf(request))),
  );
}

/** No cache keeps a password; the header says it beside the one that every answer has. */
function secretText(text: string): Response {
  return new Response(text, {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}
