import type { LineStanding } from "../../contract/lines.ts";
import { opensAt, type Windows } from "../../contract/values/open-hours.ts";
import { dayMs } from "../../contract/values/time.ts";
import type { LineTerms } from "../../db/schema/tenant.ts";

// How a line stands, and when it is blocked. Pure.

/** Moments are UTC ms. Its fields are told where the table of lines is (`schema/tenant/lines.ts`). */
export type LineNow = {
  id: string;
  rev: number;
  terms: LineTerms;
  nextTerms: LineTerms | null;
  nextAt: number | null;
  paidUntil: number | null;
  periodDay: number | null;
  blocksAt: number | null;
  isKeptOn: boolean;
  heldAt: number | null;
  pausedAt: number | null;
  closedAt: number | null;
  /** How many periods it ever had. */
  number: number;
};

export type Stands = Pick<LineNow, "paidUntil" | "blocksAt" | "heldAt" | "pausedAt" | "closedAt">;

export function standingOf(line: Stands, now: number): LineStanding {
  const { paidUntil, blocksAt, heldAt, pausedAt, closedAt } = line;
  if (closedAt !== null) return "closed";
  if (heldAt !== null) return "held";
  if (pausedAt !== null) return "paused";
  if (paidUntil !== null && paidUntil > now) return "open";
  if (blocksAt === null || blocksAt > now) return "grace";
  return paidUntil === null ? "unpaid" : "blocked";
}

/**
 * From when on it is blocked; null = never by itself. A line that is on is blocked within the provider's hours alone, also where what
 * was paid was taken back. One that is blocked is freed by what is paid, and never by days of grace alone.
 * @param hours null = any @param isPaid it was just lengthened
 */
export function blockedFrom(
  line: LineNow,
  hours: Windows | null,
  now: number,
  isPaid = false,
): number | null {
  const { paidUntil, terms, blocksAt, heldAt, pausedAt } = line;
  const isOn = blocksAt === null || blocksAt > now;
  if (heldAt !== null || pausedAt !== null) return isOn ? now : blocksAt;
  if (line.isKeptOn) return null;
  const isAhead = paidUntil !== null && paidUntil > now;
  if (!isOn && !isPaid && !isAhead) return blocksAt;
  const due = paidUntil === null ? 0 : paidUntil + terms.graceDays * dayMs;
  if (!isOn && due <= now) return now;
  const at = Math.max(due, now);
  return hours === null ? at : opensAt(hours, at);
}

/** On the package that comes, where its time has come; null where it has not. */
export function onNextTerms(line: LineNow, now: number): LineNow | null {
  if (line.nextTerms === null || line.nextAt === null || line.nextAt > now) return null;
  return { ...line, terms: line.nextTerms, nextTerms: null, nextAt: null };
}
