import type { RouterRow } from "../router.ts";

// Counters of a line as its router tells them, and what they add up to.

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
