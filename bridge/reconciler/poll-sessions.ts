import type { SessionTotals } from "#contract/bridge";
import { isSlowed } from "#contract/values/speed";
import type { Subject } from "#contract/values/subject";
import { type CounterRow, countSessions, readCounters, readWaiting } from "../commands/read-device.ts";
import { type Entitlement, isEnded } from "../entitlement.ts";
import { counted, isSame, type Session } from "../usage.ts";
import { devicesOn, type Site } from "./device-queue.ts";
import type { EntitlementStatuses } from "./entitlement-status.ts";
import { endIfUsedUp } from "./reconcile-device.ts";

export type Polled = {
  usage: SessionTotals[];
  devices: Subject[];
  ended: Entitlement[];
};

/** Totals are read this often while nothing else says that something changed. */
const totalsMs = 30_000;
/** A device that has a session and a host without one is looked at so often in a row, and then once with each reading of totals. */
const mostLooks = 3;

/**
 * What one router is asked again and again over a connection. Between two readings of all totals only counts are asked:
 * they say whether a session began or ended, or a device came, and cost the same with ten devices and with a thousand.
 */
export class SessionPoll {
  readonly #site: Site;
  readonly #statuses: EntitlementStatuses;
  #readAt = Number.NEGATIVE_INFINITY;
  #active: number | undefined;
  #waiting: number | undefined;
  /** Devices that have a host without a session, and how often each was looked at since. */
  #hosts = new Map<Subject, number>();
  /** Purchases whose devices were put on the list since they have to run slower. */
  readonly #slowed = new Set<string>();

  constructor(site: Site, statuses: EntitlementStatuses) {
    this.#site = site;
    this.#statuses = statuses;
  }

  /** The connection is new: what was counted on the one before says nothing. */
  startOver(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
    this.#active = undefined;
    this.#waiting = undefined;
    this.#hosts.clear();
    this.#slowed.clear();
  }

  /** Journals the totals that were read. @param now monotonic */
  async poll(now: number): Promise<Polled> {
    const { router, journal, assignment } = this.#site;
    const { routerId } = assignment;
    const unsettled = journal.entitlements.unsettled(routerId);
    const open = journal.sessions.all(routerId);
    if (unsettled.length === 0 && open.length === 0) return { usage: [], devices: [], ended: [] };
    const counts = await countSessions(router);
    const isDue = now - this.#readAt >= totalsMs || unsettled.some(isSharedCap);
    const devices = new Set<Subject>();
    const usage: SessionTotals[] = [];
    const areTotals = isDue || counts.active === undefined || counts.active !== this.#active;
    if (areTotals) {
      const known = new Set(unsettled.flatMap((one) => devicesOn(routerId, one)));
      for (const { totals } of open) known.add(totals.subject);
      const moment = { now: journal.now(), boot: journal.routers.boot(routerId) };
      const rows = await readCounters(router);
      const { running, changed, turned } = compare(rows, open, moment);
      journal.sessions.follow(running);
      usage.push(...changed.map(({ totals }) => totals));
      for (const subject of turned) if (known.has(subject)) devices.add(subject);
      for (const [subject, { state }] of this.#statuses.served())
        if (state === "online" && !rows.has(subject)) devices.add(subject);
      for (const one of unsettled)
        if (this.#turnsSlow(one)) for (const subject of devicesOn(routerId, one)) devices.add(subject);
      this.#readAt = now;
      this.#active = rows.size;
    }
    if (areTotals || counts.waiting === undefined || counts.waiting !== this.#waiting) {
      const waiting = await readWaiting(router);
      const most = areTotals ? mostLooks - 1 : mostLooks;
      this.#hosts = new Map(
        waiting.map((subject) => [subject, Math.min(most, this.#hosts.get(subject) ?? 0)]),
      );
      this.#waiting = waiting.length;
    }
    for (const subject of this.#toLookAt()) devices.add(subject);
    return {
      usage,
      devices: [...devices],
      ended: unsettled.filter((one) => endIfUsedUp(journal, one)),
    };
  }

  /** Once for each time that it passes its fair use: more data given makes it fast again, by its new revision. */
  #turnsSlow(one: Entitlement): boolean {
    const { id, spec } = one;
    const used = this.#site.journal.entitlements.used(id);
    const isSlow = spec.kind === "serve" && !isEnded(one) && isSlowed(spec, used);
    if (!isSlow) {
      this.#slowed.delete(id);
      return false;
    }
    const isNew = !this.#slowed.has(id);
    this.#slowed.add(id);
    return isNew;
  }

  /** Served devices that stand before the router without a session, and those that may have left their session's address. */
  #toLookAt(): Subject[] {
    const found: Subject[] = [];
    for (const [subject, { state }] of this.#statuses.served()) {
      const looks = this.#hosts.get(subject);
      if (looks === undefined) continue;
      if (state !== "online") this.#hosts.set(subject, 0);
      else if (looks >= mostLooks) continue;
      else this.#hosts.set(subject, looks + 1);
      found.push(subject);
    }
    return found;
  }
}

/** The router stops one device at the cap, but only the bridge adds up what several devices use of it. */
function isSharedCap({ spec }: Entitlement): boolean {
  return spec.kind === "serve" && spec.dataBytes !== null && spec.subjects.length > 1;
}

/** The sessions on the router beside those that were open when it was last read. */
type SessionReading = {
  /** Still running, with the new totals. */
  running: Session[];
  /** The same, as far as the totals differ. */
  changed: Session[];
  /** Devices whose session began, ended or was replaced. */
  turned: Subject[];
};

/** Bytes are the router's own, from the device = up. */
function compare(
  rows: ReadonlyMap<Subject, CounterRow>,
  open: readonly Session[],
  moment: { now: number; boot: string },
): SessionReading {
  const reading: SessionReading = { running: [], changed: [], turned: [] };
  const followed = new Set<Subject>();
  for (const session of open) {
    const { subject } = session.totals;
    const row = rows.get(subject);
    followed.add(subject);
    if (!row || !isSame(session, row, undefined, moment)) {
      reading.turned.push(subject);
      continue;
    }
    const next = counted(session, row, moment.now);
    reading.running.push(next);
    const { bytesUp, bytesDown } = session.totals;
    if (next.totals.bytesUp !== bytesUp || next.totals.bytesDown !== bytesDown) reading.changed.push(next);
  }
  for (const subject of rows.keys()) if (!followed.has(subject)) reading.turned.push(subject);
  return reading;
}
