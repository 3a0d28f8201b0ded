export const pollMs = 5_000;
/** After a restart of the router phones come back one by one. */
const quickPoll = { everyMs: 1_000, forMs: 15_000 };
const idlePollMs = 30_000;
const scanMs = 600_000;
const profilesMs = 60_000;

/** When a router is to be read. Monotonic milliseconds. */
export class Schedule {
  #syncedAt: number | undefined;
  #scannedAt = 0;
  #polledAt = 0;
  #wholeAt = 0;
  #profilesAt = 0;

  /** Everything was compared on this connection. */
  get isSynced(): boolean {
    return this.#syncedAt !== undefined;
  }

  synced(now: number): void {
    this.#syncedAt = now;
    this.scanned(now);
  }

  scanned(now: number): void {
    this.#scannedAt = now;
    this.polled(now);
    this.profilesRead(now);
  }

  polled(now: number): void {
    this.linesPolled(now);
    this.#wholeAt = now;
  }

  /** Nothing but who is dialled in was asked. */
  linesPolled(now: number): void {
    this.#polledAt = now;
  }

  /** The router has to say whether it restarted, and is still ours. @param within how old the last answer may be, ms */
  isWholeDue(now: number, within = idlePollMs): boolean {
    return now - this.#wholeAt >= within;
  }

  profilesRead(now: number): void {
    this.#profilesAt = now;
  }

  /** The connection is gone, or what was read on it is of no use. */
  startOver(): void {
    this.#syncedAt = undefined;
  }

  isScanDue(now: number): boolean {
    return now - this.#scannedAt >= scanMs;
  }

  areProfilesDue(now: number): boolean {
    return now - this.#profilesAt >= profilesMs;
  }

  isPollDue(now: number, isServing: boolean, hasWaiting: boolean): boolean {
    if (!isServing) return now - this.#polledAt >= idlePollMs;
    const isQuick = hasWaiting && now - (this.#syncedAt ?? now) < quickPoll.forMs;
    return now - this.#polledAt >= (isQuick ? quickPoll.everyMs : pollMs);
  }
}
