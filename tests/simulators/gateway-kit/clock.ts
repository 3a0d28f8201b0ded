/** Runs `fn` once after `ms`; the answer cancels it. */
export type Schedule = (ms: number, fn: () => void) => () => void;

export const realTimers: Schedule = (ms, fn) => {
  const timer = setTimeout(fn, ms);
  return () => clearTimeout(timer);
};

type Timer = { at: number; fn: () => void };

/** A clock that moves only by `advance`, with timers that fire in order on the way. Starts at 2026-11-20 09:00:00 UTC. */
export class FakeClock {
  #now = Date.UTC(2026, 10, 20, 9, 0, 0);
  readonly #timers = new Set<Timer>();

  now(): number {
    return this.#now;
  }

  readonly schedule: Schedule = (ms, fn) => {
    const timer = { at: this.#now + ms, fn };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  };

  /** Lets `ms` pass; what timers set off (deliveries too, as long as they wait for no clock) is done when it resolves. */
  async advance(ms: number): Promise<void> {
    const until = this.#now + ms;
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      const [next] = [...this.#timers].filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.fn();
    }
    this.#now = until;
  }
}
