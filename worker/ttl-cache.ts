/** Kept for a few seconds per isolate. Only for what may be that old: money and access read afresh. */
export class TtlCache<T> {
  private readonly values = new Map<string, { value: T; at: number }>();
  private readonly keepMs: number;
  private readonly most: number;

  /** @param most of these at once: an isolate's memory is 128 MB */
  constructor(keepMs: number, most = 2_000) {
    this.keepMs = keepMs;
    this.most = most;
  }

  /** The next one reads afresh: for whoever just changed it and looks at once. */
  forget(key: string): void {
    this.values.delete(key);
  }

  forgetAll(): void {
    this.values.clear();
  }

  /** What is kept now, if anything is; nothing is read. */
  known(key: string, now: number): T | undefined {
    const found = this.values.get(key);
    return found && this.isFresh(found.at, now) ? found.value : undefined;
  }

  /** A clock that was set back makes nothing younger: what was kept long after `now` is read again, too. */
  private isFresh(at: number, now: number): boolean {
    return Math.abs(now - at) < this.keepMs;
  }

  async get(key: string, now: number, read: () => Promise<T>): Promise<T> {
    const found = this.values.get(key);
    if (found && this.isFresh(found.at, now)) return found.value;
    const value = await read();
    if (this.values.size >= this.most) this.values.clear();
    this.values.set(key, { value, at: now });
    return value;
  }
}
