import type { FromBridge } from "#contract/bridge";
import type { Clock } from "../clock.ts";
import type { UntoldUsage } from "../journal/line-usage.ts";
import type { Journal } from "../journal.ts";

/** Told together they let the worker's object sleep in between. */
const reportEveryMs = 300_000;
/** The contract's bound on the list of one message. */
const most = 500;

/** Tells what went through the lines: of those alone through which something went since. */
export class LineReports {
  readonly #journal: Journal;
  readonly #clock: Clock;
  readonly #send: (message: FromBridge) => boolean;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(journal: Journal, clock: Clock, send: (message: FromBridge) => boolean) {
    this.#journal = journal;
    this.#clock = clock;
    this.#send = send;
  }

  /** The connection is new. */
  open(): void {
    this.#journal.lineUsage.tellAgain();
    this.#toldAt = Number.NEGATIVE_INFINITY;
  }

  tick(): void {
    const now = this.#clock.monotonic();
    if (now - this.#toldAt < reportEveryMs) return;
    this.#toldAt = now;
    for (const [routerId, own] of Map.groupBy(this.#journal.lineUsage.untold(), (one) => one.routerId))
      for (let at = 0; at < own.length; at += most)
        // Without a connection they stay untold.
        if (!this.#tell(routerId, own.slice(at, at + most))) return;
  }

  #tell(routerId: string, own: readonly UntoldUsage[]): boolean {
    const lines = own.map(({ lineId, since, up, down }): [string, number, number, number] => [
      lineId,
      since,
      up,
      down,
    ]);
    const isSent = this.#send({ type: "line_usage", routerId, lines });
    if (isSent) this.#journal.lineUsage.told(own);
    return isSent;
  }
}
