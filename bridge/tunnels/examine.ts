import type { Finding } from "../doctor.ts";
import { HelperClient, HelperFault } from "./helper-client.ts";

/** A router that was not heard for longer has no tunnel: keys are made anew every two minutes. */
const heardWithinMs = 180_000;

/** Whether the helper of this host answers, and how many routers come in. */
export async function tunnelsAnswer(socket: string): Promise<Finding> {
  const what = "Tunnels";
  const helper = new HelperClient(socket);
  try {
    const { peers = [] } = await helper.ask({ op: "list" });
    const heard = peers.filter(({ handshakeAgeMs: age }) => age !== null && age < heardWithinMs).length;
    const found = `${heard} of ${peers.length} routers are heard`;
    const advice =
      "No router comes in: is UDP 51820 open to this machine, and is its address the one in the console?";
    return { what, isWell: peers.length === 0 || heard > 0, found, advice };
  } catch (error) {
    if (!(error instanceof HelperFault)) throw error;
    const advice =
      "Look at: systemctl status mlango-tunnels. Run this as root, or as the user of the bridge.";
    return { what, isWell: false, found: `the helper does not answer (${error.message})`, advice };
  } finally {
    helper.close();
  }
}
