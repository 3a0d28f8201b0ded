import type { SiteEvent } from "#contract/bridge";
import { type DesiredLine, type DeviceSpec, isOfDevice, type PppSpec } from "#contract/bridge-lines";
import type { Speed } from "#contract/values/speed";

export type LineState = Extract<SiteEvent, { kind: "line_applied" }>["state"];
export type Hindrance = Extract<SiteEvent, { kind: "line_hindered" }>["hindrance"];

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
export type AnyLine = {
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
  /** Why it was not made, as the worker was last told. */
  hindered?: { rev: number; hindrance: Hindrance } | undefined;
};
/** By its PPPoE name. */
export type Line = Omit<AnyLine, "spec"> & { spec: PppSpec };
export type DeviceLine = Omit<AnyLine, "spec"> & { spec: DeviceSpec };

/** Two clocks that count evenly: less than this is the way of the message. */
const driftMs = 1_000;

/** Undefined when it says nothing new. The higher rev wins; the same rev again only shortens, as with purchases. */
export function lineTaken(
  desired: DesiredLine,
  known: AnyLine | undefined,
  now: number,
): AnyLine | undefined {
  const { id, routerId, rev, spec } = desired;
  const deadline = "openMs" in spec && spec.openMs !== null ? now + spec.openMs : null;
  if (!known || rev > known.rev) {
    const before = known ?? { applied: null, made: null, session: null };
    return { ...before, id, routerId, rev, spec, deadline, hasMoved: false, hindered: undefined };
  }
  if (rev < known.rev || known.hasMoved || deadline === null || known.deadline === null) return undefined;
  return deadline < known.deadline - driftMs ? { ...known, deadline } : undefined;
}

/** At the router that it left. */
export function lineLeft(line: AnyLine): AnyLine {
  const { spec } = line;
  return {
    ...line,
    spec: isOfDevice(spec) ? deviceLeft(spec) : { kind: "close", login: spec.login },
    deadline: null,
    hasMoved: true,
    applied: null,
  };
}

const deviceLeft = ({ mac, network, address }: DeviceSpec): DeviceSpec => ({
  kind: "close_device",
  mac,
  network,
  address,
});

const isGivenUp = ({ kind }: AnyLine["spec"]): boolean => kind === "close" || kind === "close_device";

export function stateOf({ spec, deadline }: Pick<AnyLine, "spec" | "deadline">, now: number): LineState {
  if (isGivenUp(spec)) return "closed";
  return deadline === null || deadline > now ? "open" : "blocked";
}

/** Nothing is left to do for it. */
export function isLineDone({ spec, applied, rev }: AnyLine): boolean {
  return isGivenUp(spec) && applied?.rev === rev && applied.state === "closed";
}

/** RouterOS tells spellings apart, people do not. */
export const sameName = (one: string | undefined, other: string): boolean =>
  (one ?? "").toLowerCase() === other.toLowerCase();
