import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ffdhe2048 } from "#contract/values/ffdhe2048";
import {
  hostAddress,
  type OpenvpnProtocol,
  openvpnName,
  openvpnNetwork,
  openvpnProtocols,
} from "#contract/values/tunnel-network";
import { OpenvpnManagement } from "./openvpn-management.ts";
import {
  checkCertificate,
  configFile,
  interfaceOf,
  managementOf,
  names,
  readRouterFile,
  routerFile,
  type Servers,
  serverConfig,
} from "./openvpn-server.ts";
import { type Peer, Peers } from "./peers.ts";
import { quietly, run } from "./tools.ts";

export type OpenvpnSettings = Servers & {
  /** As whom OpenVPN runs: a user and its group; null: as this user. */
  user: string | null;
};

const againAfterMs = 1_000;

/**
 * The OpenVPN ends of this machine, by UDP and by TCP: their interfaces, their configurations, and a file for each router that may
 * come in. Both OpenVPNs are services of their own, which read them and have no right over the network.
 */
export class Openvpn {
  readonly #settings: OpenvpnSettings;
  readonly #managements: Record<OpenvpnProtocol, OpenvpnManagement>;
  readonly #peers: Peers;
  /** Names whose connections are still to be ended. */
  readonly #ending = new Set<string>();
  #again: NodeJS.Timeout | undefined;

  /** With the files of a host in its folder. */
  constructor(settings: OpenvpnSettings) {
    this.#settings = settings;
    this.#managements = {
      udp: new OpenvpnManagement(managementOf(settings, "udp")),
      tcp: new OpenvpnManagement(managementOf(settings, "tcp")),
    };
    mkdirSync(this.#at(names.routers), { recursive: true });
    this.#peers = new Peers(settings.network, "openvpn", null, this.#read());
  }

  /** Makes what is missing; connections stay, unless the configuration is another one. @throws where a tool says no */
  async up(): Promise<void> {
    const { folder, user, network, number } = this.#settings;
    this.#layOut();
    // The installer leaves them to root alone.
    const files = [names.authority, names.certificate, names.key].map((name) => this.#at(name));
    if (user !== null) for (const file of [folder, ...files]) run("chgrp", user, file);
    chmodSync(folder, 0o750);
    for (const file of files) chmodSync(file, 0o640);
    const host = hostAddress(network, number);
    for (const protocol of openvpnProtocols) {
      const name = interfaceOf(this.#settings, protocol);
      if (!quietly("ip", "link", "show", "dev", name))
        run("ip", "tuntap", "add", "dev", name, "mode", "tun", ...(user === null ? [] : ["user", user]));
      run("ip", "address", "replace", `${host}/32`, "dev", name);
      run("ip", "link", "set", "dev", name, "up");
      run("ip", "route", "replace", openvpnNetwork(network, protocol), "dev", name, "src", host);
      if (this.#write(configFile(protocol), serverConfig(this.#settings, protocol)))
        await this.#managements[protocol].restart();
    }
  }

  all(): Peer[] {
    return this.#peers.all();
  }

  /** @throws PeerRefused */
  add(peer: Peer): void {
    if (!this.#peers.add(peer)) return;
    try {
      this.#writeRouter(peer);
    } catch (error) {
      this.#peers.remove(peer.proof);
      throw error;
    }
  }

  /** It comes in no more, and its connection ends now. */
  async remove(proof: string): Promise<void> {
    const address = this.#peers.remove(proof);
    if (address === undefined) return;
    const name = openvpnName(address);
    rmSync(this.#at(names.routers, name), { force: true });
    this.#ending.add(name);
    await this.#end();
  }

  /** Since when each is connected that is, by address. */
  async connected(): Promise<Map<string, number>> {
    const { udp, tcp } = this.#managements;
    const connected = new Map([...(await udp.connected()), ...(await tcp.connected())]);
    return new Map(
      this.#peers.all().flatMap(({ address }) => {
        const since = connected.get(openvpnName(address));
        return since === undefined ? [] : [[address, since] as const];
      }),
    );
  }

  close(): void {
    clearTimeout(this.#again);
    for (const management of Object.values(this.#managements)) management.close();
  }

  /** What OpenVPN does not answer now it is asked again: nobody who was removed stays connected. */
  async #end(): Promise<void> {
    for (const name of [...this.#ending])
      try {
        for (const management of Object.values(this.#managements)) await management.end(name);
        this.#ending.delete(name);
      } catch (error) {
        clearTimeout(this.#again);
        this.#again = setTimeout(() => void this.#end(), againAfterMs).unref();
        console.error(error instanceof Error ? error.message : error);
        return;
      }
  }

  #at(...parts: string[]): string {
    return join(this.#settings.folder, ...parts);
  }

  /** What is the same on every host, and the routers' files as this host writes them; others go. */
  #layOut(): void {
    this.#write(names.group, ffdhe2048);
    this.#write(names.check, checkCertificate, 0o755);
    chmodSync(this.#at(names.routers), 0o755);
    const peers = this.#peers.all();
    for (const peer of peers) this.#writeRouter(peer);
    const wanted = new Set(peers.map(({ address }) => openvpnName(address)));
    for (const name of readdirSync(this.#at(names.routers)))
      if (!wanted.has(name)) rmSync(this.#at(names.routers, name), { recursive: true });
  }

  #writeRouter({ proof, address }: Peer): void {
    const { network, number } = this.#settings;
    const text = routerFile(proof, address, hostAddress(network, number));
    this.#write(join(names.routers, openvpnName(address)), text);
  }

  /** Whole or not at all: OpenVPN may read it at any moment. @returns whether it was another before */
  #write(name: string, text: string, mode = 0o644): boolean {
    const path = this.#at(name);
    if (readIfThere(path) === text) return false;
    const fresh = this.#at("new");
    writeFileSync(fresh, text);
    chmodSync(fresh, mode);
    renameSync(fresh, path);
    return true;
  }

  /** What cannot be read is brought again by the bridge. */
  #read(): Peer[] {
    return readdirSync(this.#at(names.routers)).flatMap((name) => {
      const found = readRouterFile(readIfThere(this.#at(names.routers, name)) ?? "");
      return found && openvpnName(found.address) === name
        ? [{ proof: found.certificate, address: found.address }]
        : [];
    });
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
