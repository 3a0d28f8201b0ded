import { addressTowards } from "../commands/own-address.ts";
import type { Log } from "../log.ts";
import type { Site } from "../reconciler/device-queue.ts";
import { sideBySide } from "../reconciler/side-by-side.ts";
import { isAboutRow } from "../router.ts";
import { arpWanted, ensureArp } from "./device-arp.ts";
import { endFastTracked, ensureBridgePasses, ensureClosed, ensureClosedSix } from "./device-firewall.ts";
import { planDevice } from "./device-plan.ts";
import { type DeviceView, readDevices } from "./device-rows.ts";
import { DeviceWatch } from "./device-watch.ts";
import { ensurePortal } from "./firewall.ts";
import { type DeviceLine, type Hindrance, stateOf } from "./line.ts";
import { carryOut } from "./plan.ts";

const compareEveryMs = 600_000;
/** A write that the router refuses, and a line that a row which is not ours hinders, are tried again this often. */
const refusedEveryMs = 60_000;
const mostInHand = 16;

type Parts = {
  site: Site;
  log: Log;
  now: () => number;
  /** Events were journalled. */
  told: () => void;
};

/**
 * Keeps the fixed devices of one router equal to the journal, beside the names that dial in: their networks are closed, and what is on passes.
 * Where the router has none, nothing is read or written.
 */
export class DeviceKeeper {
  readonly #parts: Parts;
  readonly #watch: DeviceWatch;
  /** Undefined: not compared on this connection. */
  #comparedAt: number | undefined;
  readonly #changed = new Set<string>();
  readonly #later = new Map<string, number>();
  readonly #said = new Map<string, string>();
  #notBefore = Number.NEGATIVE_INFINITY;
  /** Lines whose time is over since then, site time, are due. */
  #lookedAt = 0;
  /** Networks that were last seen closed, and what was said of them; undefined where that is not known. */
  #closed: string | undefined;
  /** Networks that are not strict, though their owner wants it. */
  #kept: ReadonlySet<string> = new Set();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#watch = new DeviceWatch(parts.site, parts.told);
  }

  get isNeeded(): boolean {
    const { journal, assignment } = this.#parts.site;
    return journal.lines.isNeeded(assignment.routerId, "devices");
  }

  /** The worker wants something else of these. */
  take(ids: readonly string[]): void {
    for (const id of ids) {
      this.#changed.add(id);
      this.#later.delete(id);
    }
    if (ids.length > 0) this.#notBefore = Number.NEGATIVE_INFINITY;
  }

  /** The connection is new: everything is compared anew. */
  startOver(): void {
    this.#comparedAt = undefined;
    this.#closed = undefined;
    this.#later.clear();
    this.#watch.startOver();
  }

  isDue(now: number): boolean {
    if (now < this.#notBefore || !this.isNeeded) return false;
    const isRetryDue = [...this.#later.values()].some((at) => at <= now);
    return this.#isComparisonDue(now) || this.#changed.size > 0 || this.#isAnyOver() || isRetryDue;
  }

  /** Everything that is due. @throws RouterFault of the connection */
  async work(): Promise<void> {
    const now = this.#parts.now();
    const isWhole = this.#isComparisonDue(now);
    try {
      await (isWhole ? this.#compare(now) : this.#makeDue(now));
    } catch (error) {
      if (!isAboutRow(error)) throw error;
      this.#notBefore = now + refusedEveryMs;
      this.#say("", "devices.refused", error.message);
    }
  }

  /** With the rhythm of the sessions. @throws RouterFault of the connection */
  async poll(): Promise<void> {
    const now = this.#parts.now();
    if (!this.isNeeded || this.#comparedAt === undefined || now < this.#notBefore) return;
    try {
      await this.#watch.poll(now);
    } catch (error) {
      if (!isAboutRow(error)) throw error;
      this.#say("", "devices.refused", error.message);
    }
  }

  #isComparisonDue(now: number): boolean {
    return this.#comparedAt === undefined || now - this.#comparedAt >= compareEveryMs;
  }

  #isAnyOver(): boolean {
    const { journal, assignment } = this.#parts.site;
    return journal.lines.isAnyOver(assignment.routerId, this.#lookedAt, "devices");
  }

  #live(): DeviceLine[] {
    const { journal, assignment } = this.#parts.site;
    return journal.lines.liveDevices(assignment.routerId);
  }

  async #compare(at: number): Promise<void> {
    const { site } = this.#parts;
    this.#changed.clear();
    this.#later.clear();
    this.#lookedAt = site.journal.now();
    const view = await readDevices(site.router);
    await this.#close(view);
    await this.#make(this.#live(), view, () => readDevices(site.router));
    this.#comparedAt = at;
    this.#said.delete("");
  }

  async #makeDue(now: number): Promise<void> {
    const { site } = this.#parts;
    const [before, present] = [this.#lookedAt, site.journal.now()];
    const isOver = ({ deadline }: DeviceLine) =>
      deadline !== null && deadline > before && deadline <= present;
    const due = this.#live().filter(
      (line) => this.#changed.has(line.id) || isOver(line) || (this.#later.get(line.id) ?? now + 1) <= now,
    );
    const ids = due.map(({ id }) => id);
    this.#changed.clear();
    for (const [id, at] of this.#later) if (at <= now) this.#later.delete(id);
    this.#lookedAt = present;
    try {
      const read = () => readDevices(site.router, due);
      const view = await read();
      if (this.#closed !== closedText(this.#live(), view)) await this.#close(view);
      await this.#make(due, view, read);
    } catch (error) {
      // What was not done is due again, on the next connection or in a while.
      this.#lookedAt = before;
      for (const id of ids) this.#changed.add(id);
      throw error;
    }
  }

  /** Networks that have a line, and no others. Where the router does not take the rules, lines still pass and are not blocked. */
  async #close(view: DeviceView): Promise<void> {
    const { router, assignment } = this.#parts.site;
    const networks = networksOf(this.#live(), view);
    const isFirstLook = this.#closed === undefined;
    this.#closed = undefined;
    try {
      const portalHosts = assignment.portalHosts ?? [];
      if (networks.length > 0) await ensurePortal(router, portalHosts);
      const machine = await addressTowards(assignment.host).catch(() => "");
      await ensureBridgePasses(router, networks, machine);
      const isNew = await ensureClosed(router, networks, portalHosts);
      await ensureClosedSix(router, networks);
      // It may have been lost when the rules were made.
      if (networks.length > 0 && (isNew || isFirstLook)) await endFastTracked(router, networks);
      this.#kept = await ensureArp(router, arpWanted(this.#live()), machine);
      this.#closed = closedText(this.#live(), view);
      this.#said.delete("rules");
    } catch (error) {
      if (!isAboutRow(error)) throw error;
      this.#say("rules", "devices.rules_refused", error.message);
    }
  }

  /** Writes what differs, reads back, and says of what is equal that it is. What goes is done before what comes. */
  async #make(
    lines: readonly DeviceLine[],
    view: DeviceView,
    read: () => Promise<DeviceView>,
  ): Promise<void> {
    const isGoing = ({ spec }: DeviceLine) => spec.kind === "close_device";
    let seen = view;
    for (const part of [lines.filter(isGoing), lines.filter((line) => !isGoing(line))]) {
      const open = [...part];
      let writes = 0;
      await sideBySide(
        mostInHand,
        () => open.shift(),
        async (line) => {
          writes += await this.#write(line.id, seen);
        },
      );
      if (writes > 0) seen = await read();
    }
    for (const { id } of lines) this.#judge(id, seen);
    this.#parts.told();
  }

  /** Gives how much was written, or tried. */
  async #write(id: string, view: DeviceView): Promise<number> {
    const { steps } = this.#planned(id, view) ?? { steps: [] };
    if (steps.length === 0) return 0;
    try {
      await carryOut(this.#parts.site.router.apart(), steps);
    } catch (error) {
      if (!isAboutRow(error)) throw error;
      this.#say(id, "line.refused", error.message);
    }
    return steps.length;
  }

  #planned(id: string, view: DeviceView) {
    const { journal, assignment } = this.#parts.site;
    const line = journal.lines.device(assignment.routerId, id);
    if (!line) return undefined;
    const state = stateOf(line, journal.now());
    const isKept = (other: string) => {
      const known = journal.lines.device(assignment.routerId, other);
      return other !== id && known?.spec.kind === "device";
    };
    return { line, state, ...planDevice(line, state, { view, isKept }) };
  }

  #judge(id: string, view: DeviceView): void {
    const { site, log, now } = this.#parts;
    const { routerId } = site.assignment;
    const planned = this.#planned(id, view);
    // News of it came meanwhile: they are on the list.
    if (!planned || this.#changed.has(id)) return;
    const { line, state, hindrance, steps } = planned;
    if (hindrance === null && steps.length === 0 && this.#closed !== undefined) {
      this.#later.delete(id);
      this.#said.delete(id);
      const { spec, rev } = line;
      const made = spec.kind === "device" ? { upKbps: spec.upKbps, downKbps: spec.downKbps } : null;
      const isKept = spec.kind === "device" && spec.arp === "reply-only" && this.#kept.has(spec.network);
      const isTold = line.applied?.rev === rev && line.applied.state === state;
      if (!(isKept && isTold) && site.journal.lines.applied(line, rev, state, made))
        log("line.applied", { routerId, lineId: id, rev, state });
      // It is on or blocked as it should be; its network is not as its owner wants it.
      if (isKept) this.#hindered(line, "arp_kept");
      return;
    }
    this.#later.set(id, now() + refusedEveryMs);
    if (hindrance) this.#hindered(line, hindrance);
    else if (!this.#said.has(id))
      this.#say(id, "line.not_equal", "the router was written and reads otherwise");
  }

  #hindered(line: DeviceLine, hindrance: Hindrance): void {
    this.#parts.site.journal.lines.hindered(line, line.rev, hindrance);
    this.#say(line.id, "line.hindered", hindrance);
  }

  #say(id: string, event: string, message: string): void {
    const text = `${event} ${message}`;
    if (this.#said.get(id) === text) return;
    this.#said.set(id, text);
    const { routerId } = this.#parts.site.assignment;
    const isLine = this.#parts.site.journal.lines.device(routerId, id) !== undefined;
    this.#parts.log(event, { routerId, ...(isLine && { lineId: id }), message: message.slice(0, 300) });
  }
}

const closedText = (lines: readonly DeviceLine[], view: DeviceView): string =>
  JSON.stringify([networksOf(lines, view), [...arpWanted(lines)]]);

/** Networks of these lines whose interface is there. */
const networksOf = (lines: readonly DeviceLine[], { networks }: DeviceView): string[] =>
  [...new Set(lines.flatMap(({ spec }) => (spec.kind === "device" ? [spec.network] : [])))]
    .filter((name) => networks.has(name))
    .sort();
