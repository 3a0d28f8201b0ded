import type { ToBridge } from "#contract/bridge";
import type { Log } from "../log.ts";
import { HelperClient } from "./helper-client.ts";
import type { HeldPeer } from "./helper-line.ts";
import type { Peer } from "./peers.ts";

type Told = Extract<ToBridge, { type: "tunnels" }>;

const againAfterMs = 2_000;

/** Makes the helper's peers those that the worker wants, and goes on until they are. */
export class TunnelKeeper {
  readonly #helper: HelperClient;
  readonly #log: Log;
  /** By public key; undefined before the worker has said all. */
  #wanted: Map<string, string> | undefined;
  #coming: Peer[] = [];
  #working: Promise<void> | undefined;
  #isDue = false;
  #again: NodeJS.Timeout | undefined;

  constructor(socket: string, log: Log) {
    this.#helper = new HelperClient(socket);
    this.#log = log;
  }

  /** The whole set comes in parts: what is not in it is to go. A change names only what changes. */
  take({ mode, peers, gone }: Told): void {
    if (mode === "change") {
      for (const publicKey of gone) this.#wanted?.delete(publicKey);
      for (const { publicKey, address } of peers) this.#wanted?.set(publicKey, address);
    } else {
      this.#coming.push(...peers);
      if (mode === "more") return;
      this.#wanted = new Map(this.#coming.map(({ publicKey, address }) => [publicKey, address]));
      this.#coming = [];
    }
    this.#work();
  }

  /** The line ended: a set of which a part was said is said anew on the next one. */
  lineDown(): void {
    this.#coming = [];
  }

  /** What the helper holds now. @throws HelperFault */
  async held(): Promise<HeldPeer[]> {
    return (await this.#helper.ask({ op: "list" })).peers ?? [];
  }

  async stop(): Promise<void> {
    clearTimeout(this.#again);
    this.#wanted = undefined;
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
    while (this.#isDue && this.#wanted) {
      this.#isDue = false;
      try {
        await this.#compare(this.#wanted);
      } catch (error) {
        this.#log("tunnels.failed", { message: error instanceof Error ? error.message : String(error) });
        clearTimeout(this.#again);
        this.#again = setTimeout(() => this.#work(), againAfterMs).unref();
        return;
      }
    }
  }

  /** What is to go goes first: its address may be another's by now. */
  async #compare(wanted: ReadonlyMap<string, string>): Promise<void> {
    const held = new Map((await this.held()).map(({ publicKey, address }) => [publicKey, address]));
    let count = 0;
    for (const [publicKey, address] of held)
      if (wanted.get(publicKey) !== address) {
        await this.#helper.ask({ op: "remove", publicKey });
        count += 1;
      }
    for (const [publicKey, address] of wanted)
      if (held.get(publicKey) !== address) {
        await this.#helper.ask({ op: "add", publicKey, address });
        count += 1;
      }
    if (count > 0) this.#log("tunnels.changed", { count });
  }
}
