import type { Journal } from "../journal.ts";
import type { Site } from "../reconciler/device-queue.ts";
import type { RouterRow } from "../router.ts";
import { filledRows } from "../router-values.ts";
import type { Line } from "./line.ts";

/** What a router counted in one row: the interface of a dial, or the queue of a device. `up`: from the customer. */
export type LineCounters = { row: string; up: number; down: number };

/**
 * What went through a line since its journal knows it. It only rises, so that a report that is lost or told again changes nothing.
 * @property since when that was, site time: another journal, and the line that was forgotten and came again, count from 0 under another one
 * @property seen the counters when last read, and the run of the router in which that was; null before the first
 */
export type LineUsage = {
  since: number;
  up: number;
  down: number;
  seen: (LineCounters & { boot: string }) | null;
};

/** Read so often; what is not read of a dial before it ends is not counted. */
const readEveryMs = 300_000;
/** Routers count in whole seconds. */
const readingsApartMs = 5_000;
/** More than a line carries in a century: what says so is no counter. */
const mostBytes = 2 ** 52;

const none = { up: 0, down: 0 };

/**
 * The next reading. A row that is another one, or says less than before, began anew: all of it is new. What ran before the line
 * was known is none of ours, or in the report of the journal that knew it.
 * @param isOlder it ran already when the line came into the journal
 */
export function lineCounted(
  known: LineUsage,
  read: LineCounters,
  { boot, isOlder }: { boot: string; isOlder: boolean },
): LineUsage {
  const { seen } = known;
  const goesOn =
    seen !== null &&
    seen.row === read.row &&
    seen.boot === boot &&
    read.up >= seen.up &&
    read.down >= seen.down;
  const before = goesOn ? seen : seen === null && isOlder ? read : none;
  return {
    since: known.since,
    up: Math.min(mostBytes, known.up + read.up - before.up),
    down: Math.min(mostBytes, known.down + read.down - before.down),
    seen: { row: read.row, up: read.up, down: read.down, boot },
  };
}

/** Of a row's two figures; undefined where one is none. */
export function countersOf(row: RouterRow, up = "", down = ""): LineCounters | undefined {
  const figures = [up, down].map((text) => (/^\d{1,16}$/.test(text) ? Number(text) : Number.NaN));
  const [first = Number.NaN, second = Number.NaN] = figures;
  const isRead = figures.every((one) => one <= mostBytes);
  return isRead ? { row: row[".id"] ?? "", up: first, down: second } : undefined;
}

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
    this.#readAt = now;
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
