import type { FromBridge } from "../../contract/bridge.ts";
import { ScanBegun } from "../../contract/bridge-requests.ts";
import { say } from "../../contract/texts.ts";
import { minuteMs } from "../../contract/values/time.ts";
import type { ScanBegin, ScanNow } from "../entitlements/index.ts";
import type { BridgeLink } from "./bridge-link.ts";
import type { BridgeStorage } from "./bridge-storage.ts";
import type { LiveRequests } from "./live-requests.ts";
import { type KeptScan, ScanStorage } from "./scan-storage.ts";

const keptMs = 10 * minuteMs;
/** A bridge tells of a running scan twice a second. */
const silentMs = 15_000;
const answerWithinMs = 8_000;

/** The scans of one bridge's networks: one at a time, each kept for ten minutes after its last word. */
export class BridgeScans {
  private readonly kept: ScanStorage;
  private readonly link: BridgeLink;
  private readonly requests: LiveRequests;

  constructor(kept: BridgeStorage, link: BridgeLink, requests: LiveRequests) {
    this.kept = new ScanStorage(kept);
    this.link = link;
    this.requests = requests;
  }

  async begin(id: string): Promise<ScanBegin> {
    const running = this.running();
    if (running) return { kind: "begun", scan: running, joined: true };
    this.kept.dropBefore(Date.now() - keptMs);
    // Kept before it is asked for: its first news may overtake the answer.
    const fresh: KeptScan = {
      id,
      state: "running",
      subnets: [],
      checked: 0,
      total: 0,
      found: [],
      at: Date.now(),
    };
    this.kept.keep(fresh);
    const answer = await this.requests.ask(this.link, { kind: "scan", scanId: id }, answerWithinMs);
    const begun =
      answer.kind === "answered" && answer.ok ? ScanBegun.safeParse(JSON.parse(answer.result)) : null;
    if (begun?.success) {
      const now = this.find(id) ?? fresh;
      const scan = { ...now, subnets: begun.data.subnets, total: begun.data.total };
      this.kept.keep(scan);
      return { kind: "begun", scan: this.shown(scan), joined: false };
    }
    this.kept.drop(id);
    if (answer.kind !== "answered") return { kind: answer.kind };
    return {
      kind: "refused",
      message: answer.ok ? say("bridge_answer_unreadable") : answer.message,
    };
  }

  news({ scanId, state, checked, total, found }: Extract<FromBridge, { type: "scan" }>): boolean {
    const known = this.find(scanId);
    if (!known) return false;
    // After a cancel only its last word counts: what was found until then.
    if (known.state !== "running" && known.state !== state) return true;
    this.kept.keep({ ...known, state, checked, total, found, at: Date.now() });
    return true;
  }

  now(id: string): ScanNow | null {
    const found = this.find(id);
    return found ? this.shown(found) : null;
  }

  async cancel(id: string): Promise<ScanNow | null> {
    const found = this.find(id);
    if (found?.state !== "running") return found ? this.shown(found) : null;
    this.link.send({
      type: "request",
      id: `cancel-${id}`.slice(0, 80),
      request: { kind: "cancel_scan", scanId: id },
    });
    const cancelled: KeptScan = { ...found, state: "cancelled", at: Date.now() };
    this.kept.keep(cancelled);
    return this.shown(cancelled);
  }

  private running(): ScanNow | undefined {
    return this.kept
      .all()
      .map((scan) => this.shown(scan))
      .find((scan) => scan.state === "running");
  }

  private find(id: string): KeptScan | undefined {
    return this.kept.all().find((scan) => scan.id === id && scan.at + keptMs > Date.now());
  }

  private shown({ at, ...scan }: KeptScan): ScanNow {
    const isSilent = scan.state === "running" && (!this.link.ready() || at + silentMs <= Date.now());
    return isSilent ? { ...scan, state: "silent" } : scan;
  }
}
