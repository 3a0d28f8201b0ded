const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const forms: readonly {
  form: RegExp;
  at: (parts: string[]) => [year: string, month: string, day: string];
}[] = [
  // 2026-11-25, 2026/11/25: a year in front is followed by its month everywhere
  {
    form: /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/,
    at: ([year = "", , month = "", day = ""]) => [year, month, day],
  },
  // 25/11/2026, as it is written in Kenya
  {
    form: /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?!\d)/,
    at: ([day = "", month = "", year = ""]) => [year, month, day],
  },
  // nov/25/2026, of RouterOS 6; Nov 25, 2026
  {
    form: /^([a-z]{3})[a-z]*(?:\/|\.? )(\d{1,2})(?:\/|,? )(\d{4})(?!\d)/i,
    at: ([month = "", day = "", year = ""]) => [year, monthOf(month), day],
  },
  // 25 Nov 2026, 25-Nov-2026
  {
    form: /^(\d{1,2})[ /-]([a-z]{3})[a-z]*[ /-](\d{4})(?!\d)/i,
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

const clock = /^(?:,? |T)(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?: ?([ap])\.?m\b\.?)?/i;
const zone = /^ ?(?:(Z|UTC|GMT)\b|(EAT)\b|([+-]\d\d):?(\d\d)(?!\d))/i;

/** A moment as other systems write it, in Nairobi unless it says so; a day alone is meant to its end. @returns ISO, null where it is none */
export function endOf(given: string): string | null {
  const found = readEnd(given.trim());
  return found?.rest === "" ? found.end : null;
}

/** The same of a text that goes on: what follows is free text. */
export function endIn(comment: string): string | null {
  return readEnd(comment.trim())?.end ?? null;
}

function readEnd(text: string): { end: string; rest: string } | null {
  for (const { form, at } of forms) {
    const found = form.exec(text);
    if (!found) continue;
    const [year, month, day] = at(found.slice(1));
    let rest = text.slice(found[0].length);
    const [time = "", written = "23", minute = "59", second = time === "" ? "59" : "00", half] =
      clock.exec(rest) ?? [];
    rest = rest.slice(time.length);
    const [offset = "", utc, , ahead, more] = zone.exec(rest) ?? [];
    rest = rest.slice(offset.length).trim();
    const hour = half === undefined ? written : ofDay(written, half);
    if (hour === null) return null;
    const two = (part: string) => part.padStart(2, "0");
    const there = `${year}-${two(month)}-${two(day)}T${two(hour)}:${minute}:${second}`;
    // The 31st of a short month is none.
    const asUtc = Date.parse(`${there}Z`);
    if (Number.isNaN(asUtc) || new Date(asUtc).toISOString().slice(8, 10) !== two(day)) return null;
    const moment = Date.parse(there + (utc ? "Z" : ahead ? `${ahead}:${more}` : "+03:00"));
    return Number.isNaN(moment) ? null : { end: new Date(moment).toISOString(), rest };
  }
  return null;
}
