import { generateOvpn, listVpnClients, regenerateScript, revokeVpnClient } from "../../contract/openvpn.ts";
import { say } from "../../contract/texts.ts";
import { type App, route } from "../../http/route.ts";
import { actorOf } from "../audit/index.ts";
import * as ending from "./end-client.ts";
import { generateClient } from "./generate-client.ts";
import { listClients } from "./list-clients.ts";
import * as scripting from "./regenerate-script.ts";

export function mountOpenvpn(app: App): void {
  route(app, generateOvpn, async ({ ctx, caller, body }) => {
    return generateClient(ctx, actorOf(caller), body);
  });

  route(app, regenerateScript, async ({ ctx, body }) => {
    return scripting.regenerateScript(ctx, body.config, body.routerosVersion);
  });

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
}
