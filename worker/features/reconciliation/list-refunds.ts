import type * as z from "zod";
import type { Context } from "../../context.ts";
import type * as calls from "../../contract/reconciliation.ts";
import { shillings } from "../../contract/values/money.ts";
import { typedRefundObject } from "../payments/index.ts";
import { type Listed, pageOf, providerNames } from "./page-of.ts";

type Row = Pick<calls.RefundLine, "id" | "providerId" | "status" | "reason" | "detail" | "receipt"> & {
  /** Of a payment, or of the object that keeps the refunds of typed money. */
  objectId: string;
  paidReceipt: string | null;
  isPayment: number;
  cents: number;
  createdAt: number;
  updatedAt: number;
};
type Typed = { providerId: string; shortCode: string; receipt: string };

/** Money that goes back to payers, over all providers, newest first. */
export async function listRefunds(
  ctx: Context,
  query: z.output<(typeof calls.listRefunds)["query"]>,
): Listed<calls.RefundLine> {
  const [names, typed] = await Promise.all([providerNames(ctx), typedByObject(ctx)]);
  const conditions = ["1 = 1"];
  const values: (string | number)[] = [];
  if (query.status) conditions.push(`status = ?${values.push(query.status)}`);
  if (query.providerId) conditions.push(`provider_id = ?${values.push(query.providerId)}`);
  const text = query.q?.trim().toLowerCase();
  if (text) {
    const part = `?${values.push(text)}`;
    const columns = ["id", "payment_id", "reason", "coalesce(detail, '')", "coalesce(receipt, '')"];
    const parts = columns.map((column) => `instr(lower(${column}), ${part}) > 0`);
    // The payer's message has the receipt of the payment, not that of the refund.
    parts.push(
      `EXISTS (SELECT 1 FROM payments WHERE payments.provider_id = refunds.provider_id
        AND payments.id = refunds.payment_id AND instr(lower(payments.receipt), ${part}) > 0)`,
    );
    const named = [...typed].filter(([, { receipt }]) => receipt.toLowerCase().includes(text));
    const objects = `?${values.push(JSON.stringify(named.map(([id]) => id)))}`;
    parts.push(`payment_id IN (SELECT value FROM json_each(${objects}))`);
    conditions.push(`(${parts.join(" OR ")})`);
  }
  const ofPayment =
    "FROM payments WHERE payments.provider_id = refunds.provider_id AND payments.id = payment_id";
  const { rows, total } = await pageOf<Row>(
    ctx,
    `id, provider_id AS providerId, payment_id AS objectId, cents, status, reason, detail, receipt,
      (SELECT payments.receipt ${ofPayment}) AS paidReceipt, EXISTS (SELECT 1 ${ofPayment}) AS isPayment,
      created_at AS createdAt, updated_at AS updatedAt`,
    `FROM refunds WHERE ${conditions.join(" AND ")}`,
    "created_at DESC, id",
    values,
    query,
  );
  return { total, rows: rows.map((row) => lineOf(row, names, typed)) };
}

function lineOf(
  { cents, createdAt, updatedAt, objectId, isPayment, ...row }: Row,
  names: ReadonlyMap<string, string>,
  typed: ReadonlyMap<string, Typed>,
): calls.RefundLine {
  const byHand = isPayment === 1 ? undefined : typed.get(objectId);
  return {
    ...row,
    provider: names.get(row.providerId) ?? row.providerId,
    transactionId: byHand ? null : objectId,
    paidReceipt: byHand?.receipt ?? row.paidReceipt,
    paybill: byHand?.shortCode ?? null,
    amount: shillings(cents),
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
  };
}

/** Money that was typed at a pay bill and given back, or nearly: the object that keeps its refunds is named by its receipt. */
async function typedByObject(ctx: Context): Promise<Map<string, Typed>> {
  const { platform } = ctx;
  const rows = await platform.all<Typed>(
    platform.statement(
      `SELECT provider_id AS providerId, short_code AS shortCode, receipt FROM typed_payments
      WHERE status IN ('refunding', 'refunded') OR note IS NOT NULL`,
    ),
  );
  return new Map(rows.map((row) => [typedRefundObject(ctx, row), row]));
}

const iso = (at: number) => new Date(at).toISOString();
