// How long to wait before the next try. Milliseconds; `failures` counts from 1.

/** The longest wait of a link that nothing answers. */
const longestMs = 30_000;

/**
 * The link, anywhere from 0 to a bound (full jitter), so that thousands of bridges do not come back as one.
 * Where nothing answers, or the link fell silent, it is most likely the site's own internet: at once, then a bound that
 * doubles. Where the other end ended the link or refused it, it may have ended all links (a new version, an outage):
 * the bound is the span that the worker asked for.
 * @param spreadMs span in which the worker wants all its bridges to come back; 0 before it said so
 */
export function redialWait(
  failures: number,
  endedBy: "silence" | "other-end",
  spreadMs: number,
  random: () => number,
): number {
  const growing = Math.min(Math.max(longestMs, spreadMs), 500 * 2 ** Math.min(failures - 1, 16));
  return random() * (endedBy === "silence" ? growing : Math.max(growing, spreadMs));
}

/** A router is its bridge's alone, and people wait in front of it: at once, then 0.25 s, 0.5 s … up to `longest`. */
export function growingWait(failures: number, longest: number): number {
  return failures <= 1 ? 0 : Math.min(longest, 250 * 2 ** Math.min(failures - 2, 16));
}
