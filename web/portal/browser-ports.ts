import type { PollingPorts } from "./polling.ts";
import { readStatus } from "./requests.ts";

/** The page's clock: milliseconds since the script started, untouched by changes of the phone's time. */
export function pageClock(): () => number {
  const start = performance.now();
  return () => performance.now() - start;
}

/** Browsers that do not tell are taken to be on a WiFi. */
export function onMobileData(): boolean {
  return (navigator as { connection?: { type?: string } }).connection?.type === "cellular";
}

const wakeEvents = ["pageshow", "focus", "online"] as const;

export const browserPolling: PollingPorts = {
  ask: readStatus,
  hidden: () => document.visibilityState === "hidden",
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
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
