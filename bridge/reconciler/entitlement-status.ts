import type { FromBridge } from "#contract/bridge";
import type { Subject } from "#contract/values/subject";
import { type AppliedState, type Entitlement, isEnded } from "../entitlement.ts";
import { nextOf, type Site } from "./device-queue.ts";

export type StateEntry = Extract<FromBridge, { type: "state" }>["entitlements"][number];
export type LiveState = StateEntry["state"];

/** How one device stands on its router. `for`: the purchase that lets it out, or that it waits for. */
export type DeviceStatus = { for: string | undefined; state: "online" | "waiting" | "connecting" };

/**
 * Undefined: its end is not yet confirmed. @param runs its queue has come to it @param device undefined: not asked
 * since the change
 */
export function statusOf(
  entitlement: Entitlement,
  runs: (subject: Subject) => boolean,
  device: (subject: Subject) => DeviceStatus | undefined,
): LiveState | undefined {
  const { id, spec, touched } = entitlement;
  if (isEnded(entitlement)) {
    const isOff = (subject: Subject) => device(subject) !== undefined && device(subject)?.for !== id;
    return touched.length === 0 && spec.subjects.every(isOff) ? "ended" : undefined;
  }
  if (spec.subjects.length === 0) return "waiting_for_device";
  const turn = spec.subjects.filter(runs);
  if (turn.length === 0) return "queued";
  const states = turn.map((subject) => (device(subject)?.for === id ? device(subject)?.state : "connecting"));
  if (states.includes("online")) return "online";
  return states.includes("connecting") ? "connecting" : "waiting_for_device";
}

export class EntitlementStatuses {
  readonly #site: Site;
  readonly #tell: (entry: StateEntry) => void;
  readonly #devices = new Map<Subject, DeviceStatus>();
  readonly #told = new Map<string, string>();

  constructor(site: Site, tell: (entry: StateEntry) => void) {
    this.#site = site;
    this.#tell = tell;
  }

  /** Undefined: not known. */
  set(subject: Subject, device: DeviceStatus | undefined): void {
    if (device) this.#devices.set(subject, device);
    else this.#devices.delete(subject);
  }

  forget(): void {
    this.#devices.clear();
  }

  /** Those that should be online and are not. */
  get hasWaiting(): boolean {
    return [...this.#devices.values()].some((one) => one.for !== undefined && one.state !== "online");
  }

  served(): [subject: Subject, device: DeviceStatus][] {
    return [...this.#devices].filter(([, device]) => device.for !== undefined);
  }

  /** Says how a purchase stands if that is news, and journals it as applied if the router has just been read. */
  evaluate(id: string, isRead: boolean): void {
    const { journal, assignment } = this.#site;
    const { routerId } = assignment;
    const entitlement = journal.entitlements.get(id);
    if (entitlement?.routerId !== routerId) return;
    const runs = (subject: Subject) =>
      nextOf(this.#site, subject, journal.entitlements.ofDevice(routerId, subject))?.id === id;
    const state = statusOf(entitlement, runs, (subject) => this.#devices.get(subject));
    if (!state || (state === "ended" && !isRead)) return;
    if (isRead && isApplied(state)) journal.entitlements.applied(id, state);
    const { rev } = entitlement;
    if (this.#told.get(id) === `${rev} ${state}`) return;
    this.#told.set(id, `${rev} ${state}`);
    this.#tell({ id, rev, state });
  }

  /** The link is new: everything is news. */
  forgetSent(): void {
    this.#told.clear();
  }
}

const isApplied = (state: LiveState): state is AppliedState => state !== "connecting";
