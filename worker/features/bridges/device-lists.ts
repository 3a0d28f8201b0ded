import { makeContext } from "../../context.ts";
import { HostsResult } from "../../contract/bridge-requests.ts";
import type { Env } from "../../env.ts";
import type { DeviceList, RequestAnswer } from "../entitlements/index.ts";
import { freshListMs } from "../rate-limits/index.ts";
import type { BridgeLink } from "./bridge-link.ts";
import type { LiveRequests } from "./live-requests.ts";

/** Somebody waits. */
const patienceMs = 800;

/** Each router is asked for its whole list, once for all who wait and at most every two seconds. */
export class DeviceLists {
  private readonly env: Env;
  private readonly link: BridgeLink;
  private readonly requests: LiveRequests;
  private readonly lists = new Map<string, { macs: string[]; at: number }>();
  private readonly asking = new Map<string, Promise<DeviceList>>();

  constructor(env: Env, link: BridgeLink, requests: LiveRequests) {
    this.env = env;
    this.link = link;
    this.requests = requests;
  }

  /** A device that is not on the kept list is looked for on the next one. */
  async read(routerId: string, maxAgeMs: number, mac: string | null): Promise<DeviceList> {
    const kept = this.lists.get(routerId);
    const serves = mac === null || kept?.macs.includes(mac);
    if (kept && serves && kept.at + maxAgeMs > Date.now()) return kept.macs;
    const next = this.asking.get(routerId) ?? this.ask(routerId, kept?.at ?? 0);
    this.asking.set(routerId, next);
    return next;
  }

  private async ask(routerId: string, lastAt: number): Promise<DeviceList> {
    try {
      const waitMs = lastAt + freshListMs - Date.now();
      if (waitMs > 0) await makeContext(this.env).sleep(Math.min(waitMs, freshListMs));
      const answer = await this.requests.ask(this.link, { kind: "hosts", routerId }, patienceMs);
      const macs = macsIn(answer);
      if (macs) this.lists.set(routerId, { macs, at: Date.now() });
      return macs;
    } finally {
      this.asking.delete(routerId);
    }
  }
}

function macsIn(answer: RequestAnswer): string[] | null {
  if (answer.kind !== "answered" || !answer.ok) return null;
  const read = HostsResult.safeParse(JSON.parse(answer.result));
  return read.success ? read.data : null;
}
