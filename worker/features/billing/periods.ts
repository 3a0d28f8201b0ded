import type * as z from "zod";
import type { BillingCycle } from "../../contract/billing.ts";
import { dayMs } from "../../contract/values/time.ts";

// Periods are whole days in Africa/Nairobi, [start, end), written YYYY-MM-DD. They end with calendar months, quarters and
// years, so that a month's sales lie in one invoice; the first one begins on the day billing was set up.

type Cycle = z.infer<typeof BillingCycle>;
export type Period = { start: string; end: string };

const monthsOf: Record<Cycle, number> = { monthly: 1, quarterly: 3, yearly: 12 };

export function plusDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10);
}

export function daysBetween(start: string, end: string): number {
  return Math.round((Date.parse(`${end}T00:00:00Z`) - Date.parse(`${start}T00:00:00Z`)) / dayMs);
}

/** The period that begins on this day: to the next end of a month, quarter or year after it. */
export function periodFrom(start: string, cycle: Cycle): Period {
  const year = Number(start.slice(0, 4));
  const month = Number(start.slice(5, 7)) - 1;
  const length = monthsOf[cycle];
  const next = Math.floor(month / length) * length + length;
  return { start, end: new Date(Date.UTC(year, next, 1)).toISOString().slice(0, 10) };
}

/** The day by which a period is to be paid: `dueDay` of the month that begins when it ends. */
export function dueDateOf({ end }: Period, dueDay: number): string {
  return `${end.slice(0, 8)}${String(dueDay).padStart(2, "0")}`;
}

/** A period by calendar months, in order; the first may be a part of one. */
export function monthsIn({ start, end }: Period): (Period & { daysInMonth: number })[] {
  const parts: (Period & { daysInMonth: number })[] = [];
  for (let from = start; from < end; ) {
    const { end: next } = periodFrom(from, "monthly");
    parts.push({
      start: from,
      end: next < end ? next : end,
      daysInMonth: daysBetween(`${from.slice(0, 8)}01`, next),
    });
    from = next;
  }
  return parts;
}
