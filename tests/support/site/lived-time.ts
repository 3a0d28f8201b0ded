import { minuteMs } from "#contract/values/time";
import { ask } from "./ask.ts";
import type { MovedClock } from "./moved-clock.ts";
import { until } from "./visitor.ts";

/**
 * Time that a site lives through: a moved clock goes on only as fast as the worker answers. Else what takes a second of a busy machine takes
 * twenty of the site's, and is given up and repeated before it is done.
 */
export class LivedTime {
  private readonly clock: MovedClock;
  private readonly origin: () => string;

  /** @param origin a provider's: its object answers, too */
  constructor(clock: MovedClock, origin: () => string) {
    this.clock = clock;
    this.origin = origin;
  }

  /** In steps in which nobody falls silent for long. */
  async pass(ms: number, stepMs = 4 * minuteMs): Promise<void> {
    for (const end = this.clock.now() + ms; this.clock.now() < end; )
      await this.step(Math.min(stepMs, end - this.clock.now()));
  }

  /** What a jump of the clock silenced comes back while it is asked, and what waits for its time is done. */
  until<T>(
    what: string,
    read: () => Promise<T>,
    suits: (value: T) => boolean,
    { stepMs = 2_000, withinMs = 90_000 } = {},
  ): Promise<T> {
    return until(
      what,
      async () => {
        await this.step(stepMs);
        return read();
      },
      suits,
      withinMs,
    );
  }

  private async step(ms: number): Promise<void> {
    this.clock.pass(ms);
    // Time for those who are woken by it to begin; then what they do comes before this question, or beside it.
    await new Promise((resolve) => setTimeout(resolve, 60));
    await ask(this.origin(), "/api/plans");
  }
}
