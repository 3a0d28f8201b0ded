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

/**
 * Calls `giveUp` after `ms`, unless what is answered here was called before. What has reached a socket by then is read first: a thread
 * that was busy so long finds its timers due before it reads its sockets, and would take an answer that lies there for none.
 */
export function giveUpAfter(ms: number, giveUp: () => void): () => void {
  let afterReading: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    afterReading = setImmediate(giveUp);
  }, ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(afterReading);
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

/** The three clocks at one moment. `notBefore`: the wall time that it is at least, where the machine came up in the past. */
export type Checkpoint = {
  site: number;
  wall: number;
  monotonic: number;
  machineBoot: string;
  notBefore?: number;
};

/** The least that has passed by a counter that may have begun anew at 0: a machine's steady clock, a router's uptime. */
export const leastPassed = (then: number, now: number): number => (now >= then ? now - then : now);

/**
 * Site time in ms: begins as wall time, then only adds what has passed: on the monotonic clock while the machine runs,
 * by wall time across its restart, never backwards. A machine that comes up in the past counts at least its uptime,
 * until a clock that ran on raises it.
 */
export class SiteTime {
  readonly #clock: Clock;
  #offset: number;
  /** `notBefore` of the moment at which the monotonic clock was 0. */
  #notBefore: number | undefined;

  constructor(clock: Clock, last?: Checkpoint) {
    this.#clock = clock;
    const monotonic = clock.monotonic();
    if (!last) {
      this.#offset = clock.now() - monotonic;
      return;
    }
    const measured = leastPassed(last.monotonic, monotonic);
    const sameRun = last.machineBoot === clock.machineBoot && monotonic >= last.monotonic;
    const wall = Math.max(last.wall, last.notBefore ?? last.wall);
    const passed = sameRun ? measured : Math.max(measured, clock.now() - wall);
    this.#offset = last.site + passed - monotonic;
    if (!sameRun && clock.now() < wall) this.#notBefore = wall + passed - monotonic;
    else if (sameRun && last.notBefore !== undefined) this.#notBefore = last.notBefore + passed - monotonic;
  }

  now(): number {
    return this.#offset + this.#clock.monotonic();
  }

  /** More has passed than was measured here. @param ms greater than 0 */
  raise(ms: number): void {
    this.#offset += ms;
    if (this.#notBefore !== undefined) this.#notBefore += ms;
  }

  checkpoint(): Checkpoint {
    const { machineBoot } = this.#clock;
    const [wall, monotonic] = [this.#clock.now(), this.#clock.monotonic()];
    const notBefore = this.#notBefore === undefined ? {} : { notBefore: this.#notBefore + monotonic };
    return { site: this.now(), wall, monotonic, machineBoot, ...notBefore };
  }
}
