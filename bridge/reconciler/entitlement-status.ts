import type { FromBridge } from "#contract/bridge";
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
  runs: (mac: string) => boolean,
  device: (mac: string) => DeviceStatus | undefined,
): LiveState | undefined {
  const { id, spec, touched } = entitlement;
  if (isEnded(entitlement)) {
    const isOff = (mac: string) => device(mac) !== undefined && device(mac)?.for !== id;
    return touched.length === 0 && spec.macs.every(isOff) ? "ended" : undefined;
  }
  if (spec.macs.length === 0) return "waiting_for_device";
  const turn = spec.macs.filter(runs);
  if (turn.length === 0) return "queued";
  const states = turn.map((mac) => (device(mac)?.for === id ? device(mac)?.state : "connecting"));
  if (states.includes("online")) return "online";
  return states.includes("connecting") ? "connecting" : "waiting_for_device";
}

export class EntitlementStatuses {
  readonly #site: Site;
  readonly #tell: (entry: StateEntry) => void;
  readonly #devices = new Map<string, DeviceStatus>();
  readonly #told = new Map<string, string>();

  constructor(site: Site, tell: (entry: StateEntry) => void) {
    this.#site = site;
    this.#tell = tell;
  }

  /** Undefined: not known. */
  set(mac: string, device: DeviceStatus | undefined): void {
    if (device) this.#devices.set(mac, device);
    else this.#devices.delete(mac);
  }

  forget(): void {
    this.#devices.clear();
  }

  /** Those that should be online and are not. */
  get hasWaiting(): boolean {
    return [...this.#devices.values()].some((one) => one.for !== undefined && one.state !== "online");
  }

  served(): [mac: string, device: DeviceStatus][] {
    return [...this.#devices].filter(([, device]) => device.for !== undefined);
  }

  /** Says how a purchase stands if that is news, and journals it as applied if the router has just been read. */
  evaluate(id: string, isRead: boolean): void {
    const { journal, assignment } = this.#site;
    const { routerId } = assignment;
    const entitlement = journal.entitlements.get(id);
    if (entitlement?.routerId !== routerId) return;
    const runs = (mac: string) =>
      nextOf(this.#site, mac, journal.entitlements.ofDevice(routerId, mac))?.id === id;
    const state = statusOf(entitlement, runs, (mac) => this.#devices.get(mac));
    if (!state || (state === "ended" && !isRead)) return;
    if (isRead && isApplied(state)) journal.entitlements.applied(id, state);
    const { rev } = entitlement;
    if (this.#told.get(id) === `${rev} ${state}`) return;
    this.#told.set(id, `${rev} ${state}`);
    this.#tell({ id, rev, state });
  }

  /** The line is new: everything is news. */
  forgetSent(): void {
    this.#told.clear();
  }
}

const isApplied = (state: LiveState): state is AppliedState => state !== "connecting";
