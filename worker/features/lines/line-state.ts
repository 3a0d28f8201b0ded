import type { LineStanding } from "../../contract/lines.ts";
import { dayOfMonth, periodEnd } from "../../contract/values/line-period.ts";
import type { LineTerms } from "../../db/schema/tenant.ts";

// How a line stands, and what a balance buys of it. Pure.

/** UTC ms. @property periodDay of the month on which its first period began, 1 to 31 @property number how many periods it ever had */
export type LineNow = {
  id: string;
  terms: LineTerms;
  paidUntil: number | null;
  periodDay: number | null;
  number: number;
  closedAt: number | null;
};

export type BoughtPeriod = {
  lineId: string;
  /** Its place among the line's periods, from 1. */
  number: number;
  from: number;
  until: number;
  /** The line's day of the month from now on. */
  day: number;
  cents: number;
};

export function standingOf(
  { paidUntil, closedAt }: Pick<LineNow, "paidUntil" | "closedAt">,
  now: number,
): LineStanding {
  if (closedAt !== null) return "closed";
  if (paidUntil === null) return "unpaid";
  return paidUntil > now ? "open" : "blocked";
}

/** Whole periods, one after the other, always of the line that ends first, while the balance covers one. */
export function periodsFor(balanceCents: number, lines: readonly LineNow[], now: number): BoughtPeriod[] {
  const bought: BoughtPeriod[] = [];
  const open = lines.filter(({ closedAt }) => closedAt === null).map((line) => ({ ...line }));
  let left = balanceCents;
  for (;;) {
    open.sort(endsFirst);
    const [first] = open;
    // What only another line could be had for waits for the one that ends first.
    if (!first || first.terms.priceCents > left) return bought;
    const from = Math.max(now, first.paidUntil ?? 0);
    const day = first.periodDay ?? dayOfMonth(from);
    const until = periodEnd(from, first.terms.period, day);
    first.number += 1;
    bought.push({ lineId: first.id, number: first.number, from, until, day, cents: first.terms.priceCents });
    first.paidUntil = until;
    first.periodDay = day;
    left -= first.terms.priceCents;
  }
}

const endsFirst = (one: LineNow, other: LineNow) =>
  (one.paidUntil ?? 0) - (other.paidUntil ?? 0) || (one.id < other.id ? -1 : 1);

/** A period as it stands in the books. */
export type StandingPeriod = {
  lineId: string;
  number: number;
  until: number;
  cents: number;
  boughtAt: number;
};

/** What is returned where the balance fell below zero: the latest bought first, none that is over. */
export function periodsToReturn(
  balanceCents: number,
  standing: readonly StandingPeriod[],
  now: number,
): StandingPeriod[] {
  let left = balanceCents;
  const latest = standing
    .filter(({ until }) => until > now)
    .sort((one, other) => other.boughtAt - one.boughtAt || other.until - one.until);
  return latest.filter(({ cents }) => {
    if (left >= 0) return false;
    left += cents;
    return true;
  });
}
