import type { ToBridge } from "#contract/bridge";
import type { Log } from "../log.ts";
import { HelperClient, HelperRefusal } from "./helper-client.ts";
import type { HelperAnswer, HelperRequest } from "./helper-line.ts";
import type { Peer } from "./peers.ts";

type Told = Extract<ToBridge, { type: "tunnels" }>;
type Held = Extract<HelperAnswer, { ok: true }>;

/** By what proves them: their addresses. */
type Wanted = Map<string, string>;

/** How the helper is asked for routers of one way; `held` is undefined where it has none of it. */
type Way = {
  held: (answer: Held) => Peer[] | undefined;
  add: (peer: Peer) => HelperRequest;
  remove: (proof: string) => HelperRequest;
};

const ways: Readonly<Record<"wireguard" | "openvpn", Way>> = {
  wireguard: {
    held: ({ peers }) => peers?.map(({ publicKey, address }) => ({ proof: publicKey, address })),
    add: ({ proof, address }) => ({ op: "add", publicKey: proof, address }),
    remove: (proof) => ({ op: "remove", publicKey: proof }),
  },
  openvpn: {
    held: ({ openvpn }) => openvpn?.map(({ certificate, address }) => ({ proof: certificate, address })),
    add: ({ proof, address }) => ({ op: "add_openvpn", certificate: proof, address }),
    remove: (proof) => ({ op: "remove_openvpn", certificate: proof }),
  },
};

const againAfterMs = 2_000;

/** Makes the helper's peers those that the worker wants, and goes on until they are. */
export class TunnelKeeper {
  readonly #helper: HelperClient;
  readonly #log: Log;
  /** Undefined before the worker has said all of that way. */
  readonly #wanted: { wireguard: Wanted | undefined; openvpn: Wanted | undefined } = {
    wireguard: undefined,
    openvpn: undefined,
  };
  #coming: { wireguard: Peer[]; openvpn: Peer[] | undefined } = { wireguard: [], openvpn: undefined };
  #working: Promise<void> | undefined;
  #isDue = false;
  #isStopped = false;
  #again: NodeJS.Timeout | undefined;

  constructor(socket: string, log: Log) {
    this.#helper = new HelperClient(socket);
    this.#log = log;
  }

  /** The whole set comes in parts: what is not in it is to go. A change names only what changes. */
  take({ mode, peers, gone, openvpn }: Told): void {
    const told = {
      wireguard: peers.map(({ publicKey, address }) => ({ proof: publicKey, address })),
      openvpn: openvpn?.peers.map(({ certificate, address }) => ({ proof: certificate, address })),
    };
    if (mode === "change") {
      change(this.#wanted.wireguard, told.wireguard, gone);
      change(this.#wanted.openvpn, told.openvpn ?? [], openvpn?.gone ?? []);
    } else {
      this.#coming.wireguard.push(...told.wireguard);
      if (told.openvpn) this.#coming.openvpn = [...(this.#coming.openvpn ?? []), ...told.openvpn];
      if (mode === "more") return;
      this.#wanted.wireguard = wantedOf(this.#coming.wireguard);
      // The version before says nothing of OpenVPN: what there is stays.
      if (this.#coming.openvpn) this.#wanted.openvpn = wantedOf(this.#coming.openvpn);
      this.linkDown();
    }
    this.#work();
  }

  /** The link ended: a set of which a part was said is said anew on the next one. */
  linkDown(): void {
    this.#coming = { wireguard: [], openvpn: undefined };
  }

  /** What the helper holds now. @throws HelperFault */
  async held(): Promise<Held> {
    return this.#helper.ask({ op: "list" });
  }

  async stop(): Promise<void> {
    clearTimeout(this.#again);
    this.#isStopped = true;
    await this.#working;
    this.#helper.close();
  }

  #work(): void {
    this.#isDue = true;
    this.#working ??= this.#repeat().finally(() => {
      this.#working = undefined;
    });
  }

  async #repeat(): Promise<void> {
    while (this.#isDue && !this.#isStopped) {
      this.#isDue = false;
      try {
        await this.#compare();
      } catch (error) {
        this.#log("tunnels.failed", { message: error instanceof Error ? error.message : String(error) });
        clearTimeout(this.#again);
        this.#again = setTimeout(() => this.#work(), againAfterMs).unref();
        return;
      }
    }
  }

  /** What is to go goes first, of all ways: its address may be another's by now. One that is refused holds up no other. */
  async #compare(): Promise<void> {
    const answer = await this.held();
    const [gone, come]: [HelperRequest[], HelperRequest[]] = [[], []];
    for (const name of ["wireguard", "openvpn"] as const) {
      const [way, wanted, all] = [ways[name], this.#wanted[name], ways[name].held(answer)];
      if (!wanted || !all) continue;
      const held = wantedOf(all);
      for (const [proof, address] of held) if (wanted.get(proof) !== address) gone.push(way.remove(proof));
      for (const [proof, address] of wanted)
        if (held.get(proof) !== address) come.push(way.add({ proof, address }));
    }
    const refusals: HelperRefusal[] = [];
    for (const request of [...gone, ...come])
      await this.#helper.ask(request).catch((fault: unknown) => {
        if (!(fault instanceof HelperRefusal)) throw fault;
        refusals.push(fault);
      });
    const count = gone.length + come.length - refusals.length;
    if (count > 0) this.#log("tunnels.changed", { count });
    const [refusal] = refusals;
    if (refusal) throw refusal;
  }
}

const wantedOf = (peers: readonly Peer[]): Wanted =>
  new Map(peers.map(({ proof, address }) => [proof, address]));

function change(wanted: Wanted | undefined, peers: readonly Peer[], gone: readonly string[]): void {
  for (const proof of gone) wanted?.delete(proof);
  for (const { proof, address } of peers) wanted?.set(proof, address);
}
