import { dayMs } from "#contract/values/time";

// Days in Africa/Nairobi, as `2026-11-20`. The country has no summer time: a day is always 24 hours, three before UTC.

const aheadMs = 10_800_000;

/** @param now UTC ms */
export function dayOf(now = Date.now()): string {
  return new Date(now + aheadMs).toISOString().slice(0, 10);
}

/** @param count may be negative */
export function plusDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10);
}

/** Both days count. Two empty texts mean no range. */
export type DayRange = { from: string; to: string };

export type Preset = "today" | "yesterday" | "week" | "month" | "thisMonth";

/** The ranges that are asked for most; the last 7 and 30 days end today. */
export function presetRange(preset: Preset, now = Date.now()): DayRange {
  const to = dayOf(now);
  if (preset === "today") return { from: to, to };
  if (preset === "yesterday") return { from: plusDays(to, -1), to: plusDays(to, -1) };
  if (preset === "week") return { from: plusDays(to, -6), to };
  if (preset === "month") return { from: plusDays(to, -29), to };
  return { from: `${to.slice(0, 8)}01`, to };
}
