import type { Journal } from "../journal.ts";
import type { Site } from "../reconciler/device-queue.ts";
import type { RouterRow } from "../router.ts";
import { filledRows } from "../router-values.ts";
import type { Line } from "./line.ts";
import { countersOf } from "./line-counters.ts";

/** Read so often; what is not read of a dial before it ends is not counted. */
const readEveryMs = 300_000;
/** Routers count in whole seconds. */
const readingsApartMs = 5_000;

/** Counts what went through the lines that are dialled in, by the interface that each dial has. */
export class LineUsageReading {
  readonly #site: Site;
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(site: Site) {
    this.#site = site;
  }

  /** What a reading missed while the router was away is in the counters: it is read as soon as it is back. */
  startOver(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  /** @param now monotonic */
  async poll(now: number): Promise<void> {
    if (now - this.#readAt < readEveryMs) return;
    // Also where it is refused: it is not asked again with each look.
    this.#readAt = now;
    const { router, journal, assignment } = this.#site;
    const lines = journal.lines.live(assignment.routerId).filter(isCounted);
    if (lines.length > 0) {
      const fields = [".id", "name", "rx-byte", "tx-byte"];
      const rows = filledRows(await router.print("/interface", { type: "pppoe-in" }, fields));
      const byName = new Map(rows.map((row) => [(row.name ?? "").toLowerCase(), row]));
      journal.lineUsage.counted(
        assignment.routerId,
        lines.flatMap((line) => readingOf(journal, line, byName)),
        journal.routers.boot(assignment.routerId),
      );
    }
  }
}

/** A line that was given up is counted until its session ends; one that moved is another one now. */
const isCounted = ({ made, hasMoved }: Line): boolean => made !== null && !hasMoved;

function readingOf(journal: Journal, line: Line, rows: ReadonlyMap<string, RouterRow>) {
  const { login } = line.spec;
  const row = rows.get(`<pppoe-${login}>`.toLowerCase());
  const counters = row && countersOf(row, row["rx-byte"], row["tx-byte"]);
  if (!counters) return [];
  const since = journal.lineUsage.since(line);
  // A dial that was not followed yet has just begun.
  const isOlder = line.session !== null && line.session.since < since - readingsApartMs;
  return [{ lineId: line.id, counters, isOlder }];
}
