/** RouterOS runs on weak machines, and answers people beside us. */
const mostAtOnce = 16;
const firstAtOnce = 4;

/**
 * How many commands one router has to answer at a time: few at first, more while its answers come as quickly as its quickest, fewer
 * while they take longer. A long way makes all answers late alike, a busy router those that wait for each other.
 */
export class Pace {
  readonly #now: () => number;
  readonly #waiting: (() => void)[] = [];
  #open = firstAtOnce;
  #underWay = 0;
  #quickestMs = Number.POSITIVE_INFINITY;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Asks at once, or when the commands before it were answered, with or without a fault. */
  async within<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#underWay >= this.#open) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#underWay += 1;
    const sentAt = this.#now();
    try {
      return await ask();
    } finally {
      this.#answered(this.#now() - sentAt);
    }
  }

  #answered(ms: number): void {
    // The first says how quick is quick.
    const isQuick = ms <= 1.5 * this.#quickestMs + 50 && Number.isFinite(this.#quickestMs);
    this.#quickestMs = Math.min(this.#quickestMs, ms);
    if (isQuick) this.#open = Math.min(mostAtOnce, this.#open + 1);
    else if (ms > 2 * this.#quickestMs + 100) this.#open = Math.max(1, this.#open - 1);
    this.#underWay -= 1;
    while (this.#underWay < this.#open) {
      const next = this.#waiting.shift();
      if (!next) return;
      // Its place is taken here, so that no command that comes in between takes it.
      this.#underWay += 1;
      next();
    }
  }
}
