import { minuteMs } from "../../contract/values/time.ts";
import type { Row } from "../../db/whole-rows.ts";

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
  messages: (row, now) =>
    ["waiting", "sending"].includes(String(row.state)) ? { ...row, state: "unclear", ended_at: now } : row,
  message_settings: (row, now) => ({
    ...row,
    reminded_until: Math.max(Number(row.reminded_until), now + remindedMs),
  }),
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

/** Whether there is an object to load. */
export const isOpen = ({ status }: Row): boolean =>
  ["active", "suspended", "restoring"].includes(String(status));

export function safeRows(table: string, rows: readonly Row[], now: number): Row[] {
  const safe = byTable[table];
  return safe ? rows.map((row) => safe(row, now)) : [...rows];
}
