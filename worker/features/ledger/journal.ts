import { nairobiDay } from "../../contract/values/duration.ts";
import { joined, type Sql, sql } from "../../db/sql.ts";
import type { Settlement } from "./accounts.ts";

/** Debit positive, credit negative, in cents. */
export type Line = { account: string; cents: number };

/** The payment that a journal is about, as it was routed. */
export type PaymentFacts = {
  paymentId: string;
  routerId: string;
  /** The gateway's type. */
  method: string;
  settlement: Settlement;
  /** Null unless it was diverted. */
  switchId: string | null;
};

export type Journal = {
  /** Names the event: the same event is booked once, however often it is told. */
  id: string;
  kind: "sale" | "taken-back" | "diversion" | "fee" | "refund" | "adjustment" | "payout";
  /** UTC ms; its Nairobi day is the day it counts on. */
  at: number;
  lines: readonly Line[];
  /** Null for what concerns no payment. */
  payment: PaymentFacts | null;
};

/**
 * All lines in one statement, which does nothing when the journal stands there. @param when `after-change`: only if
 * the statement before it changed something @throws Error when the lines do not balance
 */
export function journalStatements(journal: Journal, when: "always" | "after-change" = "always"): Sql[] {
  const { id, kind, at, lines, payment } = journal;
  const sum = lines.reduce((total, { cents }) => total + cents, 0);
  if (lines.length < 2 || sum !== 0 || !lines.every(({ cents }) => Number.isSafeInteger(cents)))
    throw new Error(`journal ${id} does not balance`);
  const day = nairobiDay(at);
  const written = (rows: readonly Sql[]) =>
    when === "always"
      ? sql`VALUES ${joined(rows, ", ")}`
      : sql`SELECT * FROM (VALUES ${joined(rows, ", ")}) WHERE changes() > 0`;
  if (payment === null) {
    const rows = lines.map(
      ({ account, cents }, index) => sql`(${id}, ${index + 1}, ${at}, ${kind}, ${day}, ${account}, ${cents})`,
    );
    return [
      sql`INSERT OR IGNORE INTO general_ledger (journal_id, line, at, kind, day, account, cents)
        ${written(rows)}`,
    ];
  }
  const { paymentId, routerId, method, settlement } = payment;
  const rows = lines.map(
    ({ account, cents }, index) =>
      sql`(${id}, ${index + 1}, ${at}, ${kind}, ${day}, ${paymentId}, ${routerId}, ${method},
        ${settlement}, ${account}, ${cents})`,
  );
  return [
    sql`INSERT OR IGNORE INTO ledger (journal_id, line, at, kind, day, payment_id, router_id,
        method, settlement, account, cents)
      ${written(rows)}`,
  ];
}
