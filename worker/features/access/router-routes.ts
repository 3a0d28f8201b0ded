import { createBridgeCode } from "../../contract/bridge.ts";
import * as routers from "../../contract/routers.ts";
import { AppError } from "../../errors.ts";
import { type App, type Call, route } from "../../http/route.ts";
import { providerOf } from "../../http/session.ts";
import { actorOf, record } from "../audit/index.ts";
import { addOwnRouter } from "../routers/index.ts";
import { routerAnswer, routersNow } from "./assigned-routers.ts";
import { bridgeObjectFor } from "./bridge-object.ts";
import * as enrolment from "./enrol-bridge.ts";
import * as finding from "./find-routers.ts";
import { installCommand } from "./install-command.ts";
import { listOwnBridges, refuseForeignBridge, revokeOwnBridge, siteNow } from "./own-bridges.ts";
import { removeRouter } from "./remove-router.ts";

/** The provider's routers and bridges, and how new ones are found. */
export function mountRouters(app: App): void {
  route(app, routers.listRouters, async ({ ctx, caller }) => routersNow(ctx, providerOf(caller).providerId));

  route(app, routers.listRoutersOfProvider, async ({ ctx, caller, params }) => {
    const { providerId } = providerOf(caller);
    if (params.providerId !== providerId) throw new AppError("not_found", "This provider does not exist.");
    return routersNow(ctx, providerId);
  });

  route(app, routers.testRouter, async ({ ctx, caller, params }) => {
    const { providerId } = providerOf(caller);
    const router = await ctx.lookup.routerById(params.id);
    if (router?.providerId !== providerId) throw new AppError("not_found", "This router does not exist.");
    if (!router.bridgeId) throw new AppError("unavailable", "No bridge installed");
    const bridge = bridgeObjectFor(ctx, router.bridgeId);
    const answer = await bridge.request({ kind: "test", routerId: router.id }, 10_000);
    if (answer.kind === "silent") return { success: false, message: "The router did not answer in time." };
    if (answer.kind !== "answered")
      throw new AppError("unavailable", "The bridge at this site is not connected.");
    return { success: answer.ok, message: answer.message };
  });

  route(app, routers.addRouter, async ({ ctx, caller, body }) => {
    const { providerId } = providerOf(caller);
    const { bridgeId, location = null, name, host, port, username, password } = body;
    if (host === "") throw new AppError("invalid", "Enter the router's address");
    if (bridgeId === undefined) throw new AppError("invalid", "Choose the bridge that reaches this router");
    await refuseForeignBridge(ctx, providerId, bridgeId);
    const own = { name, host, port, username, password, bridgeId, location };
    const router = await addOwnRouter(ctx, providerId, own);
    await record(ctx, {
      ...actor(caller),
      ...{ action: "router.add", subject: router.id },
      detail: { name, host, port, bridgeId },
    });
    await assignNow(ctx, bridgeId);
    return routerAnswer(providerId, router, await siteNow(ctx, bridgeId, [router.id]));
  });

  route(app, routers.removeRouter, async ({ ctx, caller, params, query }) => ({
    success: true as const,
    message: await removeRouter(ctx, {
      ...{ providerId: providerOf(caller).providerId, routerId: params.id },
      ...{ confirmed: query.confirm === "true", actor: actor(caller) },
    }),
  }));

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
    const { code, expiresAt } = await enrolment.createBridgeCode(ctx, providerOf(caller), body.name);
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
    await revokeOwnBridge(ctx, { providerId, id: params.id, actor: actor(caller) });
    return { success: true as const };
  });
}

type Signed = Call<typeof routers.listRouters>;

function actor(caller: Signed["caller"]) {
  if (caller.kind !== "provider") throw new AppError("not_signed_in", "Please sign in first.");
  return actorOf(caller);
}

/** Lost, it is made up for when the bridge dials in. */
async function assignNow(ctx: Signed["ctx"], bridgeId: string): Promise<void> {
  try {
    await bridgeObjectFor(ctx, bridgeId).assignmentsChanged();
  } catch (cause) {
    console.error("new router", cause);
  }
}
