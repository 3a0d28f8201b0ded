import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";

/** Everything the bridge knows of time; tests pass their own. */
export type Clock = {
  /** UTC milliseconds of the system clock. It may step at any moment. */
  now(): number;
  /** Milliseconds that never step. Values of two processes compare only if `machineBoot` is the same. */
  monotonic(): number;
  /** Names this run of the machine. */
  readonly machineBoot: string;
};

export function systemClock(): Clock {
  return {
    now: () => Date.now(),
    monotonic: () => Number(process.hrtime.bigint() / 1_000_000n),
    machineBoot: readMachineBoot(),
  };
}

/** Without the kernel's name for it every process counts as a new boot: deadlines then go by wall time. */
function readMachineBoot(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return randomUUID();
  }
}

/** The three clocks at one moment, as the journal keeps them. */
export type Checkpoint = { site: number; wall: number; monotonic: number; machineBoot: string };

/**
 * Site time: the milliseconds by which the journal counts. It begins as wall time and then only ever adds what has
 * passed: on the monotonic clock while the machine runs, by wall time across a restart of the machine, and never
 * backwards. So a step of the system clock changes nothing that runs, and a power cut does not stop a deadline.
 */
export class SiteTime {
  readonly #clock: Clock;
  readonly #offset: number;

  constructor(clock: Clock, last?: Checkpoint) {
    this.#clock = clock;
    const monotonic = clock.monotonic();
    if (!last) {
      this.#offset = clock.now() - monotonic;
      return;
    }
    const sameRun = last.machineBoot === clock.machineBoot && monotonic >= last.monotonic;
    const passed = sameRun ? monotonic - last.monotonic : Math.max(0, clock.now() - last.wall);
    this.#offset = last.site + passed - monotonic;
  }

  now(): number {
    return this.#offset + this.#clock.monotonic();
  }

  checkpoint(): Checkpoint {
    const { machineBoot } = this.#clock;
    return { site: this.now(), wall: this.#clock.now(), monotonic: this.#clock.monotonic(), machineBoot };
  }
}
