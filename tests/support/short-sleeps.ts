import { vi } from "vitest";
import { clock } from "#worker/sleep";

// Where a test moves the clock by hand, the worker sleeps a moment in place of seconds: enough for an answer that is on its way.

const shorter = 20;
const longestMs = 30;
const { sleep } = clock;
const asked: number[] = [];

clock.sleep = (ms) => {
  asked.push(ms);
  return sleep(vi.getMockedSystemTime() !== null ? Math.min(ms / shorter, longestMs) : ms);
};

/** How long the worker slept since this was asked last, each time in ms. */
export function sleepsSince(): number[] {
  return asked.splice(0);
}
