import { dayMs, hourMs, minuteMs, nairobiMs } from "./time.ts";

// A window of hours on some days of the week in Africa/Nairobi, UTC+3 the whole year.

/** As the calls spell them. */
export const weekDays = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;
export type WeekDay = (typeof weekDays)[number];

/** From `start` to just before `end`, both HH:MM on the same day. */
export type DayWindow = { days: readonly WeekDay[]; start: string; end: string };

/** One opening of a window: [start, end) in UTC ms. */
type Opening = { start: number; end: number };

/** The opening that this moment lies in, or the next one; null when no day is chosen. @param at UTC ms */
export function openingAt({ days, start, end }: DayWindow, at: number): Opening | null {
  const today = Math.floor((at + nairobiMs) / dayMs);
  for (let day = today; day <= today + 7; day += 1) {
    // Day 0 was a Thursday.
    const name = weekDays[(day + 3) % 7];
    if (!name || !days.includes(name)) continue;
    const midnight = day * dayMs - nairobiMs;
    const opening = { start: midnight + minutesMs(start), end: midnight + minutesMs(end) };
    if (opening.end > at) return opening;
  }
  return null;
}

function minutesMs(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * hourMs + minutes * minuteMs;
}
