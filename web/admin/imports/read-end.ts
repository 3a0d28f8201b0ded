const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const forms: readonly {
  form: RegExp;
  at: (parts: string[]) => [year: string, month: string, day: string];
}[] = [
  // 2026-11-25
  { form: /^(\d{4})-(\d{1,2})-(\d{1,2})/, at: ([year = "", month = "", day = ""]) => [year, month, day] },
  // 25/11/2026, as it is written in Kenya
  {
    form: /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})/,
    at: ([day = "", month = "", year = ""]) => [year, month, day],
  },
  // nov/25/2026, of RouterOS 6
  {
    form: /^([a-z]{3})\/(\d{1,2})\/(\d{4})/i,
    at: ([month = "", day = "", year = ""]) => [year, monthOf(month), day],
  },
  // 25 Nov 2026
  {
    form: /^(\d{1,2}) ([a-z]{3})[a-z]* (\d{4})/i,
    at: ([day = "", month = "", year = ""]) => [year, monthOf(month), day],
  },
];

const monthOf = (name: string) => String(months.indexOf(name.toLowerCase()) + 1);

/** 12 AM is midnight and 12 PM noon. @returns null where no clock of twelve hours shows it */
function ofDay(hour: string, half: string): string | null {
  const shown = Number(hour);
  if (shown < 1 || shown > 12) return null;
  return String((shown % 12) + (half.toLowerCase() === "p" ? 12 : 0));
}

/** A moment as other systems write it, in Nairobi unless it says so; a day alone is meant to its end. @returns ISO, null where it is none */
export function endOf(given: string): string | null {
  const text = given.trim();
  const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(?:Z|[+-]\d\d:?\d\d)$/.test(text);
  if (isWhole) return Number.isNaN(Date.parse(text)) ? null : new Date(text).toISOString();
  for (const { form, at } of forms) {
    const found = form.exec(text);
    if (!found) continue;
    const [year, month, day] = at(found.slice(1));
    const rest = text.slice(found[0].length).trim();
    const [, written = "23", minute = "59", second = rest === "" ? "59" : "00", half] =
      /^T?(\d{1,2}):(\d\d)(?::(\d\d))?(?:\s*([ap])\.?m\b)?/i.exec(rest) ?? [];
    const hour = half === undefined ? written : ofDay(written, half);
    if (hour === null) return null;
    const two = (part: string) => part.padStart(2, "0");
    const iso = `${year}-${two(month)}-${two(day)}T${two(hour)}:${minute}:${second}+03:00`;
    const moment = Date.parse(iso);
    // The 31st of a short month is none.
    const isDay =
      !Number.isNaN(moment) && new Date(moment + 10_800_000).toISOString().slice(8, 10) === two(day);
    return isDay ? new Date(moment).toISOString() : null;
  }
  return null;
}
