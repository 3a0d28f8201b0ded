import { createBridgeCode } from "../../contract/bridge-enrolment.ts";
import * as routers from "../../contract/routers.ts";
import { type App, route } from "../../http/route.ts";
import { providerOf } from "../../http/session.ts";
import { actorOf } from "../audit/index.ts";
import { routersNow } from "./assigned-routers.ts";
import * as enrolment from "./enrol-bridge.ts";
import * as finding from "./find-routers.ts";
import { installCommand } from "./install/install-command.ts";
import { listOwnBridges, revokeBridge } from "./own-bridges.ts";

/** The provider's routers and bridges, and how new ones are found. What it shares with the platform is fleet's. */
export function mountRouters(app: App): void {
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

  route(app, createBridgeCode, async ({ ctx, caller, body }) => {
    const { code, expiresAt } = await enrolment.createBridgeCode(
      ctx,
      providerOf(caller),
      body.name,
      actorOf(caller),
    );
    return {
      code,
      expiresAt: new Date(expiresAt).toISOString(),
      installCommand: installCommand(ctx.settings.MAIN_ORIGIN, code),
    };
  });

  route(app, routers.listBridges, async ({ ctx, caller }) =>
    listOwnBridges(ctx, providerOf(caller).providerId),
  );

  route(app, routers.revokeBridge, async ({ ctx, caller, params }) => {
    const { providerId } = providerOf(caller);
    await revokeBridge(ctx, { ownedBy: providerId, id: params.id, actor: actorOf(caller) });
    return { success: true as const };
  });
}
