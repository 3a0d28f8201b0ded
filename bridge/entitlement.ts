import type { DesiredEntitlement, EntitlementSpec, SiteEvent } from "#contract/bridge";
import { endAfter, isOpenAt, sinceOpening, type Windows } from "#contract/values/open-hours";
import { parseSubject, type Subject } from "#contract/values/subject";
import { dayMs } from "#contract/values/time";

type Serve = Extract<EntitlementSpec, { kind: "serve" }>;
export type AppliedState = Extract<SiteEvent, { kind: "applied" }>["state"];
export type EndReason = Extract<SiteEvent, { kind: "ended" }>["reason"];

/** Hours as the worker last told them. `run`: of the bridge's machine, in which that was. */
export type SiteHours = Windows & { run: string };

/** One purchase as the journal holds it. Moments are site time. */
export type Entitlement = {
  id: string;
  routerId: string;
  rev: number;
  order: number;
  spec: EntitlementSpec;
  receivedAt: number;
  /** Null until a router confirmed the first session. */
  startedAt: number | null;
  deadline: number | null;
  /** It is open, and its time runs, in these hours alone; absent = day and night. */
  hours?: SiteHours;
  /** Set when time or data ran out here; an `end` spec needs no such moment. */
  endedAt: number | null;
  endReason: EndReason | null;
  /** Bytes used before the sessions that are open now. */
  usedBefore: number;
  /** Devices not yet confirmed off; `adoptedAt`: let in by another journal, whose count until then is in `usedBefore`. */
  touched: { routerId: string; subject: Subject; adoptedAt?: number }[];
  /** What the worker was last told as `applied`. */
  applied: { rev: number; state: AppliedState } | null;
};

/**
 * Undefined when it says nothing new. The higher rev wins; the same rev again only shortens: after a power cut on a
 * machine without a clock it alone knows how long the night was. @param used bytes as counted here @param run of the machine
 */
export function taken(
  desired: DesiredEntitlement,
  known: Entitlement | undefined,
  used: number,
  now: number,
  run = "",
): Entitlement | undefined {
  if (!known) return accepted(desired, fresh(desired, now), 0, now, run);
  if (desired.rev > known.rev) return accepted(desired, known, used, now, run);
  if (desired.rev === known.rev && desired.spec.kind === "serve")
    return shortened(desired.spec, known, used, now, run);
  return undefined;
}

/** Two clocks that count evenly: less than this is the way of the message. */
const driftMs = 1_000;

/** What is told of hours is dated by site time; told again as they were, they stay as they are. */
function hoursTold(
  { hours }: Serve,
  known: SiteHours | undefined,
  now: number,
  run: string,
): Pick<Entitlement, "hours"> {
  if (!hours) return {};
  const told = { openedAt: now - hours.openedAgoMs, openMs: hours.openMs, run };
  if (known?.run !== run || known.openMs !== told.openMs) return { hours: told };
  const drift = sinceOpening(known, told.openedAt);
  return { hours: Math.min(drift, dayMs - drift) < driftMs ? known : told };
}

/** Outside of its hours, or nobody knows what time of the day it is. @param isCounted whether site time went on evenly since that run */
export function isShut({ hours }: Entitlement, now: number, isCounted: (run: string) => boolean): boolean {
  return hours !== undefined && !(isCounted(hours.run) && isOpenAt(hours, now));
}

const fresh = ({ id, routerId, rev, order, spec }: DesiredEntitlement, now: number): Entitlement => ({
  id,
  routerId,
  rev,
  order,
  spec,
  receivedAt: now,
  startedAt: null,
  deadline: null,
  endedAt: null,
  endReason: null,
  usedBefore: 0,
  touched: [],
  applied: null,
});

function accepted(
  desired: DesiredEntitlement,
  known: Entitlement,
  used: number,
  now: number,
  run: string,
): Entitlement {
  const { routerId, rev, order } = desired;
  const subjects = [...new Set(desired.spec.subjects.flatMap((subject) => parseSubject(subject) ?? []))];
  const { hours, ...rest } = known;
  const next: Entitlement = { ...rest, routerId, rev, order, spec: { ...desired.spec, subjects } };
  if (desired.spec.kind === "end") return next;
  Object.assign(next, hoursTold(desired.spec, hours, now, run));
  const { durationMs, remainingMs, usedBytes } = desired.spec;
  next.usedBefore += Math.max(0, usedBytes - used);
  if (remainingMs === null) {
    next.deadline = next.startedAt === null ? null : endAfter(next.hours ?? null, next.startedAt, durationMs);
  } else {
    next.startedAt ??= now - Math.max(0, durationMs - remainingMs);
    next.deadline = now + remainingMs;
  }
  // More time or data bought for one that had run out opens it again.
  if (next.endedAt !== null && runOut(next, Math.max(used, usedBytes), now) === undefined) {
    next.endedAt = null;
    next.endReason = null;
  }
  return next;
}

function shortened(
  spec: Serve,
  known: Entitlement,
  used: number,
  now: number,
  run: string,
): Entitlement | undefined {
  const next = { ...known, ...hoursTold(spec, known.hours, now, run) };
  if (spec.remainingMs !== null) {
    next.startedAt ??= now - Math.max(0, spec.durationMs - spec.remainingMs);
    next.deadline = Math.min(known.deadline ?? Number.POSITIVE_INFINITY, now + spec.remainingMs);
  }
  next.usedBefore += Math.max(0, spec.usedBytes - used);
  const same =
    next.deadline === known.deadline && next.usedBefore === known.usedBefore && next.hours === known.hours;
  return same ? undefined : next;
}

/** Why nothing is left of it, or undefined. */
export function runOut(entitlement: Entitlement, used: number, now: number): EndReason | undefined {
  const { spec, deadline } = entitlement;
  if (spec.kind === "end") return undefined;
  if (deadline !== null && deadline <= now) return "time";
  return spec.dataBytes !== null && used >= spec.dataBytes ? "data" : undefined;
}

export function isEnded(entitlement: Entitlement): boolean {
  return entitlement.spec.kind === "end" || entitlement.endedAt !== null;
}

export function isDone(entitlement: Entitlement): boolean {
  const { applied, rev, touched } = entitlement;
  return isEnded(entitlement) && touched.length === 0 && applied?.rev === rev && applied.state === "ended";
}

const steps: readonly AppliedState[] = ["queued", "waiting_for_device", "online", "ended"];

/** Each rev tells the worker every state once, forwards: a device that comes and goes is not worth an event each time. */
export function isProgress(applied: Entitlement["applied"], rev: number, state: AppliedState): boolean {
  return !applied || applied.rev < rev || steps.indexOf(applied.state) < steps.indexOf(state);
}
