import type { Context } from "../../context.ts";
import type { Difference, DifferenceKind } from "../../contract/reconciliation.ts";
import { type Asked, allOf, type Owned } from "../../db/every-tenant.ts";
import { among, type Sql, sql } from "../../db/sql.ts";

// Which money a difference is about. One receipt is one money: it is listed in one place, and given back as that receipt.

type Named = { providerId: string; kind: DifferenceKind; paymentId: string; detail: string };
type Typed = { providerId: string; shortCode: string; receipt: string; status: string };
type Paid = { id: string; receipt: string | null };

/**
 * Receipts that wait as money without a purchase, as a JSON list of `provider receipt`. What is open about them is decided
 * there, so it is not listed a second time as a difference.
 * @param providerId null = of all providers
 */
export async function waitingReceipts(ctx: Context, providerId: string | null): Promise<string> {
  const { platform } = ctx;
  const rows = await platform.all(
    sql<{ name: string }>`SELECT provider_id || ' ' || receipt AS name FROM paybill_payments
      WHERE status = 'unmatched' AND (${providerId} IS NULL OR provider_id = ${providerId})`,
  );
  return JSON.stringify(rows.map(({ name }) => name));
}

/**
 * Open differences about such a receipt, as a condition on `reviews` or its copy by that name.
 * @param list from `waitingReceipts` @param providerId whose the row is
 */
export const waitsAsPaybillPayment = (list: string, providerId: Sql): Sql =>
  sql`(reviews.resolved_at IS NULL
    AND reviews.kind IN ('amount', 'double', 'unknown-receipt')
    AND ${providerId} || ' ' || (reviews.detail ->> 'receipt') IN (SELECT value
      FROM json_each(${list})))`;

/** Of these kinds the payment itself holds money that may have to go back. */
const heldByPayment: readonly DifferenceKind[] = [
  "amount",
  "receipt",
  "double",
  "not-in-statement",
  "unserved",
];

/** The pay bill payment of its receipt, or the payment completed by that very receipt: another receipt is other money. */
export async function moneyOf(
  ctx: Context,
  rows: readonly Named[],
): Promise<(row: Named) => Difference["giveBack"]> {
  const [paybill, { rows: paid }] = await Promise.all([paybillReceipts(ctx, rows), completed(ctx, rows)]);
  return (row) => {
    const { providerId, kind, paymentId } = row;
    const receipt = receiptOf(row);
    const listed = paybill.find((one) => one.providerId === providerId && one.receipt === receipt);
    if (listed?.status === "unmatched" && kind !== "receipt")
      return { kind: "paybill", id: `${listed.shortCode}-${listed.receipt}` };
    const payment = paid.find((one) => one.providerId === providerId && one.id === paymentId);
    if (!payment || !heldByPayment.includes(kind)) return null;
    // The second payment of one receipt does not show it in its row.
    const isItsOwn = receipt === null || receipt === payment.receipt || kind === "receipt";
    return isItsOwn ? { kind: "payment", id: paymentId } : null;
  };
}

function receiptOf({ detail }: Named): string | null {
  const { receipt } = JSON.parse(detail) as { receipt?: unknown };
  return typeof receipt === "string" ? receipt : null;
}

function paybillReceipts({ platform }: Context, rows: readonly Named[]): Promise<Typed[]> {
  return platform.all(
    sql<Typed>`SELECT provider_id AS providerId, short_code AS shortCode, receipt, status FROM paybill_payments
      WHERE receipt IN ${among(rows.flatMap((row) => receiptOf(row) ?? []))}`,
  );
}

function completed(ctx: Context, rows: readonly Named[]): Promise<Asked<Owned<Paid>>> {
  return allOf(
    ctx,
    rows.map(({ providerId }) => providerId),
    sql<Paid>`SELECT id, receipt FROM payments
      WHERE status = 'completed'
        AND id IN ${among([...new Set(rows.map(({ paymentId }) => paymentId))])}`,
  );
}
