import { dayStart, nairobiDay } from "../../contract/values/duration.ts";
import { dayMs, hourMs } from "../../contract/values/time.ts";

/** 02:30 in Nairobi: the day before is settled, and few people buy. */
const startsMs = 2.5 * hourMs;

/** The night that began last: when, UTC ms, and which day it compares. */
export function lastNight(now: number): { day: string; startsAt: number } {
  const today = dayStart(nairobiDay(now));
  const startsAt = now < today + startsMs ? today + startsMs - dayMs : today + startsMs;
  return { day: nairobiDay(startsAt - startsMs - 1), startsAt };
}

/**
 * The day that is compared, UTC ms. @property foundAt when what the present step finds was found: the same when the step is
 * repeated, so that it counts the same rows
 */
export type Night = { from: number; to: number; foundAt: number };

/** First moment of a day in Nairobi, and of the next one, UTC ms. */
export function momentsOf(day: string): { from: number; to: number } {
  const from = dayStart(day);
  return { from, to: from + dayMs };
}
