import { dayMs, minuteMs } from "#contract/values/time";
import type { RouterRow } from "./router.ts";

// What routers say of time.

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * UTC milliseconds of `/system/clock`: `2026-11-20` or, before about 7.10, `nov/20/2026`; `09:05:00`; `+03:00`.
 * @throws RangeError for what cannot be read
 */
export function readClock(row: RouterRow): number {
  const { date = "", time = "", "gmt-offset": zone = "+00:00" } = row;
  const offset = /^([+-]?)(\d{1,2}):?(\d{2})$/.exec(zone);
  const at = localTime(date, time);
  if (at === undefined || !offset) throw new RangeError(`no clock: ${JSON.stringify([date, time, zone])}`);
  const minutes = Number(offset[2]) * 60 + Number(offset[3]);
  return at - (offset[1] === "-" ? -minutes : minutes) * minuteMs;
}

/**
 * How long ago a line of `/log` is, milliseconds: its `time` is `09:05:00` of today, or has a day before it, with a year or without.
 * @param clock the row of `/system/clock`, read at the same time
 * @returns undefined for what cannot be read, or is not over yet: the clock was set since
 */
export function agoOfLog(text: string, clock: RouterRow): number | undefined {
  const { date = "", time = "" } = clock;
  const now = localTime(date, time);
  const today = isoDay(date);
  const [first = "", second] = text.trim().split(" ");
  const [day, clockTime] = second === undefined ? [today, first] : [withYear(first, today), second];
  const at = day === undefined ? undefined : localTime(day, clockTime);
  if (now === undefined || at === undefined) return undefined;
  // Without a year it is the one before, where the day has not come yet this year.
  const isOfLastYear = second !== undefined && isoDay(first) === undefined && at > now + dayMs;
  const ago = now - (isOfLastYear ? at - 365 * dayMs : at);
  // The two were not read in the same moment.
  return ago < -minuteMs ? undefined : Math.max(0, ago);
}

/** As if it were UTC. */
function localTime(date: string, time: string): number | undefined {
  const day = isoDay(date);
  if (day === undefined || !/^\d{2}:\d{2}:\d{2}$/.test(time)) return undefined;
  const at = Date.parse(`${day}T${time}Z`);
  return Number.isNaN(at) ? undefined : at;
}

function isoDay(date: string): string | undefined {
  if (/^\d{4}-\d{2}-\d{2}$/.test(date)) return date;
  const parts = /^([a-z]{3})\/(\d{2})\/(\d{4})$/i.exec(date);
  const month = monthOf(parts?.[1]);
  return parts && month ? `${parts[3]}-${month}-${parts[2]}` : undefined;
}

/** `nov/30` and `11-30`, too. */
function withYear(day: string, today = ""): string | undefined {
  const year = today.slice(0, 4);
  if (/^\d{2}-\d{2}$/.test(day)) return `${year}-${day}`;
  const parts = /^([a-z]{3})\/(\d{2})$/i.exec(day);
  const month = monthOf(parts?.[1]);
  return parts ? month && `${year}-${month}-${parts[2]}` : isoDay(day);
}

function monthOf(name = ""): string | undefined {
  const month = months.indexOf(name.toLowerCase()) + 1;
  return month === 0 ? undefined : String(month).padStart(2, "0");
}
