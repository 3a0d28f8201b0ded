import type { Journal } from "../journal.ts";

const keptEveryMs = 60_000;

/** What was read of a router; `askedAt` is the monotonic moment before the question. */
export type UptimeReading = { uptimeSeconds: number; askedAt: number };

/** Counts a router's restarts by its uptime, and lets the router say how long the bridge's own machine was off. */
export class Restarts {
  readonly #journal: Journal;
  readonly #routerId: string;
  #box: string | undefined;
  #last: { uptime: number; at: number } | undefined;
  #keptAt = Number.NEGATIVE_INFINITY;

  constructor(journal: Journal, routerId: string) {
    this.#journal = journal;
    this.#routerId = routerId;
  }

  /** A new connection, to this box (see `Box`). Gives the ms by which site time was raised; see `RouterStore.witness`. */
  met(box: string | undefined, { uptimeSeconds }: UptimeReading): number {
    this.#box = box;
    if (this.#last || box === undefined) return 0;
    return this.#journal.routers.witness(this.#routerId, uptimeSeconds, box);
  }

  /** Takes the uptime read by `now` (monotonic milliseconds); says whether the router restarted since the last one. */
  read({ uptimeSeconds, askedAt }: UptimeReading, now: number): boolean {
    const { routers } = this.#journal;
    const seen = routers.seen(this.#routerId);
    const restarted =
      uptimeSeconds < (this.#last?.uptime ?? seen.uptime) || this.#fellBehind(uptimeSeconds, now);
    this.#last = { uptime: uptimeSeconds, at: now };
    if (!restarted && now - this.#keptAt < keptEveryMs) return false;
    this.#keptAt = now;
    const boots = restarted ? seen.boots + 1 : seen.boots;
    const { read: _, ...rest } = seen;
    const read = this.#box === undefined ? {} : { read: routers.reading(this.#box, now - askedAt) };
    routers.see(this.#routerId, { ...rest, boots, uptime: uptimeSeconds, ...read });
    return restarted;
  }

  /** After a long absence a restarted router may be up longer than it was: but not by as much as has passed. */
  #fellBehind(uptimeSeconds: number, now: number): boolean {
    if (!this.#last) return false;
    const passed = (now - this.#last.at) / 1000;
    return uptimeSeconds + 5 + passed / 1000 < this.#last.uptime + passed;
  }
}
