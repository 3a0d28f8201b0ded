import { addTunnelRouter, postTunnelKey, routerSetupScript } from "#contract/router-setup";
import { listTunnelHosts, saveTunnelHost } from "#contract/tunnels";
import { FakeBridge } from "../../support/fake-bridge.ts";
import { newWireguardKey } from "../../support/tunnels/key.ts";
import { call, send } from "../../support/worker-call.ts";
import type { FleetWorld } from "../routers/platform-world.ts";

/** A host of the platform with its bridge enrolled; the bridge has not dialled in yet. */
export async function newHost(world: FleetWorld, name: string, address: string) {
  const made = await world.answer(saveTunnelHost, { body: { name, address } });
  const bridge = await FakeBridge.enrol(made.code);
  const host = (await world.answer(listTunnelHosts)).find(({ id }) => id === made.id);
  if (!host) throw new Error(`no host ${name}`);
  return { ...made, bridge, publicKey: host.publicKey };
}

export const tokenIn = (command: string) => /router-setup\/([0-9a-f]{32})/.exec(command)?.[1] ?? "";

/** As a router does it: without a session, from anywhere. */
export const asRouter = {
  script: async (token: string) =>
    (await send(routerSetupScript, { params: { token } }, { origin: null })).text(),
  key: (token: string, publicKey: string) =>
    call(postTunnelKey, { params: { token }, body: { publicKey } }, { origin: null }),
};

/** A router of this provider's whose line was pasted: its key is known. */
export async function tunnelRouter(world: FleetWorld, name: string, who: "demo" | "savanna" = "demo") {
  const made = await world.answer(addTunnelRouter, { body: { name, interface: "bridge" } }, who);
  const token = tokenIn(made.command);
  const { publicKey } = newWireguardKey();
  const posted = await asRouter.key(token, publicKey);
  if (!posted.ok) throw new Error(posted.text);
  const { host } = (await world.row(made.routerId)) as { host: string };
  return { id: made.routerId, token, publicKey, address: host, made };
}
