import type * as z from "zod";
import type { Context } from "../../context.ts";
import type * as calls from "../../contract/reconciliation.ts";
import { shillings } from "../../contract/values/money.ts";
import { among, joined, type Sql, sql } from "../../db/sql.ts";
import { paybillRefundObject } from "../payments/index.ts";
import { type Listed, pageOf, providerNames } from "./page-of.ts";

type Row = Pick<calls.RefundLine, "id" | "providerId" | "status" | "reason" | "detail" | "receipt"> & {
  /** Of a payment, or of the object that keeps the refunds of pay bill payments. */
  objectId: string;
  paidReceipt: string | null;
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
  const [names, paybill] = await Promise.all([providerNames(ctx), paybillPaymentsByObject(ctx)]);
  const conditions = [sql`true`];
  if (query.status) conditions.push(sql`status = ${query.status}`);
  if (query.providerId) conditions.push(sql`provider_id = ${query.providerId}`);
  const text = query.q?.trim().toLowerCase();
  if (text) {
    const has = (column: Sql) => sql`instr(lower(${column}), ${text}) > 0`;
    const named = [...paybill].filter(([, { receipt }]) => receipt.toLowerCase().includes(text));
    const parts = [
      ...[sql`id`, sql`payment_id`, sql`reason`, sql`coalesce(detail, '')`, sql`coalesce(receipt, '')`].map(
        has,
      ),
      // The payer's message has the receipt of the payment, not that of the refund.
      has(sql`coalesce(paid_receipt, '')`),
      sql`payment_id IN ${among(named.map(([id]) => id))}`,
    ];
    conditions.push(sql`(${joined(parts, " OR ")})`);
  }
  const { rows, total } = await pageOf<Row>(
    ctx,
    {
      columns: sql`id, provider_id AS providerId, payment_id AS objectId, cents, status, reason, detail,
          receipt, paid_receipt AS paidReceipt,
        created_at AS createdAt, updated_at AS updatedAt`,
      from: sql`FROM provider_refunds WHERE ${joined(conditions, " AND ")}`,
      order: sql`created_at DESC, id`,
    },
    query,
  );
  return { total, rows: rows.map((row) => lineOf(row, names, paybill)) };
}

function lineOf(
  { cents, createdAt, updatedAt, objectId, ...row }: Row,
  names: ReadonlyMap<string, string>,
  paybill: ReadonlyMap<string, Typed>,
): calls.RefundLine {
  const byHand = paybill.get(objectId);
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
async function paybillPaymentsByObject(ctx: Context): Promise<Map<string, Typed>> {
  const { platform } = ctx;
  const rows = await platform.all(
    sql<Typed>`SELECT provider_id AS providerId, short_code AS shortCode, receipt FROM paybill_payments
      WHERE status IN ('refunding', 'refunded') OR note IS NOT NULL`,
  );
  return new Map(rows.map((row) => [paybillRefundObject(ctx, row), row]));
}

const iso = (at: number) => new Date(at).toISOString();
