import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import * as z from "zod";
import { openvpnProtocols } from "#contract/values/tunnel-network";
import { firewallRules } from "./firewall.ts";
import { type HelperAnswer, HelperRequest, longestRequest } from "./helper-line.ts";
import { Openvpn, type OpenvpnSettings } from "./openvpn.ts";
import { interfaceOf, names } from "./openvpn-server.ts";
import { PeerRefused, Peers } from "./peers.ts";
import { run } from "./tools.ts";
import { Wireguard, type WireguardSettings } from "./wireguard.ts";

export type HelperSettings = Omit<WireguardSettings, "keyFile"> & {
  /** With `wireguard.key`; `peers.json` is kept there. */
  folder: string;
  socket: string;
  openvpn: Omit<OpenvpnSettings, "network" | "number">;
};

/** The bridge keeps one connection open; a person looks by another. */
const mostConnections = 4;
const keptWithinMs = 200;

/** A router calls a host anew only after two minutes: one that comes back knows where to call it. Written when it changed. */
const endpointsKeptMs = 5_000;

const Kept = z.array(
  z.object({
    publicKey: z.string(),
    address: z.string(),
    endpoint: z
      .string()
      .regex(/^[0-9a-f.:[\]]{3,60}$/)
      .optional(),
  }),
);

/**
 * The one part of a platform's host that may change its network. It makes the ends of WireGuard and OpenVPN and the firewall, brings back
 * the peers that it kept, and then takes what `HelperRequest` says and nothing else. The socket's file mode decides who may ask.
 */
export class TunnelHelper {
  readonly #file: string;
  readonly #socket: string;
  readonly #wireguard: Wireguard;
  readonly #peers: Peers;
  /** Null on a host that was given no certificate. */
  readonly #openvpn: Openvpn | null;
  readonly #server: Server;
  readonly #connections = new Set<Socket>();
  readonly #rounds: NodeJS.Timeout;
  #keeping: NodeJS.Timeout | undefined;
  #kept = "";

  /** @throws where the machine's tools refuse */
  static async start(settings: HelperSettings): Promise<TunnelHelper> {
    const helper = new TunnelHelper(settings);
    await helper.#openvpn?.up();
    return helper;
  }

  private constructor(settings: HelperSettings) {
    const { folder, socket, network, number, interface: name, openvpn } = settings;
    this.#file = join(folder, "peers.json");
    this.#socket = socket;
    // Before there is a tunnel that anything could pass.
    execFileSync("nft", ["-f", "-"], {
      input: firewallRules({
        network,
        interfaces: [name, ...openvpnProtocols.map((protocol) => interfaceOf(openvpn, protocol))],
      }),
      stdio: ["pipe", "ignore", "pipe"],
    });
    this.#wireguard = new Wireguard({ ...settings, keyFile: join(folder, "wireguard.key") });
    this.#wireguard.up();
    const kept = this.#read();
    const endpoints = new Map(kept.map(({ publicKey, endpoint }) => [publicKey, endpoint]));
    const known = kept.map(({ publicKey, address }) => ({ proof: publicKey, address }));
    this.#peers = new Peers(network, "wireguard", this.#wireguard.publicKey(), known);
    this.#wireguard.hold(this.#peers.all().map((peer) => ({ ...peer, endpoint: endpoints.get(peer.proof) })));
    this.#openvpn = existsSync(join(openvpn.folder, names.key))
      ? new Openvpn({ ...openvpn, network, number })
      : null;
    this.#rounds = setInterval(() => this.#keep(), endpointsKeptMs);
    this.#server = createServer((connection) => this.#serve(connection));
    this.#server.maxConnections = mostConnections;
  }

  /** @param group who may ask, beside root: a group's name; null: only this user */
  async listen(group: string | null): Promise<void> {
    rmSync(this.#socket, { force: true });
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(this.#socket, resolve);
    });
    if (group !== null) run("chgrp", group, this.#socket);
    chmodSync(this.#socket, group === null ? 0o600 : 0o660);
  }

  /** Tunnels stay as they are: an update of the helper ends no connection. */
  async close(): Promise<void> {
    clearInterval(this.#rounds);
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const connection of this.#connections) connection.destroy();
    await closed;
    this.#openvpn?.close();
    this.#keep();
  }

  #serve(connection: Socket): void {
    this.#connections.add(connection);
    let pending = "";
    let answered = Promise.resolve();
    connection.setEncoding("utf8");
    connection.on("error", () => undefined);
    connection.on("close", () => this.#connections.delete(connection));
    connection.on("data", (chunk: string) => {
      pending += chunk;
      const lines = pending.split("\n");
      pending = lines.pop() ?? "";
      for (const line of lines)
        answered = answered.then(async () => {
          const answer = await this.#answer(line);
          if (connection.writable) connection.write(`${JSON.stringify(answer)}\n`);
        });
      if (pending.length > longestRequest) connection.destroy();
    });
  }

  /** Never rejects. */
  async #answer(line: string): Promise<HelperAnswer> {
    try {
      if (line.length > longestRequest) throw new PeerRefused("the request is too long");
      return await this.#carryOut(HelperRequest.parse(JSON.parse(line)));
    } catch (error) {
      if (error instanceof z.ZodError || error instanceof SyntaxError)
        return { ok: false, why: "this is no request" };
      return { ok: false, why: error instanceof Error ? error.message : String(error) };
    }
  }

  async #carryOut(request: HelperRequest): Promise<HelperAnswer> {
    switch (request.op) {
      case "list":
        return { ok: true, peers: this.#list(), openvpn: await this.#listOpenvpn() };
      case "add_openvpn":
      case "remove_openvpn":
        if (!this.#openvpn) throw new PeerRefused("this host has no OpenVPN");
        if (request.op === "remove_openvpn") await this.#openvpn.remove(request.certificate);
        else this.#openvpn.add({ proof: request.certificate, address: request.address });
        return { ok: true };
      case "add": {
        const peer = { proof: request.publicKey, address: request.address };
        if (!this.#peers.add(peer)) return { ok: true };
        try {
          this.#wireguard.add(peer);
        } catch (error) {
          this.#peers.remove(peer.proof);
          throw error;
        }
        break;
      }
      case "remove":
        if (this.#peers.remove(request.publicKey) !== undefined) this.#wireguard.remove(request.publicKey);
    }
    // Many come at once where a host is new.
    this.#keeping ??= setTimeout(() => this.#keep(), keptWithinMs);
    return { ok: true };
  }

  #list() {
    const handshakes = this.#wireguard.handshakes();
    const now = Date.now();
    return this.#peers.all().map(({ proof: publicKey, address }) => {
      const at = handshakes.get(publicKey) ?? 0;
      return { publicKey, address, handshakeAgeMs: at === 0 ? null : Math.max(0, now - at * 1_000) };
    });
  }

  async #listOpenvpn() {
    if (!this.#openvpn) return undefined;
    const connected = await this.#openvpn.connected();
    const now = Date.now();
    return this.#openvpn.all().map(({ proof: certificate, address }) => {
      const since = connected.get(address);
      return {
        certificate,
        address,
        connectedForMs: since === undefined ? null : Math.max(0, now - since),
      };
    });
  }

  /** For the next start: routers come back in without a word from the server. */
  #keep(): void {
    clearTimeout(this.#keeping);
    this.#keeping = undefined;
    const endpoints = this.#wireguard.endpoints();
    const kept = this.#peers.all().map(({ proof: publicKey, address }) => {
      return { publicKey, address, endpoint: endpoints.get(publicKey) };
    });
    const text = JSON.stringify(kept satisfies z.input<typeof Kept>);
    if (text === this.#kept) return;
    this.#kept = text;
    writeFileSync(`${this.#file}.new`, text, { mode: 0o600 });
    renameSync(`${this.#file}.new`, this.#file);
  }

  /** What cannot be read is brought again by the bridge. */
  #read() {
    try {
      return Kept.safeParse(JSON.parse(readFileSync(this.#file, "utf8"))).data ?? [];
    } catch (error) {
      if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === "ENOENT") return [];
      throw error;
    }
  }
}
