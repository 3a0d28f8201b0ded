import fc from "fast-check";
import { expect, test } from "vitest";
import { redialWait } from "#bridge/backoff";
import { redialWithinMs } from "#worker/features/bridges/bridge-site";

// How many bridges dial in at once when all their links end together.

const bridges = 5_000;
const spreadMs = redialWithinMs(bridges);

/** The same numbers for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Moments of all dials after every link ended at 0, ms. The worker refuses each one until it is back. */
function dials(backAt: number, random: () => number): number[] {
  const moments: number[] = [];
  for (let bridge = 0; bridge < bridges; bridge++) {
    let at = 0;
    for (let failures = 1; failures === 1 || at < backAt; failures++) {
      at += redialWait(failures, "other-end", spreadMs, random);
      moments.push(at);
    }
  }
  return moments.sort((one, other) => one - other);
}

function mostInASecond(moments: readonly number[]): number {
  let most = 0;
  let first = 0;
  for (const [last, at] of moments.entries()) {
    while (at - (moments[first] ?? at) >= 1_000) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

test("after a new version 5,000 bridges are back within a minute, at most 150 in any second", () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const moments = dials(0, randomFrom(seed));
      expect(moments).toHaveLength(bridges);
      expect(moments.at(-1)).toBeLessThanOrEqual(60_000);
      expect(mostInASecond(moments)).toBeLessThanOrEqual(150);
    }),
    { numRuns: 30 },
  );
});

test("in an outage and after it 5,000 bridges never dial more than 300 times in a second", () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1_000, max: 20 * 60_000 }), (seed, backAt) => {
      const moments = dials(backAt, randomFrom(seed));
      expect(moments.at(-1)).toBeLessThanOrEqual(backAt + 60_000);
      expect(mostInASecond(moments)).toBeLessThanOrEqual(300);
    }),
    { numRuns: 20 },
  );
});

test("few bridges are not held back, and no number of them is away for longer than a minute", () => {
  expect([0, 1, 40, 1_000, 5_000, 1_000_000].map(redialWithinMs)).toEqual([
    ...[0, 13, 500, 12_500, 60_000, 60_000],
  ]);
  expect(redialWait(1, "other-end", redialWithinMs(10), () => 1)).toBe(500);
});

test("a link that fell silent is dialled at once, however many bridges there are", () => {
  expect(redialWait(1, "silence", spreadMs, () => 1)).toBe(500);
});
