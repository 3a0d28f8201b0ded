import type { PollingPorts } from "./polling.ts";
import { readStatus } from "./requests.ts";

/** The page's clock: milliseconds since the script started, untouched by changes of the phone's time. */
export function pageClock(): () => number {
  const start = performance.now();
  return () => performance.now() - start;
}

const wakeEvents = ["pageshow", "focus", "online"] as const;

/** So long, or until the line is back. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
    addEventListener("online", () => resolve(), { once: true });
  });
}

export const browserPolling: Omit<PollingPorts, "look"> = {
  ask: readStatus,
  hidden: () => document.visibilityState === "hidden",
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  onUse(run) {
    const events = ["pointerdown", "touchstart", "keydown", "scroll"] as const;
    // Twice a minute is enough to know that the page is in use.
    let last = Number.NEGATIVE_INFINITY;
    const used = () => {
      if (performance.now() - last < 30_000) return;
      last = performance.now();
      run();
    };
    for (const name of events) addEventListener(name, used, { passive: true });
    return () => {
      for (const name of events) removeEventListener(name, used);
    };
  },
  onWake(run) {
    document.addEventListener("visibilitychange", run);
    for (const name of wakeEvents) addEventListener(name, run);
    return () => {
      document.removeEventListener("visibilitychange", run);
      for (const name of wakeEvents) removeEventListener(name, run);
    };
  },
};
