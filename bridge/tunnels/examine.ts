import { openvpnPort, wireguardPort } from "#contract/values/tunnel-network";
import type { Finding } from "../doctor.ts";
import { HelperClient, HelperFault } from "./helper-client.ts";

/** A router that was not heard for longer has no tunnel: keys are made anew every two minutes. */
const heardWithinMs = 180_000;

/** Whether the helper of this host answers, and how many routers come in. */
export async function tunnelsAnswer(socket: string): Promise<Finding> {
  const what = "Tunnels";
  const helper = new HelperClient(socket);
  try {
    const { peers = [], openvpn = [] } = await helper.ask({ op: "list" });
    const heard =
      peers.filter(({ handshakeAgeMs: age }) => age !== null && age < heardWithinMs).length +
      openvpn.filter(({ connectedForMs }) => connectedForMs !== null).length;
    const all = peers.length + openvpn.length;
    const found = `${heard} of ${all} routers are heard`;
    const advice = `No router comes in: are UDP ${wireguardPort} and TCP ${openvpnPort} open to this machine, and is its address the one in the console?`;
    return { what, isWell: all === 0 || heard > 0, found, advice };
  } catch (error) {
    if (!(error instanceof HelperFault)) throw error;
    const advice =
      "Look at: systemctl status mlango-tunnels. Run this as root, or as the user of the bridge.";
    return { what, isWell: false, found: `the helper does not answer (${error.message})`, advice };
  } finally {
    helper.close();
  }
}
