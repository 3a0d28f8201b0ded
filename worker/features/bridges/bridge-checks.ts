import type { FromBridge } from "../../contract/bridge.ts";
import type { CheckNow, RequestAnswer } from "../entitlements/index.ts";
import { judge } from "../routers/index.ts";
import type { BridgeLink } from "./bridge-link.ts";
import type { BridgeStorage, KeptCheck } from "./bridge-storage.ts";
import type { LiveRequests } from "./live-requests.ts";
import { bridgeText } from "./live-view.ts";

type News = Extract<FromBridge, { type: "preflight" }>;

/** A menu may hang for ten seconds; a bridge that says nothing for longer is not at it any more. */
const silentMs = 20_000;
const answerWithinMs = 8_000;
/** A report that is sent again on a new connection counts as the same one when its age differs by less than this. */
const sameMs = 5_000;

/** The checklists of one bridge's routers: what was read last is kept, how far a check is lives as long as the object. */
export class BridgeChecks {
  private readonly kept: BridgeStorage;
  private readonly link: BridgeLink;
  private readonly requests: LiveRequests;
  private readonly running = new Map<string, { checked: number; total: number; at: number }>();

  constructor(kept: BridgeStorage, link: BridgeLink, requests: LiveRequests) {
    this.kept = kept;
    this.link = link;
    this.requests = requests;
  }

  async begin(routerId: string): Promise<RequestAnswer> {
    const answer = await this.requests.ask(this.link, { kind: "preflight", routerId }, answerWithinMs);
    if (answer.kind === "answered" && answer.ok && !this.running.has(routerId))
      this.running.set(routerId, { checked: 0, total: 1, at: Date.now() });
    return answer;
  }

  news({ routerId, checked, total, done }: News): void {
    const now = Date.now();
    if (!done) {
      this.running.set(routerId, { checked, total, at: now });
      return;
    }
    this.running.delete(routerId);
    const { ageMs, facts, note } = done;
    const before = this.kept.check(routerId);
    const wasRead = Object.values(facts).some((menu) => menu && "value" in menu);
    if (before && !wasRead) {
      // A router that is away says nothing against what it said before.
      if (JSON.stringify(before.note) !== JSON.stringify(note))
        this.kept.keepCheck(routerId, { ...before, note });
      return;
    }
    const at = now - ageMs;
    const clock = facts.clock && "value" in facts.clock ? facts.clock.value : null;
    const clockOffMs = clock && clock.at - (at - clock.ageMs);
    if (before && Math.abs(before.at - at) < sameMs && sameFacts(before, { facts, note })) return;
    this.kept.keepCheck(routerId, { at, facts, note, clockOffMs });
  }

  now(routerId: string): CheckNow {
    const kept = this.kept.check(routerId);
    const running = this.running.get(routerId);
    const isRunning = running && this.link.ready() && running.at + silentMs > Date.now();
    return {
      checkedAt: kept?.at ?? null,
      findings: kept ? judge(kept) : [],
      note: kept?.note ? bridgeText(kept.note) : null,
      running: isRunning ? { checked: running.checked, total: running.total } : null,
      hindrance: this.hindrance(),
    };
  }

  private hindrance(): CheckNow["hindrance"] {
    if (!this.link.ready()) return "offline";
    return this.link.understands({ kind: "preflight" }) ? null : "outdated";
  }
}

function sameFacts(
  one: Pick<KeptCheck, "facts" | "note">,
  other: Pick<KeptCheck, "facts" | "note">,
): boolean {
  const text = ({ facts, note }: typeof one) => JSON.stringify([facts, note]);
  return text(one) === text(other);
}
