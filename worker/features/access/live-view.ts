import type { Context } from "../../context.ts";
import type { FromBridge, SessionTotals } from "../../contract/bridge.ts";
import type { Access } from "../../contract/payments.ts";
import { judge, weigh } from "../routers/index.ts";
import type { BridgeStorage, KeptCheck, Reported, ReportedState, RouterReport } from "./bridge-storage.ts";
import type { HeldEntitlement } from "./entitlement-want.ts";
import { sessionStatement } from "./fact-statements.ts";
import { namesDevice } from "./take-facts.ts";

export type AccessNow = { access: Access; endsAt: number | null };
export type RouterNow = {
  online: boolean;
  at: number | null;
  message: string;
  version: string | null;
  /** How many known traps it is in; null before it was ever checked. */
  traps: { blocks: number; mend: number } | null;
};
/** A bridge and its routers, by id. `lastSeen`: its last sign of life. */
export type SiteNow = {
  isOnline: boolean;
  lastSeen: number | null;
  /** Of the bridge, when it last dialled in. */
  version: string | null;
  routers: Record<string, RouterNow>;
};

/** A bridge, and what it reached, counts as there for this long after its last sign of life. */
const freshMs = 90_000;
const quarterHourMs = 15 * 60_000;

const accessWord = {
  connecting: "connecting",
  online: "online",
  waiting_for_device: "waiting_for_device",
  // The device is online by the purchase before; this one follows.
  queued: "online",
  ended: "none",
} as const satisfies Record<ReportedState, Access>;

/** How far a purchase is: what shall be, and what the bridge last said of just that. */
export function accessNow(held: HeldEntitlement, reported: Reported | null, now: number): AccessNow {
  const { endsAt, rev, state } = held;
  // One that moves lives on elsewhere; until it is there it is on its way.
  const lives = state === "waiting" || state === "running" || state === "moved";
  if (!lives || (endsAt !== null && endsAt <= now)) return { access: "none", endsAt };
  const isOfThis = reported !== null && reported.rev >= rev;
  return { access: isOfThis && state !== "moved" ? accessWord[reported.state] : "connecting", endsAt };
}

export function isFresh(at: number, now: number): boolean {
  return at + freshMs > now;
}

/** A bridge tells changes at once, so while its line lives its last word on a router holds. */
function lastThere(report: RouterReport, heardAt: number | null): number {
  return report.state === "reachable" ? Math.max(report.at, heardAt ?? 0) : report.at;
}

export function isReached(report: RouterReport | null, heardAt: number | null, now: number): boolean {
  return report?.state === "reachable" && isFresh(lastThere(report, heardAt), now);
}

export function routerNow(
  report: RouterReport | null,
  check: KeptCheck | null,
  heardAt: number | null,
  now: number,
): RouterNow {
  const traps = check && weigh(judge(check));
  const online = isReached(report, heardAt, now);
  if (report)
    return {
      online,
      at: lastThere(report, heardAt),
      message: report.message,
      version: report.version,
      traps,
    };
  return { online, at: null, message: "The bridge has not reached this router yet.", version: null, traps };
}

/** D1 learns that a router is there when that is news, and every quarter of an hour; the live view is here. */
export async function takeRouterReport(
  ctx: Context,
  kept: BridgeStorage,
  message: Extract<FromBridge, { type: "router" }>,
): Promise<void> {
  const { routerId, state, message: text, version } = message;
  const at = ctx.now();
  const before = kept.router(routerId);
  const same = before?.state === state && before.message === text && before.version === version;
  const isOld = before !== null && Math.floor(before.at / quarterHourMs) !== Math.floor(at / quarterHourMs);
  if (same && !isOld) return;
  kept.setRouter(routerId, { state, message: text, version, at });
  if (state !== "reachable" || (before?.state === state && !isOld)) return;
  const { platform } = ctx;
  await platform.run(platform.statement("UPDATE routers SET last_seen_at = ?1 WHERE id = ?2", at, routerId));
}

/**
 * Writes the running totals of open sessions that are due, every quarter of an hour each; the end of a session comes as
 * a fact. Answers how many named a device and a purchase of this bridge.
 */
export async function takeUsage(
  ctx: Context,
  kept: BridgeStorage,
  sessions: readonly SessionTotals[],
): Promise<number> {
  const now = ctx.now();
  const known = sessions.flatMap((session) => {
    const held = namesDevice(session) ? kept.held(session.entitlementId) : null;
    return held ? [{ session, held }] : [];
  });
  const due = known.filter(({ session }) => kept.isUsageDue(sessionKey(session), now, quarterHourMs));
  for (const [providerId, own] of Map.groupBy(due, ({ held }) => held.providerId)) {
    const db = ctx.tenant(providerId);
    await db.batch(own.map(({ session }) => sessionStatement(db, session, now)));
    kept.usageWritten(
      own.map(({ session }) => sessionKey(session)),
      now,
    );
  }
  return known.length;
}

const sessionKey = ({ routerId, boot, session }: SessionTotals) => `${routerId} ${boot} ${session}`;
