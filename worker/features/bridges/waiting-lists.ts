import { WaitingDevices } from "../../contract/bridge-requests.ts";
import type { WaitingList } from "../entitlements/index.ts";
import { freshListMs } from "../rate-limits/index.ts";
import type { BridgeLink } from "./bridge-link.ts";
import type { LiveRequests } from "./live-requests.ts";

/** Somebody looks at a page that is there without the list, too. */
const patienceMs = 1_500;

/** Who waits before a router: read once for all who ask at the same time, and at most every two seconds. */
export class WaitingLists {
  private readonly link: BridgeLink;
  private readonly requests: LiveRequests;
  private readonly lists = new Map<string, { list: Promise<WaitingList>; at: number }>();

  constructor(link: BridgeLink, requests: LiveRequests) {
    this.link = link;
    this.requests = requests;
  }

  read(routerId: string): Promise<WaitingList> {
    const kept = this.lists.get(routerId);
    if (kept && kept.at + freshListMs > Date.now()) return kept.list;
    const list = this.ask(routerId);
    this.lists.set(routerId, { list, at: Date.now() });
    return list;
  }

  private async ask(routerId: string): Promise<WaitingList> {
    const answer = await this.requests.ask(this.link, { kind: "waiting_devices", routerId }, patienceMs);
    if (answer.kind !== "answered" || !answer.ok) return null;
    const read = WaitingDevices.safeParse(JSON.parse(answer.result));
    return read.success ? read.data : null;
  }
}
