import type { FromBridge, RouterAssignment } from "#contract/bridge";
import type { Clock } from "./clock.ts";
import { checkEpoch, claim, Superseded } from "./commands/claim.ts";
import type { Device } from "./commands/look.ts";
import { readResource } from "./commands/test.ts";
import { type Entitlement, isEnded } from "./entitlement.ts";
import type { Change, Journal } from "./journal.ts";
import { Contact, type Report, sentence } from "./keeper/contact.ts";
import { poll } from "./keeper/poll.ts";
import { Restarts } from "./keeper/restarts.ts";
import { scan } from "./keeper/scan.ts";
import { type Settled, settle } from "./keeper/settle.ts";
import { devicesOn, type Site, touchedOn } from "./keeper/site.ts";
import { Standings } from "./keeper/standings.ts";
import { Troubles } from "./keeper/troubles.ts";
import { Worklist } from "./keeper/worklist.ts";
import type { Log } from "./log.ts";
import { type openRouter, type Router, RouterFault } from "./router.ts";

/** What a keeper has to say. `facts`: some were journalled. */
export type Told = Extract<FromBridge, { type: "router" | "state" | "ask" | "usage" }> | { type: "facts" };

export type KeeperParts = {
  assignment: RouterAssignment;
  bridgeId: string;
  journal: Journal;
  clock: Clock;
  log: Log;
  openRouter: typeof openRouter;
  /** Asked before each piece of work. */
  mayTouch(): boolean;
  tell(message: Told): void;
};

const pollMs = 5_000;
/** After a restart of the router phones come back one by one. */
const quickPoll = { everyMs: 1_000, forMs: 15_000 };
const idlePollMs = 30_000;
const scanMs = 600_000;
const connectTimeoutMs = 4_000;
/** How often a host that has just changed its address is looked for before it counts as absent. */
const hostRetries = 2;

/**
 * Keeps one router equal to the journal: one piece of work at a time, urgent devices first, then polls. Whatever goes
 * wrong is tried again; after each new connection everything is compared once more. Driven by `tick`.
 */
export class Keeper {
  readonly assignment: RouterAssignment;
  readonly #parts: KeeperParts;
  readonly #site: Site;
  readonly #contact = new Contact();
  readonly #restarts: Restarts;
  readonly #standings: Standings;
  readonly #troubles = new Troubles();
  readonly #work = new Worklist();
  #strangers = new Map<string, string>();
  #running: Promise<void> = Promise.resolve();
  #isBusy = false;
  #isStopped = false;
  /** When everything was compared on this connection; undefined before. */
  #syncedAt: number | undefined;
  #scannedAt = 0;
  #polledAt = 0;

  /** Opens nothing yet: the router connects when it is first asked. */
  constructor(parts: KeeperParts) {
    const { assignment, journal, bridgeId } = parts;
    const { routerId } = assignment;
    const router = parts.openRouter(addressOf(assignment, journal), { connectTimeoutMs });
    this.assignment = assignment;
    this.#parts = parts;
    this.#site = { router, assignment, bridgeId, journal };
    this.#restarts = new Restarts(journal, routerId);
    this.#standings = new Standings(this.#site, (entry) => {
      parts.log("entitlement.state", {
        routerId,
        entitlementId: entry.id,
        rev: entry.rev,
        state: entry.state,
      });
      parts.tell({ type: "state", routerId, entitlements: [entry] });
    });
  }

  /** For requests of people; may be used beside the keeper's own work. */
  get router(): Router {
    return this.#site.router;
  }

  get report(): Report | undefined {
    return this.#contact.report;
  }

  get isSuperseded(): boolean {
    return this.#contact.report?.state === "superseded";
  }

  /** Starts what is due, if nothing is under way. */
  tick(): void {
    if (this.#isStopped || this.isSuperseded || !this.#parts.mayTouch()) return;
    this.#expire();
    const now = this.#now();
    if (this.#isBusy || !this.#contact.isDue(now) || !this.#isWorkDue(now)) return;
    this.#isBusy = true;
    this.#running = this.#run().finally(() => {
      this.#isBusy = false;
    });
  }

  /** Takes over what the worker wants anew; the next `tick` does it, however long the router was away. */
  take(changes: readonly Change[]): void {
    const { routerId } = this.assignment;
    for (const { before, after } of changes) {
      const macs = new Set([...devicesOn(routerId, before), ...devicesOn(routerId, after)]);
      for (const [mac, id] of this.#strangers) {
        if (id !== after.id) continue;
        this.#site.journal.entitlements.touch(id, routerId, mac);
        this.#strangers.delete(mac);
        macs.add(mac);
      }
      this.#work.hurry(macs);
      if (macs.size === 0 || this.#syncedAt === undefined) this.#evaluate(after.id);
    }
    this.#contact.hurry();
  }

  /** How everything stands, for a line that has just come up. */
  tellAll(): void {
    this.#standings.tellAnew();
    for (const { id } of this.#unsettled()) this.#evaluate(id);
    this.sayAgain();
  }

  /** That it is still there, and what it still wonders about. */
  sayAgain(): void {
    this.#tellRouter();
    if (this.#strangers.size > 0) this.#ask(this.#strangers.values());
  }

  /** Everything is to be read again before anything is done. */
  compareAnew(): void {
    this.#syncedAt = undefined;
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    while (this.#isBusy) await this.#running;
  }

  /** Ends after the piece of work under way, or in its middle once `patienceMs` have passed: the journal has the rest. */
  async stop(patienceMs = 3_000): Promise<void> {
    this.#isStopped = true;
    if (patienceMs === 0) void this.router.close();
    const timer = setTimeout(() => void this.router.close(), patienceMs);
    await this.idle();
    clearTimeout(timer);
    await this.router.close();
  }

  #now(): number {
    return this.#parts.clock.monotonic();
  }

  #unsettled(): Entitlement[] {
    return this.#site.journal.entitlements.unsettled(this.assignment.routerId);
  }

  #isWorkDue(now: number): boolean {
    return this.#syncedAt === undefined || this.#work.isDue(now) || this.#isPollDue(now);
  }

  #isPollDue(now: number): boolean {
    if (this.#unsettled().length === 0) return now - this.#polledAt >= idlePollMs;
    const isQuick = this.#standings.someWait && now - (this.#syncedAt ?? now) < quickPoll.forMs;
    return now - this.#polledAt >= (isQuick ? quickPoll.everyMs : pollMs);
  }

  /** Time is up: journalled at once, whether or not the router can be reached. */
  #expire(): void {
    const { journal, assignment } = this.#site;
    for (const entitlement of journal.entitlements.due(assignment.routerId)) {
      journal.entitlements.end(entitlement.id, "time");
      this.#ended(entitlement);
    }
  }

  #ended(entitlement: Entitlement): void {
    const reason = this.#site.journal.entitlements.get(entitlement.id)?.endReason ?? "time";
    this.#parts.log("entitlement.ended", { entitlementId: entitlement.id, reason });
    this.#work.hurry(devicesOn(this.assignment.routerId, entitlement));
    this.#parts.tell({ type: "facts" });
  }

  async #run(): Promise<void> {
    try {
      while (!this.#isStopped && this.#parts.mayTouch()) {
        if (this.#syncedAt === undefined) await this.#sync();
        const item = this.#work.next(this.#now());
        if (item) await this.#settle(item.mac, item.seen);
        else if (this.#isPollDue(this.#now())) await this.#poll();
        else return;
      }
    } catch (error) {
      this.#failed(error);
    }
  }

  /** A new connection: is this still our router, did it restart, and what is on it? */
  async #sync(): Promise<void> {
    const { router, assignment, bridgeId, journal } = this.#site;
    const { routerId, servingEpoch } = assignment;
    const { version, uptimeSeconds } = await readResource(router);
    await claim(router, servingEpoch, bridgeId);
    if (router.peerFingerprint) journal.routers.pin(routerId, router.peerFingerprint);
    if (this.#restarts.read(uptimeSeconds, this.#now())) this.#parts.log("router.restarted", { routerId });
    this.#standings.forget();
    this.#troubles.clear();
    await this.#scan();
    this.#syncedAt = this.#now();
    for (const one of this.#unsettled()) if (devicesOn(routerId, one).length === 0) this.#evaluate(one.id);
    this.#reached(version);
  }

  async #scan(): Promise<void> {
    const { devices, strangers } = await scan(this.#site);
    const now = this.#now();
    this.#scannedAt = now;
    this.#polledAt = now;
    this.#strangers = strangers;
    for (const [mac, device] of devices) this.#work.addSeen(mac, device, now);
    if (strangers.size > 0) this.#ask(strangers.values());
  }

  async #settle(mac: string, seen: (() => Device) | undefined): Promise<void> {
    const { entitlements } = this.#site.journal;
    const queue = entitlements.ofDevice(this.assignment.routerId, mac);
    try {
      this.#settled(mac, await settle(this.#site, mac, seen));
    } catch (error) {
      if (!isAboutDevice(error)) {
        this.#work.hurry([mac]);
        throw error;
      }
      this.#standings.set(mac, undefined);
      this.#trouble(mac, error instanceof RouterFault ? sentence(error) : error.message);
      this.#work.retry(mac, (tries) => this.#now() + Math.min(60_000, 1000 * 2 ** Math.min(tries - 1, 6)));
    }
    for (const { id } of queue) {
      const now = entitlements.get(id);
      // Data can run out while one device is made right: then the others of the purchase leave, too.
      if (now && isEnded(now)) for (const at of touchedOn(this.assignment.routerId, now)) this.#work.add(at);
      this.#evaluate(id);
    }
    this.#parts.tell({ type: "facts" });
  }

  #settled(mac: string, settled: Settled): void {
    if (settled.kind === "stranger") {
      this.#strangers.set(mac, settled.entitlementId);
      this.#standings.set(mac, undefined);
      this.#work.done(mac);
      this.#ask([settled.entitlementId]);
    } else if (settled.kind === "off" || settled.kind === "online" || settled.kind === "waiting") {
      const entitlementId = settled.kind === "off" ? undefined : settled.for;
      const state = settled.kind === "online" ? "online" : "waiting";
      this.#standings.set(mac, { for: entitlementId, state });
      this.#work.done(mac);
      this.#trouble(mac, "");
    } else {
      this.#standings.set(mac, { for: settled.for, state: "connecting" });
      if (settled.kind === "again") this.#again(mac, settled);
      else {
        this.#trouble(
          mac,
          `The router has a user ${mac} of its own. Mlango leaves it alone and cannot let it in.`,
        );
        this.#work.retry(mac, () => this.#now() + 60_000);
      }
    }
  }

  /** The device is there and the router did not let it in. */
  #again(mac: string, { note, for: entitlementId }: { note: string; for: string }): void {
    const hasMoved = /unknown host ip/i.test(note);
    const waitMs = (tries: number) => (hasMoved ? 1_000 : Math.min(60_000, 1000 * 2 ** (tries - 1)));
    const tries = this.#work.retry(mac, (count) => this.#now() + waitMs(count));
    if (!hasMoved) this.#trouble(mac, `The router does not let ${mac} in: ${note}.`);
    if (!hasMoved || tries <= hostRetries) return;
    this.#standings.set(mac, { for: entitlementId, state: "waiting" });
    this.#work.done(mac);
  }

  /** Restart, epoch, sessions, and from time to time everything. */
  async #poll(): Promise<void> {
    const { router, assignment } = this.#site;
    const [{ uptimeSeconds }] = await Promise.all([
      readResource(router),
      checkEpoch(router, assignment.servingEpoch),
    ]);
    this.#polledAt = this.#now();
    if (this.#restarts.read(uptimeSeconds, this.#now())) {
      this.#parts.log("router.restarted", { routerId: assignment.routerId });
      this.#syncedAt = undefined;
      return;
    }
    if (this.#now() - this.#scannedAt >= scanMs) await this.#scan();
    const { usage, devices, ended } = await poll(this.#site, this.#standings);
    if (usage.length > 0) this.#parts.tell({ type: "usage", sessions: usage });
    for (const mac of devices) this.#work.add(mac);
    for (const entitlement of ended) this.#ended(entitlement);
  }

  #evaluate(id: string): void {
    this.#standings.evaluate(id, this.#syncedAt !== undefined);
  }

  #trouble(mac: string, note: string): void {
    if (!this.#troubles.note(mac, note)) return;
    if (note) this.#parts.log("device.refused", { routerId: this.assignment.routerId, mac, message: note });
    this.#reached(null);
  }

  #reached(version: string | null): void {
    if (!this.#contact.reached(version, this.#troubles.summary)) return;
    this.#parts.log("router.reachable", { routerId: this.assignment.routerId, ...(version && { version }) });
    this.#tellRouter();
  }

  #failed(error: unknown): void {
    const { log } = this.#parts;
    const { routerId } = this.assignment;
    if (this.#isStopped) return;
    this.#syncedAt = undefined;
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof Superseded) {
      this.#contact.superseded(message);
      log("router.superseded", { routerId, epoch: error.epoch });
      this.#tellRouter();
      void this.router.close();
      return;
    }
    if (!(error instanceof RouterFault)) log("router.error", { routerId, message });
    const fault = error instanceof RouterFault ? error : { kind: "trap" as const, message };
    if (!this.#contact.failed(fault, this.#now())) return;
    log("router.unreachable", { routerId, reason: fault.kind, message });
    this.#tellRouter();
  }

  #ask(entitlementIds: Iterable<string>): void {
    const { routerId } = this.assignment;
    this.#parts.tell({ type: "ask", routerId, entitlementIds: [...new Set(entitlementIds)] });
  }

  #tellRouter(): void {
    const { report } = this.#contact;
    if (report) this.#parts.tell({ type: "router", routerId: this.assignment.routerId, ...report });
  }
}

/** 8729 is RouterOS's port for TLS. Its certificate is self-signed: the one of the first visit is kept, and no other taken. */
function addressOf({ host, port, username, password, routerId }: RouterAssignment, journal: Journal) {
  const { fingerprint } = journal.routers.seen(routerId);
  const tls = fingerprint === undefined ? {} : { pinnedFingerprint: fingerprint };
  return { host, port, username, password, tls: port === 8729 ? tls : (false as const) };
}

/** The router refused something about one device, or has a value that cannot be read: the others go on. */
function isAboutDevice(error: unknown): error is Error {
  return error instanceof RangeError || (error instanceof RouterFault && error.kind === "trap");
}
