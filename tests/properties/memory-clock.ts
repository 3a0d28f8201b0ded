import type { Clock } from "#bridge/clock";

/** The clock of the histories: that of the test, which stands still but for what a history lets pass. */
export const memoryClock: Clock = {
  now: () => Date.now(),
  monotonic: () => Date.now(),
  machineBoot: "one machine",
};
