const finest = 0.001;
const step = Math.log(1.02);

/** Times of any number of events, in classes that are 2 % wide. ms */
export class Waits {
  private readonly counts = new Float64Array(2_048);
  private sum = 0;
  count = 0;

  add(ms: number): void {
    const place = ms <= finest ? 0 : Math.ceil(Math.log(ms / finest) / step);
    const known = Math.min(place, this.counts.length - 1);
    this.counts[known] = (this.counts[known] as number) + 1;
    this.sum += ms;
    this.count += 1;
  }

  get mean(): number {
    return this.count === 0 ? 0 : this.sum / this.count;
  }

  /** What this share of them took at most. */
  at(share: number): number {
    let left = share * this.count;
    for (let place = 0; place < this.counts.length; place += 1) {
      left -= this.counts[place] as number;
      if (left <= 0) return place === 0 ? 0 : finest * Math.exp(place * step);
    }
    return Number.POSITIVE_INFINITY;
  }
}
