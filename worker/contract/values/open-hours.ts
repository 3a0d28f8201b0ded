import { dayMs, minuteMs, nairobiMs } from "./time.ts";

// Hours of the day in which a plan is open. What was bought is spent in them alone: every end follows from a start by
// what stands here, at the worker, at the bridge and on the visitor's page.

/** Minutes of the day in Nairobi, 0 to 1439. `until` before `from`: across midnight. Never the same. */
export type OpenHours = { from: number; until: number };

/** Open each day for `openMs` from one of its openings on, on any clock that counts milliseconds evenly. */
export type Windows = { openedAt: number; openMs: number };

const dayMinutes = 1_440;

/** `22:00` -> 1320; undefined where it is no time of the day. */
export function parseTimeOfDay(text: string): number | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

/** 1320 -> `22:00` */
export function timeOfDay(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** As plans say it. */
export function shownHours(hours: OpenHours | undefined): { from: string; until: string } | null {
  return hours ? { from: timeOfDay(hours.from), until: timeOfDay(hours.until) } : null;
}

/** Of hours as plans say them. */
export function shownWindows(hours: { from: string; until: string } | null): Windows | null {
  const [from, until] = [parseTimeOfDay(hours?.from ?? ""), parseTimeOfDay(hours?.until ?? "")];
  return from === undefined || until === undefined ? null : windowsOf({ from, until });
}

/** On the worker's clock, UTC milliseconds. */
export function windowsOf({ from, until }: OpenHours): Windows {
  const openMinutes = (until - from + dayMinutes) % dayMinutes;
  return { openedAt: from * minuteMs - nairobiMs, openMs: openMinutes * minuteMs };
}

/** How long ago the last opening was: less than a day. */
export function sinceOpening({ openedAt }: Windows, at: number): number {
  return (((at - openedAt) % dayMs) + dayMs) % dayMs;
}

export function isOpenAt(windows: Windows, at: number): boolean {
  return sinceOpening(windows, at) < windows.openMs;
}

/** `at` itself where it is open then. */
export function opensAt(windows: Windows, at: number): number {
  return isOpenAt(windows, at) ? at : at + dayMs - sinceOpening(windows, at);
}

/** The end of the window that `at` is in; `at` itself where it is closed then. */
export function closesAt(windows: Windows, at: number): number {
  return at + Math.max(0, windows.openMs - sinceOpening(windows, at));
}

/** How much open time lies before `at`, counted from some fixed moment: only differences say anything. */
export function openTime(windows: Windows, at: number): number {
  const since = sinceOpening(windows, at);
  const days = Math.round((at - since - windows.openedAt) / dayMs);
  return days * windows.openMs + Math.min(since, windows.openMs);
}

/** The first moment before which so much open time lies: an end is that of a window, never the opening of the next. */
export function momentOf({ openedAt, openMs }: Windows, openMsBefore: number): number {
  const days = Math.ceil(openMsBefore / openMs) - 1;
  return openedAt + days * dayMs + (openMsBefore - days * openMs);
}

/** When so much of it will have been used. Without hours it runs day and night. */
export function endAfter(windows: Windows | null, from: number, ms: number): number {
  if (windows === null) return from + ms;
  return ms <= 0 ? from : momentOf(windows, openTime(windows, from) + ms);
}

/** How much of it is used between the two. */
export function usedBetween(windows: Windows | null, from: number, until: number): number {
  if (windows === null) return Math.max(0, until - from);
  return Math.max(0, openTime(windows, until) - openTime(windows, from));
}
