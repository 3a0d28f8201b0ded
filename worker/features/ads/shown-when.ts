import { dayMs, hourMs } from "../../contract/values/time.ts";

// From when and until when an advertisement shows. Days are days in Africa/Nairobi (UTC+3 the whole year).

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** The first moment: a day begins at its midnight, an instant is itself. Undefined for what names no moment. */
export function firstMoment(text: string): number | undefined {
  return isDay(text) ? midnight(text) : instant(text);
}

/** The moment from which on it shows no more: a day counts to its end, an instant is itself. */
export function endMoment(text: string): number | undefined {
  if (!isDay(text)) return instant(text);
  const start = midnight(text);
  return start === undefined ? undefined : start + dayMs;
}

function midnight(day: string): number | undefined {
  const at = Date.parse(`${day}T00:00:00Z`);
  // Some parsers take 31 February for 3 March.
  const exists = !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
  return exists ? at - 3 * hourMs : undefined;
}

/** A date-time without an offset is meant in Nairobi. */
function instant(text: string): number | undefined {
  const form = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/.exec(text);
  if (!form || midnight(form[1] ?? "") === undefined) return undefined;
  const at = Date.parse(form[4] ? text : `${text}+03:00`);
  return Number.isNaN(at) ? undefined : at;
}

type Period = { startsAt: number | null; endsAt: number | null };

export function showsAt({ startsAt, endsAt }: Period, now: number): boolean {
  return (startsAt === null || startsAt <= now) && (endsAt === null || now < endsAt);
}
