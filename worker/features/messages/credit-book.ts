import { nairobiDay } from "../../contract/values/duration.ts";
import { creditEntries } from "../../db/schema/tenant.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { insertInto } from "../../db/table-rows.ts";
import type { TenantDb } from "../../db/tenant-db.ts";

// Prepaid credits for the platform's SMS account, in KES cents: what was bought or given, less what messages cost. A row for each
// purchase and gift, one for the messages of each day; the balance is their sum, kept by a trigger, and the platform has a copy of the rows.

export type CreditEntry = typeof creditEntries.$inferSelect;

export type Credits = { balanceCents: number; fullCents: number; lowToldAt: number | null };

export async function creditsOf(db: TenantDb): Promise<Credits> {
  const row = await db.first(
    sql<Credits>`SELECT balance_cents AS balanceCents, full_cents AS fullCents, low_told_at AS lowToldAt
      FROM message_credits WHERE id = 'own'`,
  );
  return row ?? { balanceCents: 0, fullCents: 0, lowToldAt: null };
}

/** Whether there is room for so much. */
export const creditsCover = (cents: number | Sql): Sql =>
  sql`coalesce((SELECT balance_cents FROM message_credits WHERE id = 'own'), 0) >= ${cents}`;

export const openDayStatement = (day: string, now: number): Sql =>
  sql`INSERT INTO credit_entries (id, kind, day, at, cents, segments) VALUES (${`used.${day}`}, 'used', ${day}, ${now}, 0, 0)
    ON CONFLICT DO NOTHING`;

/** Only where the statement before it changed a row. @param cents less than 0: given back */
export const usedStatement = (day: string, cents: number, segments: number): Sql =>
  sql`UPDATE credit_entries SET cents = cents - ${cents}, segments = segments + ${segments}
    WHERE id = ${`used.${day}`} AND changes() > 0`;

type Asked = { paymentId: string; cents: number; phone: string };

/** Written before anything goes out. */
export const askedStatement = ({ paymentId, cents, phone }: Asked, now: number): Sql =>
  insertInto(creditEntries, {
    id: `bought.${paymentId}`,
    kind: "bought",
    day: nairobiDay(now),
    at: now,
    cents: 0,
    state: "waiting",
    askedCents: cents,
    phone,
  });

type Ended = { paymentId: string; isPaid: boolean; receipt: string | null; detail: string | null };

/** What is paid counts once, however often it is told; where the gateway denies it later, it counts no more. */
export const purchaseStatement = ({ paymentId, isPaid, receipt, detail }: Ended, now: number): Sql =>
  sql`UPDATE credit_entries SET state = ${isPaid ? "paid" : "failed"}, cents = iif(${isPaid}, asked_cents, 0),
      receipt = ${receipt}, detail = ${detail}, at = iif(${isPaid} AND state <> 'paid', ${now}, at)
    WHERE id = ${`bought.${paymentId}`}
      AND (state <> ${isPaid ? "paid" : "failed"} OR receipt IS NOT ${receipt} OR detail IS NOT ${detail})`;

/** Once for what it is given for. */
export const givenStatement = (given: { for: string; cents: number; detail: string }, now: number): Sql =>
  sql`INSERT INTO credit_entries (id, kind, day, at, cents, detail)
    VALUES (${`given.${given.for}`}, 'given', ${nairobiDay(now)}, ${now}, ${given.cents}, ${given.detail})
    ON CONFLICT DO NOTHING`;
