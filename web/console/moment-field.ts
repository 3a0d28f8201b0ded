// What a date-time field holds, meant in Nairobi: `2026-12-31T23:59`.

/** UTC ms. */
export function nairobiMoment(typed: string): number {
  return Date.parse(`${typed}${typed.length === 16 ? ":00" : ""}+03:00`);
}

/** @param at UTC ms */
export function nairobiField(at: number): string {
  return new Date(at + 10_800_000).toISOString().slice(0, 16);
}
