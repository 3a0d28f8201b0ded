import type { DesiredEntitlement, EntitlementSpec } from "../../contract/bridge.ts";
import { isOpenAt, sinceOpening, type Windows, windowsOf } from "../../contract/values/open-hours.ts";
import type { Subject } from "../../contract/values/subject.ts";
import type { Terms } from "../../db/schema/tenant.ts";

// From what was bought to what the bridge shall make true. Pure.

/** An entitlement as BridgeObject keeps it: what it needs to say the spec at any later moment. */
export type EntitlementRecord = {
  id: string;
  providerId: string;
  routerId: string;
  rev: number;
  createdAt: number;
  subjects: Subject[];
  state: "waiting" | "running" | "cut_off" | "ended" | "moved" | "lapsed";
  terms: Terms;
  startedAt: number | null;
  endsAt: number | null;
  usedBytes: number;
};

type Serve = Extract<EntitlementSpec, { kind: "serve" }>;

/** The higher rev stands; within one rev start and usage are never unlearned. */
export function laterOf(known: EntitlementRecord, read: EntitlementRecord): EntitlementRecord {
  if (read.rev !== known.rev) return read.rev > known.rev ? read : known;
  const usedBytes = Math.max(known.usedBytes, read.usedBytes);
  return { ...(read.startedAt === null ? known : read), usedBytes };
}

/** Nothing can become of it any more. */
export function isOver({ state }: Pick<EntitlementRecord, "state">): boolean {
  return state === "ended" || state === "moved" || state === "lapsed";
}

/**
 * The link carries remainders: what is left is computed at the moment of sending. Null for a state of a newer version, which wrote it
 * before a roll-back: what the bridge holds of it stands.
 */
export function desiredEntitlementOf(held: EntitlementRecord, now: number): DesiredEntitlement | null {
  const { id, routerId, rev, createdAt } = held;
  const spec = specOf(held, now);
  return spec && { id, routerId, rev, order: createdAt, spec };
}

function specOf(held: EntitlementRecord, now: number): EntitlementSpec | null {
  const { subjects, terms } = held;
  switch (held.state) {
    case "waiting":
    case "running":
      return {
        kind: "serve",
        subjects,
        upKbps: terms.upKbps,
        downKbps: terms.downKbps,
        durationMs: terms.durationMs,
        remainingMs: held.endsAt === null ? null : Math.max(0, held.endsAt - now),
        dataBytes: terms.dataBytes,
        fairUse: terms.fairUse,
        hours: hoursNow(held, now),
        usedBytes: held.usedBytes,
      };
    case "cut_off":
    case "moved":
      return { kind: "end", subjects, reason: held.state };
    case "ended":
    case "lapsed":
      return { kind: "end", subjects, reason: "ended" };
    default:
      held.state satisfies never;
      return null;
  }
}

/** Null: it is open day and night. */
export function hoursOf({ terms }: Pick<EntitlementRecord, "terms">): Windows | null {
  return terms.hours ? windowsOf(terms.hours) : null;
}

/** Outside of its hours: nobody is let in by it, and it lives on. */
export function isClosed(held: Pick<EntitlementRecord, "terms">, now: number): boolean {
  const hours = hoursOf(held);
  return hours !== null && !isOpenAt(hours, now);
}

function hoursNow(held: EntitlementRecord, now: number): Serve["hours"] {
  const hours = hoursOf(held);
  return hours ? { openMs: hours.openMs, openedAgoMs: sinceOpening(hours, now) } : undefined;
}

/** When something happened, by the worker's clock: an age is never believed beyond the purchase itself. */
export function momentOf(held: Pick<EntitlementRecord, "createdAt">, ageMs: number, now: number): number {
  return Math.min(now, Math.max(held.createdAt, now - ageMs));
}
