import { dayMs } from "./time.ts";

// How long a package's price keeps a line on. Months are those of people: paid on the 31st it ends on the 30th, and on the 31st again.

/** `days`: 1 to 366. `months`: 1 to 12, by the calendar of Nairobi. */
export type LinePeriod = { days: number } | { months: number };

/** Nairobi has no summer time. */
const nairobiMs = 3 * 3_600_000;

/**
 * When a period that begins at `from` ends, UTC ms.
 * @param day of the month on which the first of such periods in a row began, 1 to 31: where a month has no such day its last one stands for it
 */
export function periodEnd(from: number, period: LinePeriod, day: number): number {
  if ("days" in period) return from + period.days * dayMs;
  const local = new Date(from + nairobiMs);
  const month = local.getUTCMonth() + period.months;
  const last = new Date(Date.UTC(local.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const timeOfDay = (from + nairobiMs) % dayMs;
  return Date.UTC(local.getUTCFullYear(), month, Math.min(Math.max(day, 1), last)) + timeOfDay - nairobiMs;
}

/** How many days such a period is. */
export const periodDays = (from: number, period: LinePeriod, day: number): number =>
  Math.round((periodEnd(from, period, day) - from) / dayMs);

/** The day of the month, 1 to 31, in Nairobi. */
export const dayOfMonth = (at: number): number => new Date(at + nairobiMs).getUTCDate();
