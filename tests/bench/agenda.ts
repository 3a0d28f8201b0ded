/** What is still to happen, earliest first: a binary heap in flat arrays, since a day has tens of millions of events. */
export class Agenda {
  private size = 0;
  private times = new Float64Array(1_024);
  private entries = new Int32Array(1_024);

  /** When the earliest comes; never, where nothing is left. */
  get next(): number {
    return this.size === 0 ? Number.POSITIVE_INFINITY : (this.times[0] as number);
  }

  add(at: number, entry: number): void {
    if (this.size === this.times.length) this.grow();
    let place = this.size;
    this.size += 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if ((this.times[parent] as number) <= at) break;
      this.move(parent, place);
      place = parent;
    }
    this.times[place] = at;
    this.entries[place] = entry;
  }

  /** @returns the earliest entry, which leaves; there must be one */
  take(): number {
    const first = this.entries[0] as number;
    this.size -= 1;
    const at = this.times[this.size] as number;
    const entry = this.entries[this.size] as number;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= this.size) break;
      if (child + 1 < this.size && (this.times[child + 1] as number) < (this.times[child] as number))
        child += 1;
      if ((this.times[child] as number) >= at) break;
      this.move(child, place);
      place = child;
    }
    this.times[place] = at;
    this.entries[place] = entry;
    return first;
  }

  private move(from: number, to: number): void {
    this.times[to] = this.times[from] as number;
    this.entries[to] = this.entries[from] as number;
  }

  private grow(): void {
    const times = new Float64Array(this.size * 2);
    times.set(this.times);
    this.times = times;
    const entries = new Int32Array(this.size * 2);
    entries.set(this.entries);
    this.entries = entries;
  }
}
