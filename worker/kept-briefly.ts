/**
 * Answers kept for a few seconds per isolate, so that a crowd at one portal costs one read. Only for what may be a few
 * seconds old: money and access read afresh.
 */
export class KeptBriefly<T> {
  private readonly known = new Map<string, { value: T; until: number }>();
  private readonly keepMs: number;
  private readonly most: number;

  /** @param most of these at once: an isolate's memory is 128 MB */
  constructor(keepMs: number, most = 2_000) {
    this.keepMs = keepMs;
    this.most = most;
  }

  /** The next one reads afresh: for whoever just changed it and looks at once. */
  forget(key: string): void {
    this.known.delete(key);
  }

  forgetAll(): void {
    this.known.clear();
  }

  async get(key: string, now: number, read: () => Promise<T>): Promise<T> {
    const found = this.known.get(key);
    if (found && found.until > now) return found.value;
    const value = await read();
    if (this.known.size >= this.most) this.known.clear();
    this.known.set(key, { value, until: now + this.keepMs });
    return value;
  }
}
