import { HostsResult } from "../../contract/bridge-requests.ts";
import { freshHostsMs } from "../limits/index.ts";
import type { BridgeLine } from "./bridge-line.ts";
import type { LiveRequests, RequestAnswer } from "./live-requests.ts";

/** `macs` null: the router could not be asked. */
export type HostList = { macs: string[] | null; at: number };

/** Somebody waits. */
const patienceMs = 800;

/**
 * Which devices a bridge's routers list. Each router is asked for its whole list, once for all who want to know and never
 * more often than every two seconds, so that made-up devices cost it nothing.
 */
export class HostLists {
  private readonly line: BridgeLine;
  private readonly requests: LiveRequests;
  private readonly lists = new Map<string, HostList>();
  private readonly asking = new Map<string, Promise<HostList>>();

  constructor(line: BridgeLine, requests: LiveRequests) {
    this.line = line;
    this.requests = requests;
  }

  /** A device that is not on the kept list is looked for on the next one. */
  async read(routerId: string, maxAgeMs: number, mac: string | null): Promise<HostList> {
    const kept = this.lists.get(routerId);
    const serves = mac === null || kept?.macs == null || kept.macs.includes(mac);
    if (kept && serves && kept.at + maxAgeMs > Date.now()) return kept;
    const next = this.asking.get(routerId) ?? this.ask(routerId, kept);
    this.asking.set(routerId, next);
    return next;
  }

  private async ask(routerId: string, kept: HostList | undefined): Promise<HostList> {
    try {
      const waitMs = (kept?.at ?? 0) + freshHostsMs - Date.now();
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(waitMs, freshHostsMs)));
      const answer = await this.requests.ask(this.line, { kind: "hosts", routerId }, patienceMs);
      const list = { macs: macsIn(answer), at: Date.now() };
      this.lists.set(routerId, list);
      return list;
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
