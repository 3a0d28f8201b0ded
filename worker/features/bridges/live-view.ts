import type { Context } from "../../context.ts";
import { type FromBridge, silentAfterMs } from "../../contract/bridge.ts";
import { say, type Text } from "../../contract/texts.ts";
import { minuteMs } from "../../contract/values/time.ts";
import { among, sql } from "../../db/sql.ts";
import { log } from "../../log.ts";
import type { RouterNow } from "../entitlements/index.ts";
import { judge, weigh } from "../routers/index.ts";
import type { BridgeStorage, KeptCheck, RouterReport } from "./bridge-storage.ts";

/**
 * A bridge runs on a machine at a site, and anybody with a code of their own enrols one: what it says is shown as its words, and cannot
 * pass for the platform's.
 */
export const bridgeText = (text: Text) => say("bridge_says", { text });

/** `7.18.2 (stable)`; null for what is no version. */
function versionSaid(text: string | null): string | null {
  return text !== null && /^\d[\w.]{0,20}( \([\w-]{1,20}\))?$/.test(text) ? text : null;
}

const quarterHourMs = 15 * minuteMs;

/** A bridge, and what it reached, counts as there until it has missed two heartbeats. */
export function isFresh(at: number, now: number): boolean {
  return at + silentAfterMs > now;
}

/** When a bridge's link began, and when it was last heard on it. */
export type LinkNow = { since: number; heardAt: number };

/** The last proof of life. A bridge tells changes at once, so while its link lives what it said on it of a router holds. */
function lastThere(report: RouterReport, link: LinkNow | null): number | null {
  const seenAt = seenAtOf(report);
  const holds = report.state === "reachable" && link !== null && report.at >= link.since;
  return holds ? Math.max(seenAt ?? 0, link.heardAt) : seenAt;
}

export function isReached(report: RouterReport | null, link: LinkNow | null, now: number): boolean {
  return report?.state === "reachable" && isFresh(lastThere(report, link) ?? 0, now);
}

export function routerNow(
  report: RouterReport | null,
  check: KeptCheck | null,
  link: LinkNow | null,
  now: number,
): RouterNow {
  const findings = check && weigh(judge(check));
  const online = isReached(report, link, now);
  if (report)
    return {
      online,
      state: report.state,
      at: lastThere(report, link),
      message: report.message && bridgeText(report.message),
      version: versionSaid(report.version),
      findings,
    };
  return { online, state: null, at: null, message: say("router_not_reached"), version: null, findings };
}

/** Reports that were kept before `seenAt` was have a moment only where the router was there. */
export function seenAtOf({ seenAt, state, at }: RouterReport): number | null {
  return seenAt === undefined ? (state === "reachable" ? at : null) : seenAt;
}

/** D1 learns news, and every quarter of an hour. @param link on which it was said @returns whether it is news on it */
export async function recordRouterReport(
  ctx: Context,
  kept: BridgeStorage,
  link: LinkNow,
  message: Extract<FromBridge, { type: "router" }>,
): Promise<boolean> {
  const { routerId, state, message: text, version, seenAgeMs, foreignUsers = [] } = message;
  const at = ctx.now();
  const before = kept.router(routerId);
  const same =
    before?.state === state &&
    JSON.stringify(before.message) === JSON.stringify(text) &&
    (before.foreignUsers ?? []).join() === foreignUsers.join() &&
    before.version === version;
  const isOld = before !== null && Math.floor(before.at / quarterHourMs) !== Math.floor(at / quarterHourMs);
  if (same && !isOld && before.at >= link.since) return false;
  kept.setRouter(routerId, {
    state,
    message: text,
    version,
    at,
    seenAt: seenBy(message, before, link, at),
    ...(foreignUsers.length > 0 && { foreignUsers }),
  });
  const isNews = !same || before.at < link.since;
  if (state !== "reachable" || (before?.state === state && !isOld)) return isNews;
  const { platform } = ctx;
  await platform.run(
    sql`UPDATE routers SET last_seen_at = max(coalesce(last_seen_at, 0), ${at - (seenAgeMs ?? 0)})
      WHERE id = ${routerId}`,
  );
  return isNews;
}

/**
 * D1 counts routers by this, so that no figure asks every bridge: written when it changes, for the bridge that has the router.
 * @returns whether it shows any of them as reached
 */
export async function listReached(
  ctx: Context,
  kept: BridgeStorage,
  bridgeId: string,
  link: LinkNow | null,
): Promise<boolean> {
  const now = ctx.now();
  const routers = kept
    .assignedRouters()
    .map(({ id, report, isListed }) => ({ id, isListed, reached: isReached(report, link, now) }));
  const changed = routers.filter(({ isListed, reached }) => isListed !== reached);
  const [on, off] = [true, false].map((is) =>
    changed.flatMap(({ id, reached }) => (reached === is ? [id] : [])),
  ) as [string[], string[]];
  if (changed.length > 0)
    await ctx.platform.batch([
      sql`UPDATE routers SET online_since = ${now}
        WHERE id IN ${among(on)} AND bridge_id = ${bridgeId} AND online_since IS NULL`,
      sql`UPDATE routers SET online_since = NULL
        WHERE id IN ${among(off)} AND bridge_id = ${bridgeId} AND online_since IS NOT NULL`,
    ]);
  kept.setListed(on, true);
  kept.setListed(off, false);
  return routers.some(({ reached }) => reached);
}

/**
 * Writes how many things block selling at a router, for its bridge alone: by this the operator sees routers that sell nothing. Never throws: the checklist comes again with the
 * bridge's next link.
 */
export async function listBlocks(
  ctx: Context,
  kept: BridgeStorage,
  bridgeId: string,
  routerId: string,
): Promise<void> {
  const check = kept.check(routerId);
  if (!check) return;
  const { blocks } = weigh(judge(check));
  try {
    await ctx.platform.run(
      sql`UPDATE routers SET blocks = ${blocks}
        WHERE id = ${routerId} AND bridge_id = ${bridgeId} AND blocks <> ${blocks}`,
    );
  } catch (cause) {
    log("error", "what blocks selling", cause, { bridge: bridgeId });
  }
}

/** An older bridge does not say when: then its router was there while it was said to be. */
function seenBy(
  { state, seenAgeMs }: Extract<FromBridge, { type: "router" }>,
  before: RouterReport | null,
  link: LinkNow,
  now: number,
): number | null {
  const known = before && seenAtOf(before);
  if (seenAgeMs === null) return known;
  if (seenAgeMs !== undefined) return Math.max(known ?? 0, now - seenAgeMs);
  if (state === "reachable") return now;
  return before?.state === "reachable" && before.at >= link.since
    ? Math.max(known ?? 0, link.heardAt)
    : known;
}
