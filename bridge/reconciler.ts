import type { FromBridge, RouterAssignment, SessionTotals } from "#contract/bridge";
import { setupUser } from "#contract/values/router-setup";
import { macOf, parseDevice, type Subject } from "#contract/values/subject";
import { minuteMs } from "#contract/values/time";
import type { Clock } from "./clock.ts";
import { checkEpoch, claim, Superseded } from "./commands/claim.ts";
import { addressTowards } from "./commands/own-address.ts";
import { Profiles } from "./commands/profiles.ts";
import { readDevice } from "./commands/read-device.ts";
import { readResource } from "./commands/test.ts";
import { type Entitlement, isEnded } from "./entitlement.ts";
import type { Change, Journal, RouterView } from "./journal.ts";
import type { BlockedPage } from "./lines/blocked-page.ts";
import { DeviceKeeper } from "./lines/device-keeper.ts";
import { LineKeeper } from "./lines/line-keeper.ts";
import { PageReach } from "./lines/redirect.ts";
import { RefusedDials } from "./lines/refused-dials.ts";
import type { Log } from "./log.ts";
import type { FetchPage } from "./preflight/login-pages.ts";
import { Checklist } from "./reconciler/checklist.ts";
import { Contact, type Moved, type Report } from "./reconciler/contact.ts";
import { devicesOn, type Site, touchedOn } from "./reconciler/device-queue.ts";
import { Devices } from "./reconciler/devices.ts";
import { EntitlementStatuses } from "./reconciler/entitlement-status.ts";
import { letOwnDevicesPass } from "./reconciler/own-devices.ts";
import { SessionPoll } from "./reconciler/poll-sessions.ts";
import { reconcileDevice } from "./reconciler/reconcile-device.ts";
import { Restarts } from "./reconciler/restarts.ts";
import { addressOf, RouterHardware } from "./reconciler/router-hardware.ts";
import { scan } from "./reconciler/scan-devices.ts";
import { pollMs, Schedule } from "./reconciler/schedule.ts";
import { SetUp } from "./reconciler/set-up.ts";
import { sideBySide } from "./reconciler/side-by-side.ts";
import type { Item } from "./reconciler/worklist.ts";
import { isAboutRow, type openRouter, type Router, RouterFault } from "./router.ts";
import { counted, isSame } from "./usage.ts";

/** What a reconciler has to say. `events`: some were journalled. */
export type ReconcilerMessage =
  | Extract<FromBridge, { type: "router" | "state" | "ask" | "usage" | "set_up" | "preflight" }>
  | { type: "events" };

export type ReconcilerParts = {
  assignment: RouterAssignment;
  bridgeId: string;
  journal: Journal;
  clock: Clock;
  log: Log;
  openRouter: typeof openRouter;
  fetchPage?: FetchPage | undefined;
  /** Where blocked lines are led to; absent: they are refused. */
  blockedPage?: BlockedPage | undefined;
  /** Asked before each piece of work. */
  mayTouch(): boolean;
  tell(message: ReconcilerMessage): void;
};

const connectTimeoutMs = 4_000;
const notifyRouterMs = 15 * minuteMs;
const hoursEveryMs = 500;
/** Devices of different purchases are looked at side by side, each with one write of its own under way. */
const mostInHand = 16;

/** Keeps one router equal to the journal; compares everything after each new connection. */
export class RouterReconciler {
  readonly assignment: RouterAssignment;
  readonly #parts: ReconcilerParts;
  readonly #site: Site;
  readonly #router: Router;
  readonly #contact = new Contact();
  readonly #hardware = new RouterHardware();
  readonly #restarts: Restarts;
  readonly #statuses: EntitlementStatuses;
  readonly #devices: Devices;
  /** Lines by a name, and fixed devices. */
  readonly #keepers: readonly [LineKeeper, DeviceKeeper];
  /** For requests of people. */
  readonly refusedDials: RefusedDials;
  readonly #schedule = new Schedule();
  readonly #sessions: SessionPoll;
  readonly #setUp: SetUp | undefined;
  readonly #checklist: Checklist;
  #running: Promise<void> = Promise.resolve();
  #isBusy = false;
  #isStopped = false;
  #toldAt = Number.NEGATIVE_INFINITY;
  #toldForeign = "";
  #hasRead = false;
  /** Of purchases that are open at some hours only: whether they were shut when that was last looked at. */
  #shut: ReadonlyMap<string, boolean> = new Map();
  #hoursAt = Number.NEGATIVE_INFINITY;

  /** Opens nothing yet: the router connects when it is first asked. */
  constructor(parts: ReconcilerParts) {
    const { assignment, journal, bridgeId, log, tell } = parts;
    const { routerId } = assignment;
    const router = parts.openRouter(addressOf(assignment, journal), { connectTimeoutMs });
    this.assignment = assignment;
    this.#parts = parts;
    this.#router = router;
    const profiles = new Profiles(router, () => this.#now());
    this.#site = { router, profiles, assignment, bridgeId, journal, inHand: new Set() };
    this.#restarts = new Restarts(journal, routerId);
    this.#statuses = new EntitlementStatuses(this.#site, ({ id, rev, state }) => {
      log("entitlement.state", { routerId, entitlementId: id, rev, state });
      tell({ type: "state", routerId, entitlements: [{ id, rev, state }] });
    });
    this.#sessions = new SessionPoll(this.#site, this.#statuses);
    this.#devices = new Devices(this.#site, this.#statuses, log, () => this.#now());
    const now = () => this.#now();
    this.refusedDials = new RefusedDials(router, now);
    const keeping = { site: this.#site, log, now, told: () => tell({ type: "events" }) };
    const reach = new PageReach(parts.blockedPage, assignment);
    this.#keepers = [new LineKeeper({ ...keeping, reach }), new DeviceKeeper(keeping)];
    const { setup } = assignment;
    this.#setUp =
      setup &&
      new SetUp({
        routerId,
        setup,
        log,
        open: (password) => {
          // A router that was reset has another certificate: the script's password says that it is the right one.
          const { tls, ...address } = addressOf(assignment, journal);
          const anew = { ...address, tls: tls ? {} : (false as const), username: setup.username, password };
          return parts.openRouter(anew, { connectTimeoutMs });
        },
        done: () => tell({ type: "set_up", routerId, setupId: setup.id }),
      });
    this.#checklist = new Checklist({
      routerId,
      username: assignment.username,
      host: assignment.host,
      log,
      tell,
      portalHosts: assignment.portalHosts,
      takesOver: assignment.takesOver,
      fetchPage: parts.fetchPage,
      now: () => this.#now(),
      open: () => parts.openRouter(addressOf(assignment, journal), { connectTimeoutMs }),
    });
  }

  /** For requests of people; may be used beside the reconciler's own work. */
  get router(): Router {
    return this.#router;
  }

  get report(): Report | undefined {
    return this.#contact.report;
  }

  get isSuperseded(): boolean {
    return this.#contact.report?.state === "superseded";
  }

  /** Whether this device is let out for this purchase, as far as the journal goes. @param mac as the router writes it */
  isServed(entitlementId: string, mac: string): boolean {
    const { journal, assignment } = this.#site;
    const known = journal.entitlements.get(entitlementId);
    const subject = parseDevice(mac);
    if (!known || !subject || isEnded(known) || known.routerId !== assignment.routerId) return false;
    return known.spec.subjects.includes(subject);
  }

  /** Of lines that the journal keeps at this router, in small letters. */
  get lineNames(): ReadonlySet<string> {
    const { journal, assignment } = this.#site;
    return new Set(journal.lines.live(assignment.routerId).map(({ spec }) => spec.login.toLowerCase()));
  }

  tick(): void {
    if (this.#isStopped || this.isSuperseded || !this.#parts.mayTouch()) return;
    this.#expire();
    const now = this.#now();
    this.#followHours(now);
    this.#setUp?.tick(now);
    this.#checklist.tick(this.#contact.isThere);
    if (this.#isBusy || !this.#contact.isDue(now) || !this.#isWorkDue(now)) return;
    this.#isBusy = true;
    this.#running = this.#run().finally(() => {
      this.#isBusy = false;
    });
  }

  /** Takes over what the worker wants anew; the next `tick` does it, however long the router was away. */
  take(changes: readonly Change[]): void {
    for (const change of changes) {
      const isWork = this.#devices.take(change);
      if (!isWork || !this.#schedule.isSynced) this.#evaluate(change.after.id);
    }
    this.#contact.hurry();
  }

  /** The same of its lines. */
  takeLines(ids: readonly string[]): void {
    const { lines } = this.#site.journal;
    const [names, devices] = this.#keepers;
    names.take(ids.filter((id) => lines.get(this.assignment.routerId, id) !== undefined));
    devices.take(ids.filter((id) => lines.device(this.assignment.routerId, id) !== undefined));
    this.#contact.hurry();
  }

  /** Vouchers were assigned here: some of them may be redeemed on the router already. */
  adopt(): void {
    const changes = this.#devices.adopt();
    if (changes.length > 0) this.take(changes);
  }

  /** What the device has used in the session that is followed, as the router counts it now; the next poll journals it. */
  async sessionNow(subject: Subject): Promise<SessionTotals | null> {
    const { journal, assignment } = this.#site;
    const session = journal.sessions.of(assignment.routerId, subject);
    const { active } = await readDevice(this.#router, macOf(subject));
    const moment = { now: journal.now(), boot: journal.routers.boot(assignment.routerId) };
    if (!session || active?.user !== macOf(subject) || !isSame(session, active, undefined, moment))
      return null;
    return counted(session, active, moment.now).totals;
  }

  /** Whether the router was read on this connection, so that what it knows is known here. */
  get isRead(): boolean {
    return this.#schedule.isSynced;
  }

  /** Of what the router has told since this process began. */
  get view(): RouterView {
    if (!this.#hasRead) return "unread";
    return this.#devices.unknownUsers.length > 0 ? "unknown_users" : "clear";
  }

  /** How everything stands, for a link that has just come up. */
  sendAll(): void {
    this.#statuses.forgetSent();
    for (const { id } of this.#unsettled()) this.#evaluate(id);
    this.#notifyRouter();
    this.resend();
    this.#checklist.resend();
  }

  /** Somebody wants to know anew what is wrong with the router. */
  check(): void {
    this.#checklist.check();
  }

  /** What it still wonders about, and from time to time that it is still there: each word wakes the worker's object. */
  resend(): void {
    if (this.#now() - this.#toldAt >= notifyRouterMs) this.#notifyRouter();
    this.#ask();
    this.#setUp?.resend();
  }

  /** Everything is to be read again before anything is done. */
  compareAnew(): void {
    this.#schedule.startOver();
  }

  async idle(): Promise<void> {
    await this.#setUp?.idle();
    while (this.#isBusy) await this.#running;
  }

  /** Ends after the piece of work under way, or in its middle once `patienceMs` have passed: the journal has the rest. */
  async stop(patienceMs = 3_000): Promise<void> {
    this.#isStopped = true;
    const checked = this.#checklist.stop();
    if (patienceMs === 0) void this.router.close();
    const timer = setTimeout(() => void this.router.close(), patienceMs);
    await this.idle();
    clearTimeout(timer);
    await Promise.all([this.#setUp?.stop(), checked]);
    await this.router.close();
  }

  #now(): number {
    return this.#parts.clock.monotonic();
  }

  #unsettled(): Entitlement[] {
    return this.#site.journal.entitlements.unsettled(this.assignment.routerId);
  }

  #isWorkDue(now: number): boolean {
    const isDue = this.#devices.work.isDue(now) || this.#keepers.some((one) => one.isDue(now));
    return !this.#schedule.isSynced || isDue || this.#isPollDue(now);
  }

  #isPollDue(now: number): boolean {
    const { entitlements } = this.#site.journal;
    const isKept = this.#keepers.some((one) => one.isNeeded);
    const isNeeded = isKept || entitlements.isNeeded(this.assignment.routerId);
    return this.#schedule.isPollDue(now, isNeeded, this.#statuses.hasWaiting);
  }

  /** Time is up: journalled at once, whether or not the router can be reached. */
  #expire(): void {
    const { journal, assignment } = this.#site;
    for (const entitlement of journal.entitlements.due(assignment.routerId)) {
      journal.entitlements.end(entitlement.id, "time");
      this.#ended(entitlement);
    }
  }

  /** Its hours began or are over, or the time of the day is known: its devices are looked at. */
  #followHours(now: number): void {
    if (now - this.#hoursAt < hoursEveryMs) return;
    this.#hoursAt = now;
    const { entitlements } = this.#site.journal;
    const shut = new Map<string, boolean>();
    for (const one of entitlements.withHours(this.assignment.routerId)) {
      const isShut = entitlements.isShut(one);
      shut.set(one.id, isShut);
      if (this.#shut.get(one.id) !== isShut)
        this.#devices.work.hurry(devicesOn(this.assignment.routerId, one));
    }
    this.#shut = shut;
  }

  #ended(entitlement: Entitlement): void {
    const reason = this.#site.journal.entitlements.get(entitlement.id)?.endReason ?? "time";
    this.#parts.log("entitlement.ended", { entitlementId: entitlement.id, reason });
    this.#devices.work.hurry(devicesOn(this.assignment.routerId, entitlement));
    this.#parts.tell({ type: "events" });
  }

  async #run(): Promise<void> {
    try {
      while (!this.#isStopped && this.#parts.mayTouch()) {
        if (!this.#schedule.isSynced || !this.#site.router.connected) await this.#sync();
        const keeper = this.#keepers.find((one) => one.isDue(this.#now()));
        if (this.#devices.work.isDue(this.#now())) await this.#workOff();
        else if (keeper) await this.#keep(keeper);
        else if (this.#isPollDue(this.#now())) await this.#poll();
        else {
          if (this.#contact.report?.cause === "bridge") this.#reached(null);
          return;
        }
      }
    } catch (error) {
      await this.#failed(error);
    }
  }

  /** A new connection: is this still our router, did it restart, and what is on it? */
  async #sync(): Promise<void> {
    const { assignment, bridgeId, journal } = this.#site;
    const { routerId, servingEpoch } = assignment;
    const router = this.#router.apart();
    this.#site.router = router;
    this.#site.profiles = new Profiles(router, () => this.#now());
    const askedAt = this.#now();
    const [{ version, uptimeSeconds }, box] = await Promise.all([
      readResource(router),
      this.#hardware.read(router),
    ]);
    const reading = { uptimeSeconds, askedAt };
    this.#contact.answered(this.#now());
    await claim(router, servingEpoch, bridgeId);
    if (router.peerFingerprint) journal.routers.pin(routerId, router.peerFingerprint);
    const ms = this.#restarts.met(box, reading);
    if (ms > 0) this.#parts.log("clock.raised", { routerId, ms });
    if (this.#restarts.read(reading, this.#now())) this.#parts.log("router.restarted", { routerId });
    // Purchases may have ended while this router was read.
    this.#expire();
    this.#devices.forget();
    this.#sessions.startOver();
    for (const keeper of this.#keepers) keeper.startOver();
    await this.#scan();
    this.#schedule.synced(this.#now());
    this.#hasRead = true;
    for (const one of this.#unsettled()) if (devicesOn(routerId, one).length === 0) this.#evaluate(one.id);
    this.#reached(version);
  }

  async #scan(): Promise<void> {
    const { router, assignment } = this.#site;
    if (assignment.ownDevices) await letOwnDevicesPass(router, assignment.ownDevices);
    this.#devices.scanned(await scan(this.#site));
    this.#schedule.scanned(this.#now());
    this.#ask();
  }

  #workOff(): Promise<void> {
    const next = () => (this.#isStopped || !this.#parts.mayTouch() ? undefined : this.#devices.begin());
    return sideBySide(mostInHand, next, (item) =>
      this.#reconcileDevice(item).finally(() => this.#site.inHand.delete(item.subject)),
    );
  }

  async #reconcileDevice({ subject, seen }: Item): Promise<void> {
    const { routerId } = this.assignment;
    const { entitlements } = this.#site.journal;
    const queue = entitlements.ofDevice(routerId, subject);
    let servedFor: string | undefined;
    try {
      const own = { ...this.#site, router: this.#site.router.apart() };
      const result = await reconcileDevice(own, subject, seen);
      this.#devices.settled(subject, result);
      if ("for" in result) servedFor = result.for;
      if (result.kind === "unknown") this.#ask();
    } catch (error) {
      if (!isAboutRow(error)) {
        this.#devices.work.hurry([subject]);
        throw error;
      }
      this.#devices.refused(subject, error);
    }
    for (const { id } of queue) {
      const now = entitlements.get(id);
      // Data can run out while one device is made right: then all devices of the purchase leave.
      const leaving = now && isEnded(now) ? touchedOn(routerId, now) : [];
      for (const at of leaving) if (at !== subject || servedFor === id) this.#devices.work.add(at);
      this.#evaluate(id);
    }
    this.#reached(null);
    this.#parts.tell({ type: "events" });
  }

  /** What was polled for lines alone did not ask whose the router is. */
  async #keep(keeper: LineKeeper | DeviceKeeper): Promise<void> {
    const { router, assignment } = this.#site;
    if (this.#schedule.isWholeDue(this.#now(), pollMs)) await checkEpoch(router, assignment.servingEpoch);
    await keeper.work();
  }

  async #pollLines(): Promise<void> {
    for (const keeper of this.#keepers) await keeper.poll();
  }

  /** Restart, epoch, sessions, and from time to time everything. Of a router with lines alone mostly who is dialled in. */
  async #poll(): Promise<void> {
    const { router, assignment, journal } = this.#site;
    const askedAt = this.#now();
    if (!journal.entitlements.isNeeded(assignment.routerId) && !this.#schedule.isWholeDue(askedAt)) {
      this.#schedule.linesPolled(askedAt);
      await this.#pollLines();
      this.#contact.answered(this.#now());
      return;
    }
    const epoch = checkEpoch(router, assignment.servingEpoch);
    const [{ uptimeSeconds }] = await Promise.all([readResource(router), epoch]);
    this.#schedule.polled(this.#now());
    this.#contact.answered(this.#now());
    if (this.#restarts.read({ uptimeSeconds, askedAt }, this.#now())) {
      this.#parts.log("router.restarted", { routerId: assignment.routerId });
      this.#schedule.startOver();
      return;
    }
    if (this.#schedule.isScanDue(this.#now())) await this.#scan();
    else if (this.#schedule.areProfilesDue(this.#now())) {
      this.#schedule.profilesRead(this.#now());
      await this.#site.profiles.putRight();
    }
    const { usage, devices, ended } = await this.#sessions.poll(this.#now());
    if (usage.length > 0) this.#parts.tell({ type: "usage", sessions: usage });
    for (const subject of devices) this.#devices.work.add(subject);
    for (const entitlement of ended) this.#ended(entitlement);
    await this.#pollLines();
  }

  #evaluate(id: string): void {
    this.#statuses.evaluate(id, this.#schedule.isSynced);
  }

  /** @param version null: as before */
  #reached(version: string | null): void {
    const { routerId } = this.assignment;
    if (version !== null) this.#checklist.contact(version);
    this.#contact.answered(this.#now());
    const isNews = this.#contact.reached(version, this.#devices.trouble, this.#now());
    if (isNews) this.#parts.log("router.reachable", { routerId, ...(version && { version }) });
    if (isNews || this.#devices.foreignUsers.join() !== this.#toldForeign) this.#notifyRouter();
  }

  async #failed(error: unknown): Promise<void> {
    const { log } = this.#parts;
    const { routerId } = this.assignment;
    if (this.#isStopped) return;
    this.#schedule.startOver();
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof Superseded) {
      this.#contact.superseded(error.text);
      log("router.superseded", { routerId, epoch: error.epoch });
      this.#notifyRouter();
      void this.router.close();
      return;
    }
    const fault = error instanceof RouterFault ? error : { kind: "bridge" as const, message };
    // It was let in: what keeps it from its work, such as a missing hotspot, is just what the checklist names.
    if (fault.kind === "trap") this.#checklist.contact(null);
    const moved = fault.kind === "trap" || fault.kind === "bridge" ? null : await this.#moved();
    if (!this.#contact.failed(fault, this.#now(), moved)) return;
    log("router.unreachable", { routerId, reason: moved ? "moved" : fault.kind, message });
    this.#notifyRouter();
  }

  /** The set-up bound user, pass and firewall to an address: is it still this machine's? */
  async #moved(): Promise<Moved | null> {
    const { host, username, bridgeAddress: was } = this.assignment;
    if (was === undefined || username !== setupUser) return null;
    const now = await addressTowards(host).catch(() => was);
    return now === was ? null : { was, now };
  }

  #ask(): void {
    const { routerId } = this.assignment;
    const { unknownUsers } = this.#devices;
    if (unknownUsers.length === 0) return;
    const [entitlementIds, subjects] = [
      unknownUsers.map((one) => one.entitlementId),
      unknownUsers.map(({ subject }) => subject),
    ];
    this.#parts.tell({ type: "ask", routerId, entitlementIds, subjects });
  }

  #notifyRouter(): void {
    const { report } = this.#contact;
    if (!report) return;
    this.#toldAt = this.#now();
    const seenAgeMs = this.#contact.answeredAgo(this.#toldAt);
    const { state, message, version } = report;
    const { routerId } = this.assignment;
    const { foreignUsers } = this.#devices;
    this.#toldForeign = foreignUsers.join();
    this.#parts.tell({
      type: "router",
      routerId,
      state,
      message,
      version,
      seenAgeMs,
      ...(foreignUsers.length > 0 && { foreignUsers }),
    });
  }
}
