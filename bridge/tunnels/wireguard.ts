import { rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { hostAddress, wireguardNetwork } from "#contract/values/tunnel-network";
import type { Peer } from "./peers.ts";
import { quietly, run } from "./tools.ts";

/** With where it was last heard from: after a restart the host calls it there, and waits for no word of it. */
export type KeptPeer = Peer & { endpoint?: string | undefined };

export type WireguardSettings = {
  interface: string;
  /** A /16. */
  network: string;
  /** Of this host in it. */
  number: number;
  port: number;
  /** A file with this host's private key, which only root can read. */
  keyFile: string;
};

/** The WireGuard end of this machine, by Debian's own tools: the kernel's where it has it, else `wireguard-go`. */
export class Wireguard {
  readonly #settings: WireguardSettings;

  constructor(settings: WireguardSettings) {
    this.#settings = settings;
  }

  /** Makes the interface where it is missing; peers of one that is there stay. @throws where a tool says no */
  up(): void {
    const { interface: name, network, number, port, keyFile } = this.#settings;
    if (!quietly("ip", "link", "show", "dev", name)) {
      if (!quietly("ip", "link", "add", "dev", name, "type", "wireguard"))
        // In a session of its own: it goes on when this process ends.
        run("setsid", "--wait", "wireguard-go", name);
      const [, bits] = wireguardNetwork(network).split("/");
      run("ip", "address", "add", `${hostAddress(network, number)}/${bits}`, "dev", name);
    }
    run("wg", "set", name, "listen-port", String(port), "private-key", keyFile);
    run("ip", "link", "set", "dev", name, "up");
  }

  /** These peers and no others; those that are there already stay as they are. */
  hold(peers: readonly KeptPeer[]): void {
    const wanted = new Set(peers.map(({ proof }) => proof));
    const held = this.handshakes();
    for (const publicKey of held.keys()) if (!wanted.has(publicKey)) this.remove(publicKey);
    // Many at once: one call for each would take a host of thousands a minute to start.
    const config = peers.flatMap(({ proof: publicKey, address, endpoint }) => {
      if (held.has(publicKey)) return [];
      const way = endpoint ? `Endpoint = ${endpoint}\n` : "";
      return [`[Peer]\nPublicKey = ${publicKey}\nAllowedIPs = ${address}/32\n${way}`];
    });
    if (config.length === 0) return;
    const file = join(dirname(this.#settings.keyFile), "peers.conf");
    writeFileSync(file, config.join(""), { mode: 0o600 });
    run("wg", "addconf", this.#settings.interface, file);
    rmSync(file);
  }

  publicKey(): string {
    return run("wg", "show", this.#settings.interface, "public-key").trim();
  }

  add({ proof: publicKey, address }: Peer): void {
    run("wg", "set", this.#settings.interface, "peer", publicKey, "allowed-ips", `${address}/32`);
  }

  remove(publicKey: string): void {
    run("wg", "set", this.#settings.interface, "peer", publicKey, "remove");
  }

  /** Seconds since 1970 of each peer's last handshake; 0 for none. */
  handshakes(): Map<string, number> {
    return new Map([...this.#shown("latest-handshakes")].map(([publicKey, at]) => [publicKey, Number(at)]));
  }

  /** From where each peer was last heard. */
  endpoints(): Map<string, string> {
    return new Map([...this.#shown("endpoints")].filter(([, endpoint]) => endpoint !== "(none)"));
  }

  #shown(what: "latest-handshakes" | "endpoints"): Map<string, string> {
    const lines = run("wg", "show", this.#settings.interface, what).trim().split("\n");
    return new Map(
      lines.flatMap((line) => {
        const [publicKey, value] = line.split("\t");
        return publicKey && value ? [[publicKey, value] as const] : [];
      }),
    );
  }
}
