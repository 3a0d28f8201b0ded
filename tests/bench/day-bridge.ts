import { type KeyObject, randomUUID } from "node:crypto";
import { systemClock } from "#bridge/clock";
import { signText } from "#bridge/identity";
import { Link } from "#bridge/link";
import type { DesiredEntitlement, FromBridge, SiteEvent, ToBridge } from "#contract/bridge";
import { deviceSubject } from "#contract/values/subject";

const clock = systemClock();

type NewEvent = SiteEvent extends infer One ? (One extends SiteEvent ? Omit<One, "seq"> : never) : never;
type Served = { entitlement: DesiredEntitlement; at: number };

/** The product's own link of a bridge, with a router behind it that does at once what it is told. */
export class DayBridge {
  readonly link: Link;
  private readonly routerId: string;
  private lastSeq = 0;
  private readonly served = new Map<string, Served>();
  private ackedSeq = 0;
  private readonly waiting = new Set<() => void>();

  constructor(place: { origin: string; id: string; key: KeyObject; routerId: string }) {
    this.routerId = place.routerId;
    this.link = new Link({
      origin: place.origin,
      bridgeId: place.id,
      version: "0.1.0",
      bootId: randomUUID(),
      updatedBy: () => "hand",
      clock,
      random: Math.random,
      sign: (text) => signText(place.key, text),
      journal: () => ({ journalId: `journal-${place.id}`, lastSeq: this.lastSeq }),
      log: () => undefined,
      onMessage: (message) => this.hear(message),
      onDown: () => undefined,
    });
  }

  /** When it was told to let this device out, by `performance.now()`. */
  accessOf(mac: string): Promise<number> {
    return this.once(`access for ${mac}`, () => this.served.get(mac)?.at);
  }

  /** Done when the worker has taken all that was reported so far. */
  async settled(): Promise<void> {
    const { lastSeq } = this;
    await this.once("acknowledgement", () => this.ackedSeq >= lastSeq || undefined);
  }

  /** The bought time is over: the session's end and the purchase's. */
  async end(mac: string): Promise<void> {
    const { entitlement } = this.served.get(mac) ?? {};
    if (!entitlement) throw new Error(`${mac} was never let out`);
    const { id, rev } = entitlement;
    const totals = {
      routerId: this.routerId,
      boot: "1",
      session: id,
      entitlementId: id,
      subject: deviceSubject(mac),
      open: false,
      bytesUp: 5_400_000,
      bytesDown: 48_600_000,
      seconds: 5_400,
    };
    const about = { ageMs: 0, routerId: this.routerId };
    this.report(
      { ...about, kind: "session", totals },
      { ...about, kind: "ended", entitlementId: id, rev, reason: "time" },
    );
    await this.once(`end of ${mac}`, () => !this.served.has(mac) || undefined);
    await this.settled();
  }

  private once<T>(what: string, find: () => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = find();
        if (found === undefined) return;
        clearTimeout(late);
        this.waiting.delete(look);
        resolve(found);
      };
      const late = setTimeout(() => {
        this.waiting.delete(look);
        reject(new Error(`no ${what} within 30 s`));
      }, 30_000);
      this.waiting.add(look);
      look();
    });
  }

  private hear(message: ToBridge): void {
    if (message.type === "welcome")
      this.say({
        type: "router",
        routerId: this.routerId,
        state: "reachable",
        message: null,
        version: "7.18.2 (stable)",
        seenAgeMs: 0,
      });
    else if (message.type === "are_you_there") this.say({ type: "here" });
    // It lists no device: each buyer comes by a line of its own, and is counted by that.
    else if (message.type === "request")
      this.say({ type: "answer", id: message.id, ok: true, message: { say: "of_newer_bridge" }, result: [] });
    else if (message.type === "ack") this.ackedSeq = Math.max(this.ackedSeq, message.seq);
    else if (message.type === "desired") for (const one of message.desiredEntitlements) this.apply(one);
    for (const look of this.waiting) look();
  }

  private apply(entitlement: DesiredEntitlement): void {
    const { id, rev, spec } = entitlement;
    const about = { ageMs: 0, routerId: this.routerId, entitlementId: id, rev } as const;
    if (spec.kind === "end") {
      this.report({ ...about, kind: "applied", state: "ended" });
      for (const mac of spec.subjects)
        if (this.served.get(mac)?.entitlement.id === id) this.served.delete(mac);
      return;
    }
    const [mac = ""] = spec.subjects;
    const isNew = this.served.get(mac)?.entitlement.id !== id;
    this.served.set(mac, { entitlement, at: performance.now() });
    this.say({ type: "state", routerId: this.routerId, entitlements: [{ id, rev, state: "online" }] });
    if (isNew) this.report({ ...about, kind: "started" }, { ...about, kind: "applied", state: "online" });
    else this.report({ ...about, kind: "applied", state: "online" });
  }

  private report(...events: NewEvent[]): void {
    const numbered = events.map((event) => {
      this.lastSeq += 1;
      return { ...event, seq: this.lastSeq } as SiteEvent;
    });
    this.say({ type: "events", events: numbered });
  }

  /** Without a link nothing is kept for later: the sale that waits for it fails, and is counted. */
  private say(message: FromBridge): void {
    this.link.send(message);
  }
}
