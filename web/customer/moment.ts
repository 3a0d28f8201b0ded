import { nairobiMs } from "#contract/values/time";

/** Names of days, Sunday first, and of months. */
export type DateWords = { days: readonly string[]; months: readonly string[] };

/** `Fri 5 Dec 2026, 14:05`, in Nairobi. With the year: a line may be paid for twelve months. */
export function fullMoment(at: number, { days, months }: DateWords): string {
  const there = new Date(at + nairobiMs);
  const date = `${there.getUTCDate()} ${months[there.getUTCMonth()]} ${there.getUTCFullYear()}`;
  return `${days[there.getUTCDay()]} ${date}, ${there.toISOString().slice(11, 16)}`;
}

/** `Fri 5 Dec`, of a day in Nairobi. @param day YYYY-MM-DD */
export function fullDay(day: string, { days, months }: DateWords): string {
  const there = new Date(`${day}T00:00:00Z`);
  return `${days[there.getUTCDay()]} ${there.getUTCDate()} ${months[there.getUTCMonth()]}`;
}
