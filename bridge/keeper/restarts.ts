import type { Journal } from "../journal.ts";

const keptEveryMs = 60_000;

/** Recognises restarts of a router by its uptime and counts them in the journal. */
export class Restarts {
  readonly #journal: Journal;
  readonly #routerId: string;
  #last: { uptime: number; at: number } | undefined;
  #keptAt = Number.NEGATIVE_INFINITY;

  constructor(journal: Journal, routerId: string) {
    this.#journal = journal;
    this.#routerId = routerId;
  }

  /** Takes the uptime read at `now` (monotonic milliseconds); says whether the router restarted since the last one. */
  read(uptimeSeconds: number, now: number): boolean {
    const seen = this.#journal.routers.seen(this.#routerId);
    const restarted =
      uptimeSeconds < (this.#last?.uptime ?? seen.uptime) || this.#fellBehind(uptimeSeconds, now);
    this.#last = { uptime: uptimeSeconds, at: now };
    if (!restarted && now - this.#keptAt < keptEveryMs) return false;
    this.#keptAt = now;
    const boots = restarted ? seen.boots + 1 : seen.boots;
    this.#journal.routers.see(this.#routerId, { ...seen, boots, uptime: uptimeSeconds });
    return restarted;
  }

  /** After a long absence a restarted router may be up longer than it was: but not by as much as has passed. */
  #fellBehind(uptimeSeconds: number, now: number): boolean {
    if (!this.#last) return false;
    const passed = (now - this.#last.at) / 1000;
    return uptimeSeconds + 5 + passed / 1000 < this.#last.uptime + passed;
  }
}
