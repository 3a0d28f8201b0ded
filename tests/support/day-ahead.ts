import { dayMs } from "#contract/values/time";

/**
 * Midnight (UTC, epoch milliseconds) of the day that lies `days` ahead of the real clock.
 * For fake clocks beside a bridge: the runtime stamps heartbeats with the real time, so that
 * a fixed date would fail once it has passed, as the line would seem to have spoken just now.
 */
export const dayAhead = (days: number): number => (Math.floor(Date.now() / dayMs) + days) * dayMs;
