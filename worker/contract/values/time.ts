// Lengths of time in ms.

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
/** By how much Nairobi's clock is ahead of UTC, the whole year. */
export const nairobiMs = 3 * hourMs;
