import type { ReportKind } from "#contract/reports";
import { type DayRange, presetRange } from "../../console/days.ts";
import { date } from "../../console/format.ts";
import { language } from "../../console/language.ts";

export const kinds = ["revenue", "usage", "customers"] as const satisfies readonly ReportKind[];

/** The report that the address names, if any. */
export function kindOf(text: string): ReportKind | undefined {
  return kinds.find((kind) => kind === text);
}

/** The range in the address; the last 30 days when it is none. @param now UTC ms */
export function rangeOf({ from, to }: DayRange, now = Date.now()): DayRange {
  const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
  return isDay(from) && isDay(to) && from <= to ? { from, to } : presetRange("month", now);
}

/** `1 Nov 2026 – 20 Nov 2026`, or the one day. */
export function rangeText({ from, to }: DayRange): string {
  const [first, last] = [date(from, language()), date(to, language())];
  return from === to ? first : `${first} – ${last}`;
}

/** `20 Nov` */
export function shortDay(day: string): string {
  return date(day, language()).replace(/\s\d{4}$/, "");
}
