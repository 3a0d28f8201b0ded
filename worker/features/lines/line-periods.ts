import { dayOfMonth, periodDays, periodEnd } from "../../contract/values/line-period.ts";
import type { Windows } from "../../contract/values/open-hours.ts";
import { dayMs, minuteMs } from "../../contract/values/time.ts";
import { blockedFrom, type LineNow, onNextTerms } from "./line-state.ts";

// What a balance buys of lines, and what is returned of it. Pure.

export type BoughtPeriod = {
  /** Its place among the line's periods, from 1. */
  number: number;
  kind: "period" | "days" | "given";
  from: number;
  until: number;
  cents: number;
  /** The line before and after it. */
  before: LineNow;
  after: LineNow;
};

/** Of one write: what a large balance buys of a cheap line comes in several. */
const mostAtOnce = 60;
/** No period begins further ahead: the rest stays in the balance, which the customer can have back. */
const furthestAheadMs = 10 * 366 * dayMs;

/** A rest is spent so long before the end that its days are at the bridge when that comes. */
const spentBeforeMs = 15 * minuteMs;

/** Whose time stands still, or who was blocked by hand, buys nothing. */
const isBuying = ({ closedAt, heldAt, pausedAt }: LineNow) =>
  closedAt === null && heldAt === null && pausedAt === null;

/**
 * Whole periods, one after the other, always of the line that ends first, while the balance covers one; then whole days of it with what is
 * left, if it has ended. Asked again where there are many.
 */
export function boughtFor(
  balanceCents: number,
  lines: readonly LineNow[],
  hours: Windows | null,
  now: number,
): BoughtPeriod[] {
  const bought: BoughtPeriod[] = [];
  const open = lines.filter(isBuying);
  let left = balanceCents;
  while (bought.length < mostAtOnce) {
    open.sort(endsFirst);
    const [first] = open;
    if ((first?.paidUntil ?? 0) > now + furthestAheadMs) return bought;
    // What only another line could be had for waits for the one that ends first.
    const next = first && (wholePeriod(first, left, now) ?? daysOf(first, left, now));
    if (!first || !next) return bought;
    const period = lengthened(first, next, hours, now);
    bought.push(period);
    open[0] = period.after;
    left -= period.cents;
  }
  return bought;
}

const endsFirst = (one: LineNow, other: LineNow) =>
  (one.paidUntil ?? 0) - (other.paidUntil ?? 0) || (one.id < other.id ? -1 : 1);

/** A time that a line gets, without its place. */
type Length = Pick<BoughtPeriod, "kind" | "from" | "until" | "cents"> & { day: number };

/** What is paid begins where the last one ended, later by as long as it was blocked since: what it was on after its end is taken off. */
function beginOf({ paidUntil, blocksAt, pausedAt }: LineNow, now: number): number {
  // Where its time stands still, so does its clock.
  const clock = pausedAt ?? now;
  if (paidUntil === null) return clock;
  return paidUntil + Math.max(0, clock - Math.max(paidUntil, blocksAt ?? clock));
}

/** Months one after the other end on the same day; after a gap, or days, the day is a new one. */
const dayFrom = ({ paidUntil, periodDay }: LineNow, from: number): number =>
  from === paidUntil && periodDay !== null ? periodDay : dayOfMonth(from);

function wholePeriod(line: LineNow, left: number, now: number): Length | null {
  const { priceCents, period } = line.nextTerms ?? line.terms;
  if (priceCents > left) return null;
  const from = beginOf(line, now);
  const day = dayFrom(line, from);
  const until = periodEnd(from, period, day);
  const next = "months" in period ? day : dayOfMonth(until);
  return { kind: "period", from, until, cents: priceCents, day: next };
}

function daysOf(line: LineNow, left: number, now: number): Length | null {
  const { priceCents, period, daysFromCents } = line.nextTerms ?? line.terms;
  if (daysFromCents === null || left < daysFromCents) return null;
  if (line.paidUntil !== null && line.paidUntil > now + spentBeforeMs) return null;
  const from = beginOf(line, now);
  const days = periodDays(from, period, dayFrom(line, from));
  const count = Math.floor((left * days) / priceCents);
  if (count === 0) return null;
  const until = from + count * dayMs;
  return { kind: "days", from, until, cents: Math.ceil((count * priceCents) / days), day: dayOfMonth(until) };
}

/** Days that the provider gives, for nothing. */
export function givenDays(line: LineNow, days: number, hours: Windows | null, now: number): BoughtPeriod {
  const from = beginOf(line, now);
  const until = from + days * dayMs;
  return lengthened(line, { kind: "given", from, until, cents: 0, day: dayOfMonth(until) }, hours, now);
}

/** A line that is on where it comes from, before anything is said of its time: it is blocked within the hours for it alone. */
export const newcomer = (id: string, terms: LineNow["terms"], now: number): LineNow => ({
  id,
  rev: 1,
  terms,
  nextTerms: null,
  nextAt: null,
  paidUntil: null,
  periodDay: null,
  blocksAt: now + 1,
  isKeptOn: false,
  heldAt: null,
  pausedAt: null,
  closedAt: null,
  number: 0,
});

/** What was paid before the line came here, at no price here; it is on until then. */
export function broughtPeriod(
  line: LineNow,
  until: number,
  hours: Windows | null,
  now: number,
): BoughtPeriod {
  const period = { kind: "given", from: Math.min(now, until), until, cents: 0 } as const;
  return lengthened(line, { ...period, day: dayOfMonth(until) }, hours, now);
}

function lengthened(before: LineNow, length: Length, hours: Windows | null, now: number): BoughtPeriod {
  const { day, ...period } = length;
  const after: LineNow = {
    ...before,
    rev: before.rev + 1,
    number: before.number + 1,
    paidUntil: period.until,
    periodDay: day,
  };
  // What was paid for the package that comes begins with it, and not before.
  if (period.cents > 0 && after.nextTerms !== null) after.nextAt ??= period.from;
  const present = onNextTerms(after, now) ?? after;
  return {
    ...period,
    number: after.number,
    before,
    after: { ...present, blocksAt: blockedFrom(present, hours, now, true) },
  };
}

/** When an account is to be looked at again though nothing comes in: a line begins another package, or ends with a rest that buys days. */
export function lookAgainAt(
  balanceCents: number,
  lines: readonly LineNow[],
  hours: Windows | null,
): number | null {
  const begins = lines.flatMap(({ closedAt, nextAt }) =>
    closedAt === null && nextAt !== null ? [nextAt] : [],
  );
  const [first] = lines.filter(isBuying).sort(endsFirst);
  const end = first?.paidUntil ?? null;
  const isEnough = end !== null && boughtFor(balanceCents, lines, hours, end).length > 0;
  const moments = isEnough ? [...begins, end - spentBeforeMs] : begins;
  return moments.length === 0 ? null : Math.min(...moments);
}

/** A period as it stands in the books. */
export type StandingPeriod = {
  lineId: string;
  number: number;
  from: number;
  until: number;
  day: number;
  cents: number;
  boughtAt: number;
  askId: string | null;
};

/** What is returned where the balance fell below zero: the latest bought first, none that is over. */
export function periodsToReturn(
  balanceCents: number,
  standing: readonly StandingPeriod[],
  lines: readonly LineNow[],
  now: number,
): StandingPeriod[] {
  let left = balanceCents;
  const pausedAt = new Map(lines.map(({ id, pausedAt }) => [id, pausedAt]));
  const latest = standing
    .filter(({ lineId, until, cents }) => cents > 0 && until > (pausedAt.get(lineId) ?? now))
    .sort((one, other) => other.boughtAt - one.boughtAt || other.until - one.until);
  return latest.filter(({ cents }) => {
    if (left >= 0) return false;
    left += cents;
    return true;
  });
}

/**
 * The other periods of a line once one is returned: what came after it is so much earlier. What came before ends where it began, as a
 * line that was blocked in between owes nothing for that.
 */
export function withoutRow(
  standing: readonly StandingPeriod[],
  { number, from, until }: StandingPeriod,
): StandingPeriod[] {
  const last = standing.filter((one) => one.number < number).at(-1);
  const gap = last === undefined ? 0 : from - last.until;
  return standing
    .filter((one) => one.number !== number)
    .map((one) => movedBy(one, one.number < number ? gap : from - until));
}

export function movedBy(period: StandingPeriod, by: number): StandingPeriod {
  if (by === 0) return period;
  const until = period.until + by;
  return { ...period, from: period.from + by, until, day: dayOfMonth(until) };
}

/** The line without one of its periods. @param rest `withoutRow` of its periods */
export function withoutPeriod(
  line: LineNow,
  rest: readonly StandingPeriod[],
  hours: Windows | null,
  now: number,
): LineNow {
  const last = rest.at(-1);
  const paidUntil = last?.until ?? null;
  const isNextGone = line.nextAt !== null && line.nextAt >= (paidUntil ?? 0);
  const after: LineNow = {
    ...line,
    paidUntil,
    periodDay: last?.day ?? null,
    nextAt: isNextGone ? null : line.nextAt,
  };
  return { ...after, blocksAt: blockedFrom(after, hours, now) };
}
