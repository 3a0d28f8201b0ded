const windowMs = 10 * 60_000;
const mostByDevice = 5;
const mostByAll = 60;

/** Wrong codes of the last ten minutes, by device and in total. Right ones are not counted: a guesser slows nobody else. */
export class Tries {
  readonly #now: () => number;
  #wrong: { address: string; at: number }[] = [];

  /** @param now monotonic milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts one; says whether there were too many. */
  isTooMany(address: string): boolean {
    const now = this.#now();
    this.#wrong = this.#wrong.filter(({ at }) => at > now - windowMs).slice(-10_000);
    this.#wrong.push({ address, at: now });
    const own = this.#wrong.filter((one) => one.address === address).length;
    return own > mostByDevice || this.#wrong.length > mostByAll;
  }
}
