import * as contract from "../../contract/line-devices.ts";
import { say } from "../../contract/texts.ts";
import { refuse } from "../../errors.ts";
import { type App, route } from "../../http/route.ts";
import { providerOf } from "../../http/session.ts";
import { actorOf, record } from "../audit/index.ts";
import { routerNames } from "../routers/index.ts";
import { lineNamed } from "./change-line.ts";
import { replaceDevice, setNetwork } from "./device-lines.ts";
import { namedProvider } from "./named-provider.ts";
import { shownNetworks } from "./router-networks.ts";

const success = true as const;

export function mountDevices(app: App): void {
  route(app, contract.readNetworks, ({ ctx, caller, params }) =>
    shownNetworks(ctx, providerOf(caller).providerId, params.id),
  );

  route(app, contract.setNetwork, async ({ ctx, caller, params: { id }, body: { network, isStrict } }) => {
    const provider = await namedProvider(ctx, providerOf(caller).providerId);
    const router = (await routerNames(ctx, provider.id)).get(id);
    if (router === undefined) throw refuse("not_found", "no_such_router");
    await setNetwork(ctx, provider, id, network, isStrict);
    const detail = { network, router, isStrict };
    await record(ctx, { ...actorOf(caller), action: "line.network", subject: id, detail });
    const message = isStrict ? say("network_strict", { network }) : say("network_not_strict", { network });
    return { success, message };
  });

  route(app, contract.replaceDevice, async ({ ctx, caller, params: { id }, body: { mac } }) => {
    const provider = await namedProvider(ctx, providerOf(caller).providerId);
    await replaceDevice(ctx, provider, id, mac);
    const line = await lineNamed(ctx, provider, id);
    const { name } = line.customer;
    await record(ctx, { ...actorOf(caller), action: "line.device", subject: id, detail: { name, mac } });
    return { success, message: say("device_replaced", { name, mac }), line };
  });
}
