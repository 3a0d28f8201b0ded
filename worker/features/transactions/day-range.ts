import { dayStart, nairobiDay } from "../../contract/values/duration.ts";
import { dayMs } from "../../contract/values/time.ts";
import { refuse } from "../../errors.ts";

// Days are days in Africa/Nairobi, UTC+3 the whole year, written YYYY-MM-DD.

export const longestRange = 366;

/** Both days count. `start` inclusive and `end` exclusive are UTC ms. */
export type DayRange = { from: string; to: string; start: number; end: number };

export function dayEnd(day: string): number {
  return dayStart(day) + dayMs;
}

/** @throws AppError invalid when the days are in the wrong order, too many, or of no century in which this is sold */
export function dayRange(from: string, to: string): DayRange {
  refuseBackwards(from, to);
  const range = { from, to, start: dayStart(from), end: dayEnd(to) };
  if (range.end - range.start > longestRange * dayMs)
    throw refuse("invalid", "days_too_many", { most: longestRange });
  if (from < "2000") throw refuse("invalid", "days_too_old");
  return range;
}

export function refuseBackwards(from: string, to: string): void {
  if (from > to) throw refuse("invalid", "days_backwards");
}

export function lastDays(to: string, count: number): string {
  return nairobiDay(dayStart(to) - (count - 1) * dayMs);
}

export function daysOf({ from, to }: Pick<DayRange, "from" | "to">): string[] {
  const [start, end] = [dayStart(from), dayEnd(to)];
  return Array.from({ length: Math.round((end - start) / dayMs) }, (_, index) =>
    nairobiDay(start + index * dayMs),
  );
}
