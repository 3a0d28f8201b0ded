import {
  generateOvpn,
  listVpnClients,
  makeServerFiles,
  regenerateScript,
  revokeVpnClient,
  vpnClientFiles,
  vpnHost,
} from "../../contract/openvpn.ts";
import { say } from "../../contract/texts.ts";
import { type App, route } from "../../http/route.ts";
import { actorOf } from "../audit/index.ts";
import * as ending from "./end-client.ts";
import { generateClient } from "./generate-client.ts";
import * as hosting from "./host-files.ts";
import * as scripting from "./regenerate-script.ts";
import { listClients, readVpnHost } from "./vpn-host.ts";

export function mountOpenvpn(app: App): void {
  route(app, generateOvpn, async ({ ctx, caller, body }) => {
    return generateClient(ctx, actorOf(caller), body);
  });

  route(app, regenerateScript, async ({ ctx, body }) => {
    return scripting.regenerateScript(ctx, body.config, body.routerosVersion);
  });

  route(app, vpnHost, ({ ctx }) => readVpnHost(ctx));

  route(app, listVpnClients, async ({ ctx, query, headers }) => {
    const { clients, total } = await listClients(ctx, query);
    headers.set("x-total-count", String(total));
    return clients;
  });

  route(app, revokeVpnClient, async ({ ctx, caller, params }) => {
    const { username } = await ending.revokeVpnClient(ctx, actorOf(caller), params.id);
    return {
      success: true as const,
      message: say("vpn_revoked", { username }),
    };
  });

  route(app, makeServerFiles, async ({ ctx, caller }) => {
    return hosting.makeServerFiles(ctx, actorOf(caller));
  });

  route(app, vpnClientFiles, ({ ctx }) => hosting.runningHostFiles(ctx));
}
