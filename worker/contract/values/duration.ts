import { nairobiMs } from "./time.ts";

// How long a plan lasts and how much is left, in the words of the portal and the consoles.

/** One language's words for lengths of time and dates. */
export type TimeWords = {
  /** How long a plan lasts: whole days, and the hours and minutes beyond them. */
  plan(days: number, hours: number, minutes: number): string;
  /** What is left; minutes count below a day only. All three zero: less than a minute. */
  left(days: number, hours: number, minutes: number): string;
  /** Short names, January first. */
  months: readonly string[];
};

const named = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"}`;

export const englishTime: TimeWords = {
  plan(days, hours, minutes) {
    const parts = [
      ...(days === 0 ? [] : [named(days, "Day")]),
      ...(hours === 0 ? [] : [named(hours, "Hour")]),
      ...(minutes === 0 ? [] : [named(minutes, "Minute")]),
    ];
    return parts.join(" ");
  },
  left(days, hours, minutes) {
    if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`;
    if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`;
    return minutes > 0 ? `${minutes} min` : "under a minute";
  },
  months: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
};

/**
 * 24 hours or more read as days: `30 Minutes`, `3 Hours`, `1 Day`, `7 Days`; parts keep their hours and minutes (`1 Day 12 Hours`).
 * @param hours to the minute: 0.5 = half an hour
 */
export function planDuration(hours: number, words = englishTime): string {
  return words.plan(...daysHoursMinutes(hours));
}

/** 36.5 -> 1, 12, 30 */
export function daysHoursMinutes(hours: number): [days: number, hours: number, minutes: number] {
  const minutes = Math.round(hours * 60);
  return [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60), minutes % 60];
}

/** What is left, rounded up to the minute: `2 d 3 h`, `3 h 12 min`, `5 min`, `under a minute`. */
export function timeLeft(ms: number, words = englishTime): string {
  const minutes = ms < 60_000 ? 0 : Math.ceil(ms / 60_000);
  return words.left(Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60);
}

/** The day a moment falls on in Africa/Nairobi (UTC+3 the whole year), `YYYY-MM-DD`. */
export function nairobiDay(at: number): string {
  return new Date(at + nairobiMs).toISOString().slice(0, 10);
}

/** When such a day begins there, UTC ms. */
export function dayStart(day: string): number {
  return Date.parse(`${day}T00:00:00+03:00`);
}

/** `20 Nov, 14:05` in Africa/Nairobi. */
export function nairobiTime(at: number, { months } = englishTime): string {
  const shifted = new Date(at + nairobiMs);
  return `${shifted.getUTCDate()} ${months[shifted.getUTCMonth()]}, ${shifted.toISOString().slice(11, 16)}`;
}
