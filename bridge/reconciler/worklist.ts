import type { Subject } from "#contract/values/subject";
import { readForMs } from "../commands/profiles.ts";
import type { Device } from "../commands/read-device.ts";

export type Item = { subject: Subject; seen?: () => Device };

/** The devices of one router that have to be looked at. Times are monotonic milliseconds. */
export class Worklist {
  readonly #urgent = new Set<Subject>();
  readonly #pending = new Map<Subject, { device: () => Device; at: number } | undefined>();
  readonly #later = new Map<Subject, { at: number; tries: number }>();

  /** Something new is known of these: before all others, and without waiting. */
  hurry(subjects: Iterable<Subject>): void {
    for (const subject of subjects) {
      this.done(subject);
      this.#urgent.add(subject);
    }
  }

  /** Unless the device waits for its time already. */
  add(subject: Subject): void {
    if (!this.has(subject)) this.#pending.set(subject, undefined);
  }

  addSeen(subject: Subject, device: () => Device, at: number): void {
    if (!this.#urgent.has(subject)) this.#pending.set(subject, { device, at });
    this.#later.delete(subject);
  }

  /** The device could not be made right; gives how often in a row that was. */
  retry(subject: Subject, at: (tries: number) => number): number {
    const tries = (this.#later.get(subject)?.tries ?? 0) + 1;
    this.#later.set(subject, { at: at(tries), tries });
    return tries;
  }

  /** What was to be done about it; news that came meanwhile stay. */
  done(subject: Subject): void {
    this.#pending.delete(subject);
    this.#later.delete(subject);
  }

  has(subject: Subject): boolean {
    return this.#urgent.has(subject) || this.#pending.has(subject) || this.#later.has(subject);
  }

  /** News of it came since it was taken from the list. */
  isUrgent(subject: Subject): boolean {
    return this.#urgent.has(subject);
  }

  /** @param mayBegin others stay on the list */
  next(now: number, mayBegin: (subject: Subject) => boolean = () => true): Item | undefined {
    for (const subject of this.#urgent) {
      if (!mayBegin(subject)) continue;
      this.#urgent.delete(subject);
      return { subject };
    }
    for (const [subject, seen] of this.#pending) {
      if (!mayBegin(subject)) continue;
      this.#pending.delete(subject);
      return seen && now - seen.at <= readForMs ? { subject, seen: seen.device } : { subject };
    }
    for (const [subject, { at }] of this.#later) if (at <= now && mayBegin(subject)) return { subject };
    return undefined;
  }

  isDue(now: number): boolean {
    if (this.#urgent.size > 0 || this.#pending.size > 0) return true;
    return [...this.#later.values()].some(({ at }) => at <= now);
  }
}
