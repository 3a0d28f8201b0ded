import { bridgeFile } from "virtual:client-scripts";
import { version } from "../../../package.json";
import { allowUser, disconnectUser } from "../../contract/access.ts";
import { bridgeLine, enrolBridge, installBridge } from "../../contract/bridge-enrolment.ts";
import { AppError } from "../../errors.ts";
import { networkOf } from "../../http/network.ts";
import { type App, route } from "../../http/route.ts";
import { providerOf } from "../../http/session.ts";
import { actorOf, record } from "../audit/index.ts";
import { limitFor } from "../limits/index.ts";
import { bridgeObjectFor } from "./bridge-object.ts";
import { allowAgain, cutOff } from "./cut-off.ts";
import * as enrolment from "./enrol-bridge.ts";
import { installScript } from "./install/install-script.ts";
import { mountRouters } from "./router-routes.ts";

export function mountAccess(app: App): void {
  mountRouters(app);

  route(app, bridgeLine, async ({ ctx, request, params }) => {
    if (request.headers.get("upgrade")?.toLowerCase() !== "websocket") {
      throw new AppError("invalid", "A bridge dials in with a WebSocket.");
    }
    const bridge = await ctx.lookup.bridgeByKey(params.id);
    if (!bridge) throw new AppError("not_found", "This bridge is not enrolled.");
    const headers = new Headers(request.headers);
    headers.set("x-bridge-id", bridge.id);
    headers.set("x-bridge-key", bridge.publicKey);
    return bridgeObjectFor(ctx, bridge.id).fetch(new Request(request.url, { headers }));
  });

  route(app, installBridge, async ({ ctx }) => {
    if (!bridgeFile) throw new AppError("not_found", "This server was built without the bridge.");
    const script = installScript(ctx.settings.MAIN_ORIGIN, bridgeFile, version);
    return new Response(script, {
      headers: { "content-type": "text/x-shellscript; charset=utf-8", "cache-control": "no-store" },
    });
  });

  route(app, enrolBridge, async ({ ctx, request, body }) => {
    const network = networkOf(request);
    const tries = await limitFor(ctx, { network }).attempt({ key: "enrol", windowMs: 600_000, max: 30 });
    if (!tries.allowed) throw new AppError("too_many", "Too many tries. Wait ten minutes and try again.");
    return enrolment.enrolBridge(ctx, body.code, body.publicKey);
  });

  route(app, disconnectUser, async ({ ctx, caller, params }) => {
    await cutOff(ctx, providerOf(caller).providerId, params.id);
    await record(ctx, { ...actorOf(caller), action: "access.cut-off", subject: params.id });
    return {
      success: true as const,
      message: "Cut off. The bought time runs on; you can allow this device again.",
    };
  });

  route(app, allowUser, async ({ ctx, caller, params }) => {
    await allowAgain(ctx, providerOf(caller).providerId, params.id);
    await record(ctx, { ...actorOf(caller), action: "access.allow", subject: params.id });
    return { success: true as const, message: "Allowed again." };
  });
}
