import type * as z from "zod";
import type { Context } from "../../../context.ts";
import type { listRefundAppeals, RefundAppeal, RefundAppealLine } from "../../../contract/own-refunds.ts";
import { shillings } from "../../../contract/values/money.ts";
import type { refundAppeals } from "../../../db/schema/platform.ts";
import { type Sql, sql } from "../../../db/sql.ts";
import { randomHex } from "../../../keys.ts";

// Appeals lie in D1: they are what providers say to the operator. What is given back decides them, not they what is given back.

export type Appealed = Pick<
  typeof refundAppeals.$inferInsert,
  "providerId" | "paymentId" | "receipt" | "planName" | "cents" | "backCents" | "reason"
>;

/** One of a payment is open at most: asked for again meanwhile, it stays as it is. */
export function appealStatement(ctx: Context, appeal: Appealed): Sql {
  const { providerId, paymentId, receipt = null, planName, cents, backCents, reason } = appeal;
  return sql`INSERT INTO refund_appeals (id, provider_id, payment_id, receipt, plan_name, cents, back_cents,
      reason, status, asked_at)
    VALUES (${randomHex(128)}, ${providerId}, ${paymentId}, ${receipt}, ${planName}, ${cents}, ${backCents},
      ${reason}, 'open', ${ctx.now()})
    ON CONFLICT DO NOTHING`;
}

/** @returns none where it was decided before */
export function declineStatement(ctx: Context, id: string, note: string): Sql<{ id: string }> {
  return sql`UPDATE refund_appeals SET status = 'declined', decided_at = ${ctx.now()}, note = ${note}
    WHERE id = ${id} AND status = 'open' RETURNING id`;
}

type Named = { providerId: string; paymentId: string };

export async function appealById(ctx: Context, id: string): Promise<Named | undefined> {
  return ctx.platform.first(
    sql<Named>`SELECT provider_id AS providerId, payment_id AS paymentId FROM refund_appeals WHERE id = ${id}`,
  );
}

export async function newestAppeal(
  ctx: Context,
  { providerId, paymentId }: Named,
): Promise<RefundAppeal | null> {
  type Row = Omit<RefundAppeal, "askedAt"> & { askedAt: number };
  const row = await ctx.platform.first(
    sql<Row>`SELECT status, reason, note, asked_at AS askedAt FROM refund_appeals
      WHERE payment_id = ${paymentId} AND provider_id = ${providerId}
      ORDER BY asked_at DESC, rowid DESC LIMIT 1`,
  );
  return row ? { ...row, askedAt: new Date(row.askedAt).toISOString() } : null;
}

export const countOpenAppeals = sql<{ count: number }>`SELECT count(*) AS count FROM refund_appeals
  WHERE status = 'open'`;

/** @param query where it has no paging, all up to a thousand */
export async function openAppeals(
  ctx: Context,
  { page = 1, pageSize = 1_000 }: z.output<(typeof listRefundAppeals)["query"]>,
): Promise<{ rows: RefundAppealLine[]; total: number }> {
  type Row = Omit<RefundAppealLine, "amount" | "askedAt" | "isUnderWay"> & {
    cents: number;
    askedAt: number;
    isUnderWay: number;
  };
  const [rows, [counted]] = await ctx.platform.batch([
    sql<Row>`SELECT appeals.id, appeals.provider_id AS providerId, providers.business_name AS provider,
        appeals.payment_id AS transactionId, appeals.receipt, appeals.plan_name AS planName, appeals.cents,
        appeals.reason, appeals.asked_at AS askedAt,
        EXISTS (SELECT 1 FROM provider_refunds AS refunds WHERE refunds.provider_id = appeals.provider_id
          AND refunds.payment_id = appeals.payment_id AND refunds.status NOT IN ('done', 'failed')) AS isUnderWay
      FROM refund_appeals AS appeals JOIN providers ON providers.id = appeals.provider_id
      WHERE appeals.status = 'open' ORDER BY appeals.asked_at, appeals.id
      LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`,
    countOpenAppeals,
  ]);
  return {
    rows: rows.map(({ cents, askedAt, isUnderWay, ...row }) => ({
      ...row,
      amount: shillings(cents),
      askedAt: new Date(askedAt).toISOString(),
      isUnderWay: isUnderWay === 1,
    })),
    total: counted?.count ?? 0,
  };
}
