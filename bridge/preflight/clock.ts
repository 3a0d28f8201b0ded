import type { RouterRow } from "../router.ts";

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * UTC milliseconds of `/system/clock`: `2026-11-20` or, before about 7.10, `nov/20/2026`; `09:05:00`; `+03:00`.
 * @throws RangeError for what cannot be read
 */
export function readClock(row: RouterRow): number {
  const { date = "", time = "", "gmt-offset": zone = "+00:00" } = row;
  const day = isoDay(date);
  const offset = /^([+-]?)(\d{1,2}):?(\d{2})$/.exec(zone);
  const at =
    day === undefined || !/^\d{2}:\d{2}:\d{2}$/.test(time) ? Number.NaN : Date.parse(`${day}T${time}Z`);
  if (Number.isNaN(at) || !offset) throw new RangeError(`no clock: ${JSON.stringify([date, time, zone])}`);
  const minutes = Number(offset[2]) * 60 + Number(offset[3]);
  return at - (offset[1] === "-" ? -minutes : minutes) * 60_000;
}

function isoDay(date: string): string | undefined {
  if (/^\d{4}-\d{2}-\d{2}$/.test(date)) return date;
  const parts = /^([a-z]{3})\/(\d{2})\/(\d{4})$/i.exec(date);
  const month = months.indexOf((parts?.[1] ?? "").toLowerCase()) + 1;
  return parts && month > 0 ? `${parts[3]}-${String(month).padStart(2, "0")}-${parts[2]}` : undefined;
}
