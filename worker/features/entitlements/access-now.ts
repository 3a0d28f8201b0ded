import type { Access } from "../../contract/payments.ts";
import type { AccessNow } from "./bridge-api.ts";
import type { EntitlementRecord } from "./desired-state.ts";

/** What a bridge last said of an entitlement, and of which revision of it. */
export type ReportedState = "connecting" | "online" | "waiting_for_device" | "queued" | "ended";
export type Reported = { rev: number; state: ReportedState };

const accessWord = {
  connecting: "connecting",
  online: "online",
  waiting_for_device: "waiting_for_device",
  // The device is online by the purchase before; this one follows.
  queued: "online",
  ended: "none",
} as const satisfies Record<ReportedState, Access>;

/** How far a purchase is: what shall be, and what the bridge last said of just that. */
export function accessNow(held: EntitlementRecord, reported: Reported | null, now: number): AccessNow {
  const { endsAt, rev, state } = held;
  // One that moves lives on elsewhere; until it is there it is on its way.
  const lives = state === "waiting" || state === "running" || state === "moved";
  if (!lives || (endsAt !== null && endsAt <= now)) return { access: "none", endsAt };
  const isOfThis = reported !== null && reported.rev >= rev;
  // "Online" may overtake the event that it started: it is true once its end is known.
  const isEarly = reported?.state === "online" && endsAt === null;
  const isSaid = isOfThis && state !== "moved" && !isEarly;
  return { access: isSaid ? accessWord[reported.state] : "connecting", endsAt };
}
