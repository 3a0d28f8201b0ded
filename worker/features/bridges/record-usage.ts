import type { Context } from "../../context.ts";
import type { SessionTotals } from "../../contract/bridge.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { dayMs, hourMs } from "../../contract/values/time.ts";
import { ofProvidersThere, silentAs } from "../../db/every-tenant.ts";
import type { Terms } from "../../db/schema/tenant.ts";
import { log } from "../../log.ts";
import { namesDevice, sessionStatement, type ToldTotals } from "../entitlements/index.ts";
import type { BridgeStorage } from "./bridge-storage.ts";
import { sessionKey, type UsageStorage } from "./usage-storage.ts";

// A bridge tells the totals of its sessions every 30 s. Their provider's tables have them with the session's end, which is
// an event, and with the end of a day; until then they are kept here, at most as often as this:
const keptMs = hourMs / 2;
/** What was not told again for so long: the session is idle, or its end is not known yet. */
const longMs = hourMs;
/** How much is left of a data plan is shown to its buyer, and a bridge that lost its disk goes on from there. */
const dataPlanMs = hourMs / 4;
/** So long before midnight in Nairobi totals are written once more, so that a day's bytes count for that day. */
const lastWordMs = 40_000;
/** What a bridge has to tell at once is cut into several words. */
const sameWordMs = 5_000;
/** After a provider's tables could not be reached. */
const againMs = 30_000;

/** @returns how many of them were this bridge's */
export async function recordUsage(
  ctx: Context,
  kept: BridgeStorage,
  usage: UsageStorage,
  sessions: readonly SessionTotals[],
): Promise<number> {
  const now = ctx.now();
  const told: ToldTotals[] = [];
  const due: ToldTotals[] = [];
  for (const totals of sessions) {
    const held = namesDevice(totals) ? kept.held(totals.entitlementId) : null;
    if (!held || !usage.admits(sessionKey(totals), now)) continue;
    const one = { providerId: held.providerId, at: now, totals };
    told.push(one);
    if (usage.isDue(sessionKey(totals), writtenBy(now, isMetered(held.terms)))) due.push(one);
  }
  const { savedAt, all } = usage.told();
  if (told.length > 0 && (savedAt + keptMs <= now || now - savedAt < sameWordMs)) {
    const newer = new Set(told.map(({ totals }) => sessionKey(totals)));
    const stays = (one: ToldTotals) => isOver(one, now) || !newer.has(sessionKey(one.totals));
    usage.keep([...all.filter(stays), ...told], now);
  }
  for (const [providerId, own] of Map.groupBy(due, (one) => one.providerId))
    try {
      await write(ctx, providerId, own);
      usage.written(
        own.map(({ totals }) => sessionKey(totals)),
        now,
      );
    } catch (cause) {
      // They stay due, and are told again.
      silentAs(providerId, cause);
    }
  return told.length;
}

/** What it has used decides how it goes on. */
const isMetered = ({ dataBytes, fairUse }: Terms): boolean => dataBytes !== null || fairUse !== undefined;

const isOver = ({ at }: ToldTotals, now: number): boolean =>
  at + longMs <= now || nairobiDay(at) !== nairobiDay(now);

/**
 * Writes what is kept of an earlier day, and what was not told again for an hour, each as of when it was told. What cannot be
 * written is kept on.
 * @returns when there will be more of it, at the latest; null = not before more is told
 */
export async function writeKept(ctx: Context, usage: UsageStorage): Promise<number | null> {
  const now = ctx.now();
  const { savedAt, all } = usage.told();
  const over = all.filter((one) => isOver(one, now));
  const open = all.filter((one) => !isOver(one, now));
  const left: ToldTotals[] = [];
  const there = over.length > 0 ? await ofProvidersThere(ctx, over) : [];
  for (const [providerId, own] of Map.groupBy(there, (one) => one.providerId))
    try {
      await write(ctx, providerId, own);
    } catch (cause) {
      log("error", "usage", cause, { provider: providerId });
      left.push(...own);
    }
  if (left.length < over.length) usage.keep([...left, ...open], savedAt);
  if (left.length > 0) return now + againMs;
  return open.length > 0 ? Math.min(...open.map(({ at }) => at)) + longMs : null;
}

async function write(ctx: Context, providerId: string, told: readonly ToldTotals[]): Promise<void> {
  await ctx.tenant(providerId).batch(told.map(({ totals, at }) => sessionStatement(totals, at)));
}

/** Totals that were last written by then are due. */
function writtenBy(now: number, isCapped: boolean): number {
  const lastWordAt = lastWordBefore(now);
  const isDayEnding = now - lastWordAt < lastWordMs;
  return Math.max(
    isCapped ? now - dataPlanMs : Number.NEGATIVE_INFINITY,
    isDayEnding || isCapped ? lastWordAt - 1 : Number.NEGATIVE_INFINITY,
  );
}

/** The latest moment up to now at which a Nairobi day (UTC+3) has its last word. */
function lastWordBefore(now: number): number {
  const shift = 3 * hourMs + lastWordMs;
  return Math.floor((now + shift) / dayMs) * dayMs - shift;
}
