import type * as z from "zod";
import type { Context } from "../../context.ts";
import type * as calls from "../../contract/reconciliation.ts";
import { shillings } from "../../contract/values/money.ts";
import { dayMs } from "../../contract/values/time.ts";
import { sql } from "../../db/sql.ts";
import { waitingReceipts, waitsAsPaybillPayment } from "./money-of-difference.ts";
import type { Listed } from "./page-of.ts";

const mostRows = 1_000;
/** What was settled is shown for so long. */
const settledMs = 30 * dayMs;

type Row = Pick<calls.OwnDifference, "id" | "kind"> & {
  at: number;
  paymentId: string;
  receipt: string | null;
  cents: number | null;
  settledAt: number | null;
};

/** Differences about one provider's payments and what came to its accounts. What a payment asked for counts before what is told of it. */
export async function ownDifferences(
  ctx: Context,
  providerId: string,
  { page = 1, pageSize = mostRows }: z.output<(typeof calls.listOwnDifferences)["query"]>,
): Listed<calls.OwnDifference> {
  const waiting = await waitingReceipts(ctx, providerId);
  const from = sql`FROM reviews
      LEFT JOIN payments ON payments.id = reviews.payment_id
    WHERE reviews.kind <> 'statement'
      AND (reviews.resolved_at IS NULL OR reviews.resolved_at >= ${ctx.now() - settledMs})
      AND ${waitsAsPaybillPayment(waiting, sql`${providerId}`)} IS NOT TRUE`;
  const [rows, [count]] = await ctx.tenant(providerId).batch([
    sql<Row>`SELECT reviews.id, reviews.at, reviews.kind, reviews.payment_id AS paymentId,
        reviews.resolved_at AS settledAt, coalesce(reviews.detail ->> 'receipt', payments.receipt) AS receipt,
        coalesce(reviews.detail ->> 'cents', payments.amount_cents, reviews.detail ->> 'statementCents',
          reviews.detail ->> 'amountCents') AS cents
      ${from} ORDER BY reviews.resolved_at IS NOT NULL, reviews.at DESC, reviews.id
      LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`,
    sql<{ count: number }>`SELECT count(*) AS count ${from}`,
  ]);
  return { total: count?.count ?? 0, rows: rows.map(lineOf) };
}

function lineOf({ id, kind, at, paymentId, receipt, cents, settledAt }: Row): calls.OwnDifference {
  return {
    id,
    kind,
    receipt,
    at: new Date(at).toISOString(),
    transactionId: paymentId || null,
    amount: typeof cents === "number" ? shillings(cents) : null,
    settledAt: settledAt === null ? null : new Date(settledAt).toISOString(),
  };
}
