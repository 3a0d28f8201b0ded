import type { Context } from "../../context.ts";
import type { StatementRow } from "../payments/index.ts";
import { type Found, listFound } from "./differences.ts";

/** A payment that is paid this late may not stand in the statement yet. */
const settlingMs = 15 * 60_000;
/** What is looked up at once. */
const receiptsAtOnce = 500;

type Paid = { id: string; receipt: string; cents: number; status: string };

/**
 * Compares what a gateway received with what we know, by receipt: money that we know nothing of, payments of ours that it does
 * not have, other amounts. The statement covers the day and everything after it, because a prompt of the day may be paid later.
 * @param day first and last moment of the payments compared, UTC ms; `day.from` begins the statement
 * @returns how many differences are new
 */
export async function compareStatement(
  ctx: Context,
  account: { providerId: string; gatewayId: string; shortCode: string },
  rows: readonly StatementRow[],
  day: { from: number; to: number },
): Promise<number> {
  const { providerId, gatewayId, shortCode } = account;
  const db = ctx.tenant(providerId);
  const known = new Map<string, Paid>();
  const typed = new Set<string>();
  for (let first = 0; first < rows.length; first += receiptsAtOnce) {
    const receipts = JSON.stringify(rows.slice(first, first + receiptsAtOnce).map(({ receipt }) => receipt));
    const ours = await db.all<Paid>(
      db.statement(
        `SELECT id, receipt, amount_cents AS cents, status FROM payments WHERE provider_id = ?1 AND method = 'mpesa'
          AND receipt IN (SELECT value FROM json_each(?2))`,
        receipts,
      ),
    );
    for (const paid of ours) known.set(paid.receipt, paid);
    const byHand = await ctx.platform.all<{ receipt: string }>(
      ctx.platform.statement(
        `SELECT receipt FROM typed_payments WHERE short_code = ?1 AND receipt IN (SELECT value FROM json_each(?2))`,
        shortCode,
        receipts,
      ),
    );
    for (const { receipt } of byHand) typed.add(receipt);
  }
  const found: Found[] = [];
  for (const { receipt, amountCents, account: reference, at } of rows) {
    const ours = known.get(receipt);
    const detail = { receipt, statementCents: amountCents, account: reference, shortCode, paidAt: at };
    if (ours && ours.cents !== amountCents)
      found.push({
        kind: "amount",
        about: `${ours.id} ${receipt}`,
        paymentId: ours.id,
        detail: { ...detail, amountCents: ours.cents },
      });
    else if (!ours && !typed.has(receipt))
      found.push({ kind: "unknown-receipt", about: `${shortCode} ${receipt}`, paymentId: "", detail });
  }
  const there = new Set(rows.map(({ receipt }) => receipt));
  const mine = await db.all<Paid>(
    db.statement(
      `SELECT id, receipt, amount_cents AS cents, status FROM payments WHERE provider_id = ?1
        AND created_at >= ?2 AND created_at < ?3 AND gateway_id = ?4 AND settlement = 'direct'
        AND status = 'completed' AND receipt IS NOT NULL AND completed_at < ?5`,
      day.from,
      day.to,
      gatewayId,
      ctx.now() - settlingMs,
    ),
  );
  for (const { id, receipt, cents } of mine)
    if (!there.has(receipt))
      found.push({
        kind: "not-in-statement",
        about: id,
        paymentId: id,
        detail: { receipt, amountCents: cents, shortCode },
      });
  return listFound(ctx, db, found);
}
