import { type DayRange, presetRange } from "../../console/days.ts";
import { addresses } from "../navigation.ts";

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** For the calls; two empty texts are all time, and what an address made up is left out. */
export function daysQuery({ from, to }: DayRange): { from?: string; to?: string } {
  return { ...(isDay(from) ? { from } : {}), ...(isDay(to) ? { to } : {}) };
}

/** The revenue of this month: where a card about it leads. */
export function monthAddress(): string {
  return `${addresses.revenue}?${new URLSearchParams(presetRange("thisMonth"))}`;
}

/** Share of the whole in percent with one decimal; nothing of nothing is nothing. */
export function shareOf(part: number, whole: number): number {
  return whole <= 0 ? 0 : Math.round((1_000 * part) / whole) / 10;
}
