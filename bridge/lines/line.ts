import type { SiteEvent } from "#contract/bridge";
import type { DesiredLine } from "#contract/bridge-lines";
import type { Speed } from "#contract/values/speed";

export type LineState = Extract<SiteEvent, { kind: "line_applied" }>["state"];

/** A dial as it was last seen; `since` is site time. */
export type LineSession = {
  /** As the router names it. */
  id: string;
  address: string;
  callerId: string;
  since: number;
  /** That the profile had when it dialled in; null where it was not seen. */
  speed: Speed | null;
};

/** A customer's line as the journal holds it. Moments are site time. */
export type Line = {
  id: string;
  routerId: string;
  rev: number;
  spec: DesiredLine["spec"];
  /** Blocked from then on; null for one that is never blocked by itself, or is given up. */
  deadline: number | null;
  /** It is at another router now: closed here, and nothing of that is told. */
  hasMoved: boolean;
  /** What the worker was last told as `line_applied`. */
  applied: { rev: number; state: LineState } | null;
  /** The speed that the router's row was last read back with: the row is ours. */
  made: Speed | null;
  session: LineSession | null;
};

/** Two clocks that count evenly: less than this is the way of the message. */
const driftMs = 1_000;

/** Undefined when it says nothing new. The higher rev wins; the same rev again only shortens, as with purchases. */
export function lineTaken(desired: DesiredLine, known: Line | undefined, now: number): Line | undefined {
  const { id, routerId, rev, spec } = desired;
  const deadline = spec.kind === "serve" && spec.openMs !== null ? now + spec.openMs : null;
  if (!known || rev > known.rev) {
    const before = known ?? { applied: null, made: null, session: null };
    return { ...before, id, routerId, rev, spec, deadline, hasMoved: false };
  }
  if (rev < known.rev || known.hasMoved || deadline === null || known.deadline === null) return undefined;
  return deadline < known.deadline - driftMs ? { ...known, deadline } : undefined;
}

/** At the router that it left. */
export function lineLeft(line: Line): Line {
  return {
    ...line,
    spec: { kind: "close", login: line.spec.login },
    deadline: null,
    hasMoved: true,
    applied: null,
  };
}

export function stateOf({ spec, deadline }: Line, now: number): LineState {
  if (spec.kind === "close") return "closed";
  return deadline === null || deadline > now ? "open" : "blocked";
}

/** Nothing is left to do for it. */
export function isLineDone({ spec, applied, rev }: Line): boolean {
  return spec.kind === "close" && applied?.rev === rev && applied.state === "closed";
}

/** RouterOS tells spellings apart, people do not. */
export const sameName = (one: string | undefined, other: string): boolean =>
  (one ?? "").toLowerCase() === other.toLowerCase();
