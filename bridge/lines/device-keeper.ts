import { addressTowards } from "../commands/own-address.ts";
import { isAboutRow } from "../router.ts";
import { arpWanted, ensureArp } from "./device-arp.ts";
import { endFastTracked, ensureBridgePasses, ensureClosed, ensureClosedSix } from "./device-firewall.ts";
import { planDevice } from "./device-plan.ts";
import { type DeviceView, readDevices } from "./device-rows.ts";
import { DeviceWatch } from "./device-watch.ts";
import { ensurePortal } from "./firewall.ts";
import { type DeviceLine, type Hindrance, stateOf } from "./line.ts";
import { type Keeping, LineWorklist } from "./line-worklist.ts";

/**
 * Keeps the fixed devices of one router equal to the journal, beside the names that dial in: their networks are closed, and what is on passes.
 * Where the router has none, nothing is read or written.
 */
export class DeviceKeeper {
  readonly #parts: Keeping;
  readonly #watch: DeviceWatch;
  readonly #worklist: LineWorklist<DeviceLine>;
  /** Networks that were last seen closed, and what was said of them; undefined where that is not known. */
  #closed: string | undefined;
  /** Networks that are not strict, though their owner wants it. */
  #kept: ReadonlySet<string> = new Set();

  constructor(parts: Keeping) {
    this.#parts = parts;
    this.#watch = new DeviceWatch(parts.site, parts.told);
    this.#worklist = new LineWorklist(parts, {
      kind: "devices",
      live: () => this.#live(),
      get: (id) => this.#get(id),
    });
  }

  /** The worker wants something else of these. */
  take(ids: readonly string[]): void {
    this.#worklist.take(ids);
  }

  /** The connection is new: everything is compared anew. */
  startOver(): void {
    this.#worklist.startOver();
    this.#closed = undefined;
    this.#watch.startOver();
  }

  get isNeeded(): boolean {
    return this.#worklist.isNeeded;
  }

  isDue(now: number): boolean {
    return this.#worklist.isDue(now);
  }

  /** Everything that is due. @throws RouterFault of the connection */
  work(): Promise<void> {
    return this.#worklist.work(
      () => this.#compare(),
      (due) => this.#makeDue(due),
    );
  }

  /** With the rhythm of the sessions. @throws RouterFault of the connection */
  poll(): Promise<void> {
    return this.#worklist.poll((now) => this.#watch.poll(now));
  }

  #live(): DeviceLine[] {
    const { journal, assignment } = this.#parts.site;
    return journal.lines.liveDevices(assignment.routerId);
  }

  #get(id: string): DeviceLine | undefined {
    const { journal, assignment } = this.#parts.site;
    return journal.lines.device(assignment.routerId, id);
  }

  async #compare(): Promise<void> {
    const { router } = this.#parts.site;
    const view = await readDevices(router);
    await this.#close(view);
    await this.#make(this.#live(), view, () => readDevices(router));
  }

  async #makeDue(due: readonly DeviceLine[]): Promise<void> {
    const read = () => readDevices(this.#parts.site.router, due);
    const view = await read();
    if (this.#closed !== closedText(this.#live(), view)) await this.#close(view);
    await this.#make(due, view, read);
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
      this.#worklist.clear("rules");
    } catch (error) {
      if (!isAboutRow(error)) throw error;
      this.#worklist.say("rules", "devices.rules_refused", error.message);
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
      const planned = seen;
      const writes = await this.#worklist.write(part, (id) => this.#planned(id, planned)?.steps ?? []);
      if (writes > 0) seen = await read();
    }
    for (const { id } of lines) this.#judge(id, seen);
    this.#parts.told();
  }

  #planned(id: string, view: DeviceView) {
    const line = this.#get(id);
    if (!line) return undefined;
    const state = stateOf(line, this.#parts.site.journal.now());
    const isKept = (other: string) => other !== id && this.#get(other)?.spec.kind === "device";
    return { line, state, ...planDevice(line, state, { view, isKept }) };
  }

  #judge(id: string, view: DeviceView): void {
    const { site, log } = this.#parts;
    const planned = this.#planned(id, view);
    // News of it came meanwhile: they are on the list.
    if (!planned || this.#worklist.isChanged(id)) return;
    const { line, state, hindrance, steps } = planned;
    if (hindrance === null && steps.length === 0 && this.#closed !== undefined) {
      this.#worklist.equal(id);
      const { spec, rev, routerId } = line;
      const made = spec.kind === "device" ? { upKbps: spec.upKbps, downKbps: spec.downKbps } : null;
      const isKept = spec.kind === "device" && spec.arp === "reply-only" && this.#kept.has(spec.network);
      const isTold = line.applied?.rev === rev && line.applied.state === state;
      if (!(isKept && isTold) && site.journal.lines.applied(line, rev, state, made))
        log("line.applied", { routerId, lineId: id, rev, state });
      // It is on or blocked as it should be; its network is not as its owner wants it.
      if (isKept) this.#hindered(line, "arp_kept");
      return;
    }
    if (hindrance) this.#hindered(line, hindrance);
    this.#worklist.differs(id);
  }

  #hindered(line: DeviceLine, hindrance: Hindrance): void {
    this.#parts.site.journal.lines.hindered(line, line.rev, hindrance);
    this.#worklist.say(line.id, "line.hindered", hindrance);
  }
}

const closedText = (lines: readonly DeviceLine[], view: DeviceView): string =>
  JSON.stringify([networksOf(lines, view), [...arpWanted(lines)]]);

/** Networks of these lines whose interface is there. */
const networksOf = (lines: readonly DeviceLine[], { networks }: DeviceView): string[] =>
  [...new Set(lines.flatMap(({ spec }) => (spec.kind === "device" ? [spec.network] : [])))]
    .filter((name) => networks.has(name))
    .sort();
