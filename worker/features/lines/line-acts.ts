import type { LineBlocking } from "../../contract/values/line-choices.ts";
import { dayOfMonth } from "../../contract/values/line-period.ts";
import type { Windows } from "../../contract/values/open-hours.ts";
import type { LineTerms } from "../../db/schema/tenant.ts";
import { movedBy, type StandingPeriod } from "./line-periods.ts";
import { blockedFrom, type LineNow, standingOf } from "./line-state.ts";

// What a provider does with a line by hand, and a customer with the own one. Pure: the line afterwards, and its periods that begin or end elsewhere than before.

export type Changed = { after: LineNow; moved: StandingPeriod[] };

/** The clock of a line and its hours. */
export type Around = { hours: Windows | null; now: number };

/** For a journey: its time stands still, and it is blocked meanwhile. */
export function paused(line: LineNow, { hours, now }: Around): Changed {
  const after = { ...line, pausedAt: now };
  return { after: { ...after, blocksAt: blockedFrom(after, hours, now) }, moved: [] };
}

/** All that it had is so much later as it stood still: lengths stay, and what was returned later takes off as much as it gave. */
export function resumed(line: LineNow, standing: readonly StandingPeriod[], around: Around): Changed {
  const { hours, now } = around;
  const { after, moved } = later(line, standing, now - (line.pausedAt ?? now));
  const running = { ...after, pausedAt: null };
  const isAhead = running.paidUntil !== null && running.paidUntil > now;
  return { after: { ...running, blocksAt: isAhead ? blockedFrom(running, hours, now) : now }, moved };
}

/** `now`: blocked by hand, while its time goes on; `never`: not by itself; `due`: as its time says. */
export function blockedAs(
  blocking: LineBlocking,
  line: LineNow,
  standing: readonly StandingPeriod[],
  { hours, now }: Around,
): Changed {
  const wanted = {
    ...line,
    heldAt: blocking === "now" ? (line.heldAt ?? now) : null,
    isKeptOn: blocking === "never",
  };
  // Freed though its time is over: what it was blocked meanwhile is none that it was on.
  const { paidUntil, blocksAt } = line;
  const isFreed = blocking === "never" && blocksAt !== null && blocksAt <= now;
  const off =
    isFreed && paidUntil !== null && paidUntil < now && line.pausedAt === null
      ? now - Math.max(paidUntil, blocksAt)
      : 0;
  const { after, moved } = later(wanted, standing, off);
  return { after: { ...after, blocksAt: blockedFrom(after, hours, now) }, moved };
}

function later(line: LineNow, standing: readonly StandingPeriod[], by: number): Changed {
  if (by === 0) return { after: line, moved: [] };
  const moved = standing.map((one) => movedBy(one, by));
  const paidUntil = line.paidUntil === null ? null : line.paidUntil + by;
  const after = {
    ...line,
    paidUntil,
    periodDay: paidUntil === null ? null : dayOfMonth(paidUntil),
    nextAt: line.nextAt === null ? null : line.nextAt + by,
  };
  return { after, moved };
}

/** Of a month, over the years. */
const monthDays = 365.25 / 12;

/** Cents of a day: the same on any day, so that going to another package in February and back in March gives nothing. */
const dayPrice = ({ priceCents, period }: LineTerms): number =>
  priceCents / ("months" in period ? period.months * monthDays : period.days);

/** On another package at once: what is left is worth as many days as its price buys of the new one. */
export function onPackage(
  terms: LineTerms,
  line: LineNow,
  standing: readonly StandingPeriod[],
  { hours, now }: Around,
): Changed {
  const ratio = dayPrice(line.terms) / dayPrice(terms);
  const there = (at: number) => (at <= now ? at : now + Math.floor((at - now) * ratio));
  const moved = standing
    .filter(({ until }) => until > now)
    .map((one) => ({
      ...one,
      from: there(one.from),
      until: there(one.until),
      day: dayOfMonth(there(one.until)),
    }));
  const paidUntil = line.paidUntil === null ? null : there(line.paidUntil);
  const isSame = paidUntil === line.paidUntil;
  const after = {
    ...line,
    terms,
    nextTerms: null,
    nextAt: null,
    paidUntil,
    periodDay: isSame || paidUntil === null ? line.periodDay : dayOfMonth(paidUntil),
  };
  return { after: { ...after, blocksAt: blockedFrom(after, hours, now) }, moved };
}

/**
 * The same at the customer's own wish; null where it is not to be. Only what is paid counts, and no time is ever won, not even by more days of
 * grace: what is cheaper begins with the next payment. Else who buys a day at a day's price could have it as more of a month's days.
 */
export function onOwnPackage(
  terms: LineTerms,
  line: LineNow,
  standing: readonly StandingPeriod[],
  around: Around,
): Changed | null {
  if (standingOf(line, around.now) !== "open") return null;
  const changed = onPackage(terms, line, standing, around);
  const isLonger = (then: number | null, before: number | null) =>
    before !== null && (then === null || then > before);
  const { paidUntil, blocksAt } = changed.after;
  if (isLonger(paidUntil, line.paidUntil) || isLonger(blocksAt, line.blocksAt)) return null;
  return (paidUntil ?? 0) > around.now ? changed : null;
}
