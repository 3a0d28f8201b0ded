// How long a plan lasts and how much is left, in the words of the portal and the consoles.

export const hourMs = 3_600_000;

/** 24 hours or more read as days: `3 Hours`, `1 Hour`, `1 Day`, `7 Days`; a part of a day keeps its hours (`1 Day 12 Hours`). */
export function planDuration(hours: number): string {
  const named = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"}`;
  if (hours < 24) return named(hours, "Hour");
  const rest = hours % 24;
  return rest === 0
    ? named(hours / 24, "Day")
    : `${named(Math.floor(hours / 24), "Day")} ${named(rest, "Hour")}`;
}

/** What is left, rounded up to the minute: `2 d 3 h`, `3 h 12 min`, `5 min`, `under a minute`. */
export function timeLeft(ms: number): string {
  if (ms < 60_000) return "under a minute";
  const minutes = Math.ceil(ms / 60_000);
  const days = Math.floor(minutes / 1440);
  const hours = Math.floor((minutes % 1440) / 60);
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`;
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}

/** The day a moment falls on in Africa/Nairobi (UTC+3 the whole year), `YYYY-MM-DD`. */
export function nairobiDay(at: number): string {
  return new Date(at + 3 * hourMs).toISOString().slice(0, 10);
}

/** `20 Nov, 14:05` in Africa/Nairobi. */
export function nairobiTime(at: number): string {
  const shifted = new Date(at + 3 * hourMs);
  const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
  return `${shifted.getUTCDate()} ${months[shifted.getUTCMonth()]}, ${shifted.toISOString().slice(11, 16)}`;
}
