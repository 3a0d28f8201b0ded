import type { Device } from "../commands/read-device.ts";

export type Item = { mac: string; seen?: () => Device };

/** What was read of all devices together is too old to act on after this. */
const seenForMs = 3_000;

/** The devices of one router that have to be looked at. Times are monotonic milliseconds. */
export class Worklist {
  readonly #urgent = new Set<string>();
  readonly #pending = new Map<string, { device: () => Device; at: number } | undefined>();
  readonly #later = new Map<string, { at: number; tries: number }>();

  /** Something new is known of these: before all others, and without waiting. */
  hurry(macs: Iterable<string>): void {
    for (const mac of macs) {
      this.done(mac);
      this.#urgent.add(mac);
    }
  }

  /** Unless the device waits for its time already. */
  add(mac: string): void {
    if (!this.has(mac)) this.#pending.set(mac, undefined);
  }

  addSeen(mac: string, device: () => Device, at: number): void {
    if (!this.#urgent.has(mac)) this.#pending.set(mac, { device, at });
    this.#later.delete(mac);
  }

  /** The device could not be made right; gives how often in a row that was. */
  retry(mac: string, at: (tries: number) => number): number {
    const tries = (this.#later.get(mac)?.tries ?? 0) + 1;
    this.#later.set(mac, { at: at(tries), tries });
    return tries;
  }

  done(mac: string): void {
    this.#urgent.delete(mac);
    this.#pending.delete(mac);
    this.#later.delete(mac);
  }

  has(mac: string): boolean {
    return this.#urgent.has(mac) || this.#pending.has(mac) || this.#later.has(mac);
  }

  next(now: number): Item | undefined {
    for (const mac of this.#urgent) {
      this.#urgent.delete(mac);
      return { mac };
    }
    for (const [mac, seen] of this.#pending) {
      this.#pending.delete(mac);
      return seen && now - seen.at <= seenForMs ? { mac, seen: seen.device } : { mac };
    }
    for (const [mac, { at }] of this.#later) if (at <= now) return { mac };
    return undefined;
  }

  isDue(now: number): boolean {
    if (this.#urgent.size > 0 || this.#pending.size > 0) return true;
    return [...this.#later.values()].some(({ at }) => at <= now);
  }
}
