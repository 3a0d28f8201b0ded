import { nairobiDay } from "../../contract/values/duration.ts";
import { minuteMs } from "../../contract/values/time.ts";
import type { Row } from "../../db/whole-rows.ts";
import { lowCreditsPart } from "../messages/index.ts";

// Rows of a backup, as they are loaded. What was open at its moment may have been sent, paid or answered since: nothing goes out from what is
// loaded. It is `unclear`, is asked about where the gateway can be asked, and is settled by a person where it can't. Pure, row by row, so
// that what could be sent is never stored.

const unclear = "loaded from a backup: it may have been sent since";
/** Reminders of what ends so soon were written by then. */
const remindedMs = 30 * minuteMs;

type Safe = (row: Row, now: number) => Row;

const byTable: Readonly<Record<string, Safe>> = {
  payouts: (row, now) =>
    ["reserved", "sending", "sent"].includes(String(row.status))
      ? {
          ...row,
          status: "unclear",
          detail: unclear,
          seq: Number(row.seq) + 1,
          sent_at: row.sent_at ?? now,
          updated_at: now,
          // One without a name at the gateway can't be asked about.
          next_at: row.handle === null ? null : now + minuteMs,
        }
      : row,
  messages: (row, now) => (mayHaveGone(row) ? { ...row, state: "unclear", ended_at: now } : row),
  message_settings: (row, now) => ({
    ...row,
    reminded_until: Math.max(Number(row.reminded_until), now + remindedMs),
  }),
  // The morning of the day on which it is loaded, and what went away before: told by then, or told by a letter.
  owner_news: (row, now) => {
    const today = nairobiDay(now);
    return String(row.told_day) < today ? { ...row, told_day: today } : row;
  },
  absences: (row) => {
    if (row.state === "open") return { ...row, state: "untold" };
    return row.state === "back" ? { ...row, state: "over" } : row;
  },
  message_credits: (row, now) => {
    const isLow =
      Number(row.full_cents) > 0 && Number(row.balance_cents) * lowCreditsPart <= Number(row.full_cents);
    return isLow && row.low_told_at === null ? { ...row, low_told_at: now } : row;
  },
  // Only what the payment's own object knows is sent, and that is unclear.
  refunds: (row, now) =>
    ["requested", "submitting", "pending"].includes(String(row.status))
      ? { ...row, status: "unknown", detail: unclear, updated_at: now }
      : row,
  mail: (row, now) => (row.sent_at === null ? { ...row, sent_at: now, fault: unclear } : row),
  // What they counted lies in objects that are gone: an operator looks, and activates them.
  switches: (row) => ({ ...row, is_active: 0 }),
  // Closed until its own rows are there; `loaded_providers` says what it was.
  providers: (row) => (isOpen(row) ? { ...row, status: "restoring" } : row),
};

/**
 * What waited, and what went on as credits came. Of a campaign also what a press sends later: it may have been pressed since, and would go
 * out twice by one press more.
 */
function mayHaveGone({ kind, state, reason }: Row): boolean {
  if (["waiting", "sending"].includes(String(state)) || reason === "credits") return true;
  if (kind !== "campaign") return false;
  return state === "held" || (state === "failed" && ["late", "sender_id"].includes(String(reason)));
}

/** Whether there is an object to load. */
export const isOpen = ({ status }: Row): boolean =>
  ["active", "suspended", "restoring"].includes(String(status));

export function safeRows(table: string, rows: readonly Row[], now: number): Row[] {
  const safe = byTable[table];
  return safe ? rows.map((row) => safe(row, now)) : [...rows];
}
