import type { FromBridge } from "#contract/bridge";
import type { Neighbour, OpenPorts, ScanBegun } from "#contract/bridge-requests";
import { say, type Text } from "#contract/texts";
import { DiscoveryFailed, discover } from "./discovery.ts";
import { mndpPort } from "./mndp.ts";
import { broadcastOf, isWithin, type OwnNetwork, ownNetworks } from "./networks.ts";
import { planScan, type ScanPlan, type ScanProgress, scanPorts } from "./scan.ts";

/** Where routers are looked for, where that is not the machine's own private networks and MikroTik's ports. */
export type NetworkSettings = {
  /** Who is asked to announce itself, instead of everybody in the own networks. */
  ask?: readonly { address: string; port: number }[] | undefined;
  /** Where announcements are heard; 0 = any free port. */
  listenPort?: number | undefined;
  /** What is scanned instead of the own networks. */
  subnets?: readonly OwnNetwork[] | undefined;
  ports?: readonly number[] | undefined;
};

/** RouterOS, "IP/Services": the API, and the API over TLS. */
const apiPorts = [8728, 8729] as const;
const listenMs = 5_000;

type Said<Result> = { ok: true; message: Text; result: Result } | { ok: false; message: Text };
type ScanNews = Omit<Extract<FromBridge, { type: "scan" }>, "type">;

/** Looks for routers around this machine, when somebody asks. One discovery and one scan at a time. */
export class SiteNetwork {
  readonly #settings: NetworkSettings;
  readonly #stopped = new AbortController();
  #discovery: Promise<Said<Neighbour[]>> | undefined;
  #scan: { id: string; stop: AbortController; ended: Promise<void> } | undefined;

  constructor(settings: NetworkSettings = {}) {
    this.#settings = settings;
  }

  /** Of these addresses those in networks of this machine: no other is reached by way of a stranger. */
  near(addresses: readonly string[]): string[] {
    const own = this.#settings.subnets ?? ownNetworks();
    return addresses.filter((address) => own.some((network) => isWithin(network, address)));
  }

  /** Never rejects. Who asks while one runs gets the same answer. */
  discover(): Promise<Said<Neighbour[]>> {
    this.#discovery ??= this.#discover().finally(() => {
      this.#discovery = undefined;
    });
    return this.#discovery;
  }

  /** Begins a scan. `tell` is called while it runs, and once at its end. */
  scan(scanId: string, tell: (news: ScanNews) => void): Said<ScanBegun> {
    if (this.#scan) return { ok: false, message: say("scan_running") };
    const plan = planScan(this.#settings.subnets ?? ownNetworks());
    const total = plan.addresses.length;
    if (total === 0) return { ok: false, message: say("no_network_to_scan") };
    const stop = new AbortController();
    const ended = this.#run(plan, stop.signal, (state, { checked, found }) =>
      tell({ scanId, state, checked, total, found: inOrder(found) }),
    );
    this.#scan = { id: scanId, stop, ended };
    return { ok: true, message: say("scan_begun"), result: { subnets: plan.subnets, total } };
  }

  cancel(scanId: string): { ok: boolean; message: Text } {
    if (this.#scan?.id !== scanId) return { ok: false, message: say("scan_not_running") };
    this.#scan.stop.abort();
    return { ok: true, message: say("scan_stopped") };
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    this.#scan?.stop.abort();
    await Promise.all([this.#scan?.ended, this.#discovery]);
  }

  async #discover(): Promise<Said<Neighbour[]>> {
    const { ask, listenPort = mndpPort } = this.#settings;
    const everybody = () => ownNetworks().map((own) => ({ address: broadcastOf(own), port: mndpPort }));
    try {
      const { signal } = this.#stopped;
      const result = await discover({ ask: ask ?? everybody(), listenPort, listenMs, signal });
      return { ok: true, message: announcedMessage(result.length), result };
    } catch (error) {
      if (error instanceof DiscoveryFailed) return { ok: false, message: error.text };
      const why = error instanceof Error ? error.message : String(error);
      return { ok: false, message: say("search_failed", { why: why.slice(0, 300) }) };
    }
  }

  async #run(
    { addresses }: ScanPlan,
    signal: AbortSignal,
    tell: (state: ScanNews["state"], progress: ScanProgress) => void,
  ): Promise<void> {
    const ports = this.#settings.ports ?? apiPorts;
    const progress = await scanPorts({ addresses, ports, signal, tell: (now) => tell("running", now) });
    this.#scan = undefined;
    tell(signal.aborted ? "cancelled" : "done", progress);
  }
}

function announcedMessage(count: number): Text {
  if (count === 0) return say("none_announced");
  return count === 1 ? say("one_announced") : say("announced", { count });
}

/** By address as numbers, as people read them. */
function inOrder(found: readonly OpenPorts[]): OpenPorts[] {
  const collator = new Intl.Collator("en", { numeric: true });
  return [...found].sort((one, other) => collator.compare(one.address, other.address));
}
