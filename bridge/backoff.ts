// How long to wait before the next try. Milliseconds; `failures` counts from 1.

/** The line: anywhere from 0 to a bound that doubles up to 30 s, so that a thousand bridges do not come back as one. */
export function fullJitter(failures: number, random: () => number): number {
  return random() * Math.min(30_000, 500 * 2 ** Math.min(failures, 16));
}

/** A router is its bridge's alone, and people wait in front of it: at once, then 0.25 s, 0.5 s … up to `longest`. */
export function growingWait(failures: number, longest: number): number {
  return failures <= 1 ? 0 : Math.min(longest, 250 * 2 ** Math.min(failures - 2, 16));
}
