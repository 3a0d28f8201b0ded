import type { Context } from "../../context.ts";
import { sql } from "../../db/sql.ts";
import {
  creditNoteJournal,
  feeJournal,
  feePaidJournal,
  feeTakenBackJournal,
  type Journal,
  journalStatements,
} from "../ledger/index.ts";

// What providers owe the platform stands in their books too. Invoices, credits and payments are the platform's tables and the books
// are the tenants': no batch spans both. So the books follow: at once where that works, and by the day's walk otherwise.

const journals = {
  billed: feeJournal,
  credited: creditNoteJournal,
  paid: feePaidJournal,
  "taken-back": feeTakenBackJournal,
};
type Event = { id: string; cents: number; at: number; kind: keyof typeof journals };

/** Writes what the books lack. Repeatable, also at once: a journal is named by its invoice, credit or payment. */
export async function bookFees(ctx: Context, providerId: string): Promise<void> {
  const { platform } = ctx;
  const events = await platform.all(
    sql<Event>`SELECT id, amount_cents AS cents, issued_at AS at, 'billed' AS kind FROM invoices
        WHERE provider_id = ${providerId} AND amount_cents > 0
      UNION ALL SELECT id, amount_cents, created_at, 'credited' FROM credit_notes
        WHERE provider_id = ${providerId}
      UNION ALL SELECT id, amount_cents, decided_at, 'paid' FROM payment_confirmations
        WHERE provider_id = ${providerId} AND (status = 'verified' OR taken_back_at IS NOT NULL)
      UNION ALL SELECT id, amount_cents, taken_back_at, 'taken-back' FROM payment_confirmations
        WHERE provider_id = ${providerId} AND taken_back_at IS NOT NULL`,
  );
  const db = ctx.tenant(providerId);
  const booked = await db.all(
    sql<{ id: string }>`SELECT DISTINCT journal_id AS id FROM general_ledger
      WHERE kind = 'fee'`,
  );
  const known = new Set(booked.map(({ id }) => id));
  const missing = events.map(journalOf).filter(({ id }) => !known.has(id));
  if (missing.length > 0) await db.batch(missing.flatMap((journal) => journalStatements(journal)));
}

function journalOf({ id, cents, at, kind }: Event): Journal {
  return journals[kind](id, { cents, at });
}

/** With an invoice or a payment that was verified. @param to the last id, included; null for all that follow `after` */
export async function providersWithFees(ctx: Context, after: string, to: string | null): Promise<string[]> {
  const inRange = sql`provider_id > ${after} AND (${to} IS NULL OR provider_id <= ${to})`;
  const rows = await ctx.platform.all(
    sql<{ providerId: string }>`SELECT provider_id AS providerId FROM invoices WHERE ${inRange}
      UNION SELECT provider_id FROM payment_confirmations WHERE ${inRange}
        AND (status = 'verified' OR taken_back_at IS NOT NULL)`,
  );
  return rows.map(({ providerId }) => providerId);
}
