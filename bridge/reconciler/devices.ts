import { asItIs, say, type Text, textIn } from "#contract/texts";
import { macOf, type Subject } from "#contract/values/subject";
import type { Marked } from "../commands/read-device.ts";
import type { Change } from "../journal.ts";
import type { Log } from "../log.ts";
import { RouterFault } from "../router.ts";
import { adopt } from "./adopt-user.ts";
import { textOf } from "./contact.ts";
import { devicesOn, type Site } from "./device-queue.ts";
import type { EntitlementStatuses } from "./entitlement-status.ts";
import type { DeviceResult } from "./reconcile-device.ts";
import type { Scan } from "./scan-devices.ts";
import { type Item, Worklist } from "./worklist.ts";

/** How often a host that has just changed its address is looked for before it counts as absent. */
const hostRetries = 2;
const longestRetryMs = 60_000;
const mostForeignUsers = 200;

export class Devices {
  readonly work = new Worklist();
  readonly #site: Site;
  readonly #statuses: EntitlementStatuses;
  readonly #log: Log;
  readonly #now: () => number;
  readonly #troubles = new Troubles();
  readonly #foreign = new Set<Subject>();
  /** Marked for purchases that nobody here knows, by device. */
  #unknownUsers = new Map<Subject, Marked>();

  constructor(site: Site, statuses: EntitlementStatuses, log: Log, now: () => number) {
    this.#site = site;
    this.#statuses = statuses;
    this.#log = log;
    this.#now = now;
  }

  /** Takes the next one in hand. Of one purchase one device at a time: they share its data and follow each other. */
  begin(): Item | undefined {
    const { inHand, journal, assignment } = this.#site;
    const { routerId } = assignment;
    const mayBegin = (subject: Subject) =>
      inHand.size === 0 ||
      (!inHand.has(subject) &&
        journal.entitlements
          .ofDevice(routerId, subject)
          .every((one) => devicesOn(routerId, one).every((other) => !inHand.has(other))));
    const item = this.work.next(this.#now(), mayBegin);
    if (item) inHand.add(item.subject);
    return item;
  }

  /** What is wrong with single devices, for the people at the site; null for nothing. */
  get trouble(): Text | null {
    return this.#troubles.summary;
  }

  /** Paid devices that a foreign hotspot user keeps out, by MAC address. */
  get foreignUsers(): string[] {
    return [...this.#foreign]
      .map((subject) => macOf(subject))
      .sort()
      .slice(0, mostForeignUsers);
  }

  /** Purchases named on the router that the worker has to explain, with whom they let out. */
  get unknownUsers(): readonly Marked[] {
    return [...this.#unknownUsers.values()];
  }

  /** Those of vouchers that were assigned here were redeemed here: an old disk, or a new one, did not know it. */
  adopt(): Change[] {
    const { offlineVouchers } = this.#site.journal;
    return this.unknownUsers.flatMap(({ subject, entitlementId, leftSeconds }) => {
      const change = offlineVouchers.redeemedOnRouter(entitlementId, subject, leftSeconds * 1_000);
      return change ? [change] : [];
    });
  }

  forget(): void {
    this.#statuses.forget();
    this.#troubles.clear();
    this.#foreign.clear();
  }

  scanned({ devices, unknownUsers }: Scan): void {
    this.#unknownUsers = unknownUsers;
    for (const [subject, device] of devices) this.work.addSeen(subject, device, this.#now());
  }

  /** Puts everything that a desired entitlement may have changed first. Says whether the router has to be looked at for it. */
  take({ before, after }: Change): boolean {
    const { routerId } = this.#site.assignment;
    const subjects = new Set([...devicesOn(routerId, before), ...devicesOn(routerId, after)]);
    for (const [subject, marked] of this.#unknownUsers) {
      if (marked.entitlementId !== after.id) continue;
      adopt(this.#site, marked);
      this.#unknownUsers.delete(subject);
      subjects.add(subject);
    }
    this.work.hurry(subjects);
    return subjects.size > 0;
  }

  /** The router was made equal to what was wanted when it was read. */
  settled(subject: Subject, settled: DeviceResult): void {
    if (settled.kind === "later" || this.work.isUrgent(subject)) {
      this.#statuses.set(subject, undefined);
      this.work.add(subject);
      return;
    }
    if (settled.kind === "foreign") this.#foreign.add(subject);
    else this.#foreign.delete(subject);
    if (settled.kind === "unknown") {
      this.#unknownUsers.set(subject, { subject, ...settled });
      this.#statuses.set(subject, undefined);
      this.work.done(subject);
    } else if (settled.kind === "foreign") {
      this.#statuses.set(subject, { for: settled.for, state: "connecting" });
      this.#note(subject, say("foreign_user", { mac: macOf(subject) }));
      this.work.retry(subject, () => this.#now() + longestRetryMs);
    } else if (settled.kind === "again") {
      this.#statuses.set(subject, { for: settled.for, state: "connecting" });
      this.#again(subject, settled);
    } else {
      const entitlementId = settled.kind === "off" ? undefined : settled.for;
      this.#statuses.set(subject, {
        for: entitlementId,
        state: settled.kind === "online" ? "online" : "waiting",
      });
      this.#note(subject, null);
      this.work.done(subject);
    }
  }

  /** The router refused something about this device, or has a value that cannot be read: the others go on. */
  refused(subject: Subject, error: Error): void {
    this.#site.profiles.forget();
    this.#statuses.set(subject, undefined);
    this.#note(subject, error instanceof RouterFault ? textOf(error) : asItIs(error.message.slice(0, 300)));
    this.work.retry(subject, (tries) => this.#now() + growing(tries));
  }

  /** The device is there and the router did not let it in. */
  #again(
    subject: Subject,
    { refused, for: entitlementId }: { refused: RouterFault | null; for: string },
  ): void {
    const hasMoved = refused?.refusal === "unknown host";
    const tries = this.work.retry(subject, (count) => this.#now() + (hasMoved ? 1_000 : growing(count)));
    const why = refused ? refused.message.slice(0, 300) || "refused" : say("session_ended_at_once");
    if (!hasMoved) this.#note(subject, say("not_let_in", { mac: macOf(subject), why }));
    if (!hasMoved || tries <= hostRetries) return;
    this.#statuses.set(subject, { for: entitlementId, state: "waiting" });
    this.work.done(subject);
  }

  #note(subject: Subject, text: Text | null): void {
    if (!this.#troubles.note(subject, text) || !text) return;
    this.#log("device.refused", {
      routerId: this.#site.assignment.routerId,
      subject,
      message: textIn("en", text),
    });
  }
}

/** 1 s, 2 s, 4 s … */
const growing = (tries: number) => Math.min(longestRetryMs, 1_000 * 2 ** Math.min(tries - 1, 6));

/** What is wrong with single devices on one router, for the people at the site. */
class Troubles {
  readonly #notes = new Map<string, Text>();

  /** Null for nothing. Says whether that is news. */
  note(subject: Subject, text: Text | null): boolean {
    if (JSON.stringify(this.#notes.get(subject) ?? null) === JSON.stringify(text)) return false;
    if (text) this.#notes.set(subject, text);
    else this.#notes.delete(subject);
    return true;
  }

  clear(): void {
    this.#notes.clear();
  }

  /** The first, and how many more; null for none. */
  get summary(): Text | null {
    const [first = null] = this.#notes.values();
    const more = this.#notes.size - 1;
    return first && more > 0 ? say("trouble_and_more", { trouble: first, count: more }) : first;
  }
}
