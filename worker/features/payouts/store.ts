import { eq } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { payouts } from "../../db/schema/tenant.ts";
import { sql } from "../../db/sql.ts";
import { changed } from "../../db/table-rows.ts";
import {
  freshValue,
  type Journal,
  journalStatements,
  owedValue,
  payoutGivenBackJournal,
  payoutPaidAfterAllJournal,
  payoutPaidJournal,
  payoutReservedJournal,
  payoutReversedJournal,
  refundingValue,
} from "../ledger/index.ts";
import type { Booking, Payout, Step } from "./payout-state.ts";

export async function payoutById(ctx: Context, providerId: string, id: string): Promise<Payout | null> {
  const [row] = await ctx.tenant(providerId).select(payouts, { where: eq(payouts.id, id), limit: 1 });
  if (!row) return null;
  const { rev: _rev, copiedRev: _copied, ...payout } = row;
  return payout;
}

/**
 * The payout and its place in the books, if so much is owed: one transaction, before anything is sent. A key that is there already
 * begins nothing.
 * @param freshSince UTC ms: what was sold later waits; null = it went out already, whatever is owed
 * @returns whether it stands there now
 */
export async function reserve(
  ctx: Context,
  providerId: string,
  payout: Payout,
  freshSince: number | null,
): Promise<boolean> {
  const { id, cents, feeCents, createdAt } = payout;
  const columns = sql`id, seq, status, cents, fee_cents, kind, account, reference, environment, short_code, handle,
    requested_by, key, created_at, updated_at, next_at`;
  const isOwed =
    freshSince === null
      ? sql`true`
      : sql`${owedValue()} - ${refundingValue()} - ${freshValue(freshSince)} >= ${cents + feeCents}`;
  const [made] = await ctx.tenant(providerId).batch([
    sql<{ id: string }>`INSERT INTO payouts (${columns})
      SELECT ${id}, ${payout.seq}, ${payout.status}, ${cents}, ${feeCents}, ${payout.kind}, ${payout.account},
        ${payout.reference}, ${payout.environment}, ${payout.shortCode}, ${payout.handle}, ${payout.requestedBy},
        ${payout.key}, ${createdAt}, ${payout.updatedAt}, ${payout.nextAt}
      WHERE ${isOwed}
      ON CONFLICT DO NOTHING RETURNING id`,
    ...journalStatements(payoutReservedJournal(id, { cents, feeCents, at: createdAt }), "after-change"),
  ]);
  return made.length > 0;
}

const journals: Record<Booking, (id: string, amount: Parameters<typeof payoutPaidJournal>[1]) => Journal> = {
  paid: payoutPaidJournal,
  "given-back": payoutGivenBackJournal,
  reversed: payoutReversedJournal,
  "paid-after-all": payoutPaidAfterAllJournal,
};

/** The change and what it books, if nobody changed it since. @returns whether this call changed it */
export async function write(ctx: Context, providerId: string, { payout, booking }: Step): Promise<boolean> {
  const { id, seq, cents, feeCents, updatedAt } = payout;
  const { status, handle, conversation, told, receipt, detail } = payout;
  const { sentAt, endedAt, asks, askedAt, askedAs, nextAt } = payout;
  const fields = changed(payouts, {
    seq,
    status,
    handle,
    conversation,
    told,
    receipt,
    detail,
    updatedAt,
    sentAt,
    endedAt,
    asks,
    askedAt,
    askedAs,
    nextAt,
  });
  const [written] = await ctx.tenant(providerId).batch([
    sql<{ id: string }>`UPDATE payouts SET ${fields}
      WHERE id = ${id} AND seq = ${seq - 1} RETURNING id`,
    ...(booking === null
      ? []
      : journalStatements(journals[booking](id, { cents, feeCents, at: updatedAt }), "after-change")),
  ]);
  return written.length > 0;
}

/** Another payout has this receipt. */
export async function isReceiptTaken(
  ctx: Context,
  providerId: string,
  id: string,
  receipt: string,
): Promise<boolean> {
  const other = await ctx
    .tenant(providerId)
    .first(sql<{ id: string }>`SELECT id FROM payouts WHERE receipt = ${receipt} AND id <> ${id}`);
  return other !== undefined;
}
