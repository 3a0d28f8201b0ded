import { vi } from "vitest";

/** What every clock shows, 20 Nov 2026, 14:05 in Nairobi: nothing that a page says of a time depends on when a test runs. */
export const now = Date.parse("2026-11-20T11:05:00.000Z");

export const ago = (minutes: number): string => new Date(now - minutes * 60_000).toISOString();

export function stopDate(): void {
  vi.useFakeTimers({ toFake: ["Date"], now });
}

/** From here on timers run with the clock, and by `pass` faster than it. Before the page is opened. */
export function runClock(): void {
  vi.useFakeTimers({ shouldAdvanceTime: true, now });
}
export async function pass(seconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(seconds * 1_000);
}
