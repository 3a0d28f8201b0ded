import { makeContext } from "../../context.ts";
import type { TunnelChange } from "../../contract/bridge.ts";
import type { Env } from "../../env.ts";
import { log } from "../../log.ts";
import { allPeers } from "../tunnels/index.ts";
import type { BridgeLink } from "./bridge-link.ts";

const perMessage = 1_000;

/** What the bridge of a host is told of routers' tunnels. */
export class TunnelEnds {
  private readonly env: Env;
  private readonly link: BridgeLink;
  private changes = 0;

  constructor(env: Env, link: BridgeLink) {
    this.env = env;
    this.link = link;
  }

  /** The link of a host has just begun: all that there is. What changed while it was read is read with it. */
  async sendAll(): Promise<void> {
    try {
      let all: Awaited<ReturnType<typeof allPeers>>;
      let seen: number;
      do {
        seen = this.changes;
        all = await allPeers(makeContext(this.env));
      } while (seen !== this.changes);
      const { wireguard, openvpn } = all;
      const most = Math.max(wireguard.length, openvpn.length);
      for (let at = 0; at === 0 || at < most; at += perMessage) {
        const part = <Peer>(peers: Peer[]) => ({ peers: peers.slice(at, at + perMessage), gone: [] });
        const mode = at + perMessage < most ? "more" : "last";
        this.link.send({ type: "tunnels", mode, ...part(wireguard), openvpn: part(openvpn) });
      }
    } catch (cause) {
      log("error", "tunnels", cause);
      // The host goes on with those that it has; on its next link it is told again.
      this.link.ready()?.close(1013, "try again later");
    }
  }

  change(change: TunnelChange): void {
    this.changes += 1;
    if (this.link.understands({ kind: "tunnel" }))
      this.link.send({ type: "tunnels", mode: "change", ...change });
  }
}
