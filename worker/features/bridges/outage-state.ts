import { minuteMs } from "../../contract/values/time.ts";

// When an owner hears that a site is away, and that it is back. Pure.

/**
 * So long a bridge or router must have been away before its owner hears of it, so that a flap says nothing. An alarm is on the phone within
 * the next minute: five after the last sign of life.
 */
export const awayAfterMs = 4 * minuteMs;
/** So long it must have been back; one that goes again before was away all the time. */
export const backAfterMs = 60_000;

/** Not there since its last proof of life. `told`: its owner heard of it; `backAt`: there again since then. */
export type Outage = { since: number; told: boolean; backAt: number | null };

/** @param judgedFrom nobody could know of it before: the bridge that watches it was away itself */
export type Sighting =
  | { isThere: true; since: number }
  | { isThere: false; seenAt: number; judgedFrom: number };

export type Judged = {
  /** What is to be kept of it; null for nothing. */
  outage: Outage | null;
  say: "away" | "back" | null;
  /** When it is to be judged again; null for not before there is news. */
  lookAt: number | null;
};

/** What is said must have been told before the next step is taken. */
export function judge(known: Outage | null, sighting: Sighting, now: number): Judged {
  // An outage that could not be told while it lasted is told all the same.
  if (known && !known.told) return { outage: known, say: "away", lookAt: null };
  if (sighting.isThere) {
    if (!known) return { outage: null, say: null, lookAt: null };
    // Heard again on the link that it had fallen silent on: since when is not known.
    const backAt = known.backAt ?? (sighting.since > known.since ? sighting.since : now);
    const outage = { ...known, backAt };
    const lookAt = outage.backAt + backAfterMs;
    return now >= lookAt ? { outage, say: "back", lookAt: null } : { outage, say: null, lookAt };
  }
  if (known) return { outage: { ...known, backAt: null }, say: null, lookAt: null };
  const lookAt = Math.max(sighting.seenAt, sighting.judgedFrom) + awayAfterMs;
  if (now < lookAt) return { outage: null, say: null, lookAt };
  return { outage: { since: sighting.seenAt, told: false, backAt: null }, say: "away", lookAt: null };
}
