import type { DesiredEntitlement, EntitlementSpec, SiteEvent } from "#contract/bridge";
import { parseMac } from "#contract/values/mac";

type Serve = Extract<EntitlementSpec, { kind: "serve" }>;
export type AppliedState = Extract<SiteEvent, { kind: "applied" }>["state"];
export type EndReason = Extract<SiteEvent, { kind: "ended" }>["reason"];

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
  /** Set when time or data ran out here; an `end` spec needs no such moment. */
  endedAt: number | null;
  endReason: EndReason | null;
  /** Bytes used before the sessions that are open now. */
  usedBefore: number;
  /** Devices not yet confirmed off; `adoptedAt`: let in by another journal, whose count until then is in `usedBefore`. */
  touched: { routerId: string; mac: string; adoptedAt?: number }[];
  /** What the worker was last told as `applied`. */
  applied: { rev: number; state: AppliedState } | null;
};

/**
 * Undefined when it says nothing new. The higher rev wins; the same rev again only shortens: after a power cut on a
 * machine without a clock it alone knows how long the night was. @param used bytes as counted here
 */
export function taken(
  desired: DesiredEntitlement,
  known: Entitlement | undefined,
  used: number,
  now: number,
): Entitlement | undefined {
  if (!known) return accepted(desired, fresh(desired, now), 0, now);
  if (desired.rev > known.rev) return accepted(desired, known, used, now);
  if (desired.rev === known.rev && desired.spec.kind === "serve")
    return shortened(desired.spec, known, used, now);
  return undefined;
}

const fresh = ({ id, routerId, rev, order, spec }: DesiredEntitlement, now: number): Entitlement => ({
  ...{ id, routerId, rev, order, spec, receivedAt: now },
  ...{ startedAt: null, deadline: null, endedAt: null, endReason: null },
  ...{ usedBefore: 0, touched: [], applied: null },
});

function accepted(desired: DesiredEntitlement, known: Entitlement, used: number, now: number): Entitlement {
  const { routerId, rev, order } = desired;
  const macs = [...new Set(desired.spec.macs.flatMap((mac) => parseMac(mac) ?? []))];
  const next: Entitlement = { ...known, routerId, rev, order, spec: { ...desired.spec, macs } };
  if (desired.spec.kind === "end") return next;
  const { durationMs, remainingMs, usedBytes } = desired.spec;
  next.usedBefore += Math.max(0, usedBytes - used);
  if (remainingMs === null) {
    next.deadline = next.startedAt === null ? null : next.startedAt + durationMs;
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

function shortened(spec: Serve, known: Entitlement, used: number, now: number): Entitlement | undefined {
  const next = { ...known };
  if (spec.remainingMs !== null) {
    next.startedAt ??= now - Math.max(0, spec.durationMs - spec.remainingMs);
    next.deadline = Math.min(known.deadline ?? Number.POSITIVE_INFINITY, now + spec.remainingMs);
  }
  next.usedBefore += Math.max(0, spec.usedBytes - used);
  const same = next.deadline === known.deadline && next.usedBefore === known.usedBefore;
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
