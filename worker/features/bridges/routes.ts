import { bridgeFile, signedRelease } from "virtual:client-scripts";
import { version } from "../../../package.json";
import { bridgeRelease } from "../../contract/bridge-release.ts";
import * as contract from "../../contract/bridges.ts";
import * as tunnels from "../../contract/tunnels.ts";
import { refuse } from "../../errors.ts";
import { networkOf } from "../../http/network.ts";
import { type App, route } from "../../http/route.ts";
import { providerOf } from "../../http/session.ts";
import { actorOf } from "../audit/index.ts";
import { limitFor } from "../rate-limits/index.ts";
import { refuseUnknownProvider } from "../routers/index.ts";
import { bridgeUpdates, steerUpdates, updateBridge } from "./bridge-waves.ts";
import * as enrolment from "./enrol-bridge.ts";
import { installCommand } from "./install/install-command.ts";
import { installScript } from "./install/install-script.ts";
import { listOwnBridges, revokeBridge } from "./own-bridges.ts";
import { listPlatformBridges } from "./platform-bridges.ts";
import * as hosts from "./set-up-tunnel-host.ts";

export function mountBridges(app: App): void {
  mountHosts(app);

  route(app, contract.bridgeLink, async ({ ctx, request, params }) => {
    if (request.headers.get("upgrade")?.toLowerCase() !== "websocket")
      throw refuse("invalid", "bridge_websocket");
    const bridge = await ctx.lookup.bridgeByKey(params.id);
    if (!bridge) throw refuse("not_found", "bridge_not_enrolled");
    const headers = new Headers(request.headers);
    headers.set("x-bridge-id", bridge.id);
    headers.set("x-bridge-key", bridge.publicKey);
    return ctx.env.BRIDGE.getByName(bridge.id).fetch(new Request(request.url, { headers }));
  });

  route(app, contract.installBridge, async ({ ctx }) => {
    if (!bridgeFile) throw refuse("not_found", "built_without_bridge");
    const { MAIN_ORIGIN, TUNNEL_NETWORK } = ctx.settings;
    const script = installScript(MAIN_ORIGIN, bridgeFile, version, TUNNEL_NETWORK, signedRelease);
    return new Response(script, {
      headers: { "content-type": "text/x-shellscript; charset=utf-8", "cache-control": "no-store" },
    });
  });

  route(app, bridgeRelease, async () => {
    if (!signedRelease) throw refuse("not_found", "built_without_signature");
    return signedRelease;
  });

  route(app, contract.enrolBridge, async ({ ctx, request, body }) => {
    const network = networkOf(request);
    const tries = await limitFor(ctx, { network }).attempt({ key: "enrol", windowMs: 600_000, max: 30 });
    if (!tries.allowed) throw refuse("too_many", "tries_limit_ten_minutes");
    return enrolment.enrolBridge(ctx, body.code, body.publicKey);
  });

  route(app, contract.createBridgeCode, async ({ ctx, caller, body }) => {
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

  route(app, contract.listBridges, async ({ ctx, caller }) =>
    listOwnBridges(ctx, providerOf(caller).providerId),
  );

  route(app, contract.revokeBridge, async ({ ctx, caller, params }) => {
    const { providerId } = providerOf(caller);
    await revokeBridge(ctx, { ownedBy: providerId, id: params.id, actor: actorOf(caller) });
    return { success: true as const };
  });

  route(app, contract.updateBridge, async ({ ctx, caller, params }) => {
    const ownedBy = caller.kind === "platform" ? null : providerOf(caller).providerId;
    const message = await updateBridge(ctx, { ownedBy, id: params.id, actor: actorOf(caller) });
    return { success: true as const, message };
  });

  route(app, contract.bridgeUpdates, ({ ctx }) => bridgeUpdates(ctx));

  route(app, contract.steerBridgeUpdates, async ({ ctx, caller, body }) => {
    await steerUpdates(ctx, body.act, actorOf(caller));
    return { success: true as const };
  });

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
    const { code, expiresAt } = await enrolment.createBridgeCode(ctx, owner, name, actor);
    return {
      code,
      expiresAt: new Date(expiresAt).toISOString(),
      installCommand: installCommand(ctx.settings.MAIN_ORIGIN, code),
    };
  });

  route(app, contract.revokePlatformBridge, async ({ ctx, caller, params }) => {
    await revokeBridge(ctx, { ownedBy: null, id: params.id, actor: actorOf(caller) });
    return { success: true as const };
  });
}

function mountHosts(app: App): void {
  route(app, tunnels.listTunnelHosts, async ({ ctx }) => hosts.listHosts(ctx));

  route(app, tunnels.saveTunnelHost, async ({ ctx, caller, body }) =>
    hosts.setUpHost(ctx, body, actorOf(caller)),
  );

  route(app, tunnels.removeTunnelHost, async ({ ctx, caller, params }) => ({
    success: true as const,
    message: await hosts.removeHost(ctx, params.id, actorOf(caller)),
  }));

  route(app, tunnels.tunnelHostFiles, async ({ ctx, request, body }) => {
    const network = networkOf(request);
    const tries = await limitFor(ctx, { network }).attempt({ key: "enrol", windowMs: 600_000, max: 30 });
    if (!tries.allowed) throw refuse("too_many", "tries_limit_ten_minutes");
    return new Response(await hosts.filesOfHost(ctx, body.code), {
      headers: { "content-type": "text/x-shellscript; charset=utf-8", "cache-control": "no-store" },
    });
  });
}
