import type { Context } from "../../../context.ts";
import type {
  listPaybillPayments as listPaybillPaymentsCall,
  PaybillCandidate,
  PaybillPayment,
} from "../../../contract/paybill.ts";
import { priceString, shillings } from "../../../contract/values/money.ts";
import { macOf, type Subject } from "../../../contract/values/subject.ts";
import { dayMs } from "../../../contract/values/time.ts";
import { allOf } from "../../../db/every-tenant.ts";
import type { Terms } from "../../../db/schema/tenant.ts";
import { among, joined, names, type Sql, sql, whereAll } from "../../../db/sql.ts";
import { refuse } from "../../../errors.ts";
import { activePlans } from "../../plans/index.ts";
import { routersBriefly } from "../../routers/index.ts";
import { type PaybillPaymentKey, type PaybillPaymentRow, paybillPaymentRow } from "./paybill-store.ts";

type Query = ReturnType<(typeof listPaybillPaymentsCall)["query"]["parse"]>;
type NamedRow = PaybillPaymentRow & { provider: string | null };

const mostRows = 1_000;
const mostCandidates = 20;

export function paybillPaymentId({ shortCode, receipt }: PaybillPaymentKey): string {
  return `${shortCode}-${receipt}`;
}

/** `providerId` null: of any provider, for the platform. @throws AppError not_found */
export async function paybillPaymentById(
  ctx: Context,
  id: string,
  providerId: string | null,
): Promise<PaybillPaymentRow> {
  const [shortCode = "", ...rest] = id.split("-");
  const row = await paybillPaymentRow(ctx, { shortCode, receipt: rest.join("-") });
  if (!row || (providerId !== null && row.providerId !== providerId))
    throw refuse("not_found", "no_such_payment");
  return row;
}

/** A page of them, newest first, and how many there are. */
export async function listPaybillPayments(
  ctx: Context,
  query: Query,
  providerId: string | null,
): Promise<{ paybillPayment: PaybillPayment[]; total: number }> {
  const { page = 1, pageSize = mostRows, status, q } = query;
  const conditions: Sql[] = [];
  const whose = providerId ?? query.providerId;
  if (whose) conditions.push(sql`paybill_payments.provider_id = ${whose}`);
  if (status) conditions.push(sql`paybill_payments.status = ${status}`);
  const text = q?.trim().toLowerCase();
  if (text) {
    const columns = ["receipt", "account_typed", "payer", "short_code"].map(
      (name) => `paybill_payments.${name}`,
    );
    if (providerId === null) columns.push("providers.business_name");
    const has = columns.map((column) => sql`instr(lower(${names(column)}), ${text}) > 0`);
    conditions.push(sql`(${joined(has, " OR ")})`);
  }
  const from = sql`FROM paybill_payments LEFT JOIN providers ON providers.id = paybill_payments.provider_id
    ${whereAll(conditions)}`;
  const [found, [count]] = await ctx.platform.batch([
    sql<NamedRow>`SELECT paybill_payments.short_code AS shortCode, paybill_payments.receipt,
        paybill_payments.provider_id AS providerId, paybill_payments.cents,
        paybill_payments.account_typed AS accountTyped, paybill_payments.payer, paybill_payments.paid_at AS paidAt,
        paybill_payments.received_at AS receivedAt, paybill_payments.status,
          paybill_payments.payment_id AS paymentId, paybill_payments.note,
          paybill_payments.resolved_at AS resolvedAt, providers.business_name AS provider
      ${from} ORDER BY paybill_payments.received_at DESC, paybill_payments.receipt
      LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`,
    sql<{ total: number }>`SELECT count(*) AS total ${from}`,
  ]);
  const asked = await pricesOf(ctx, found);
  return {
    paybillPayment: found.map((row) => ({
      ...paybillPaymentAnswer(row, providerId === null ? row.provider : null),
      asked: asked.get(paybillPaymentId(row)) ?? null,
    })),
    total: count?.total ?? 0,
  };
}

/** What the purchases cost that such money nearly paid, in KES, by the money's name. */
async function pricesOf(ctx: Context, rows: readonly PaybillPaymentRow[]): Promise<Map<string, number>> {
  const open = rows.filter(({ status, paymentId }) => status === "unmatched" && paymentId !== null);
  if (open.length === 0) return new Map();
  const { rows: prices } = await allOf(
    ctx,
    open.map(({ providerId }) => providerId),
    sql<{ id: string; cents: number }>`SELECT id, amount_cents AS cents FROM payments
      WHERE id IN ${among(open.map(({ paymentId }) => paymentId))}`,
  );
  const byPurchase = new Map(prices.map(({ id, cents }) => [id, shillings(cents)]));
  return new Map(
    open.flatMap((row) => {
      const price = byPurchase.get(row.paymentId ?? "");
      return price === undefined ? [] : [[paybillPaymentId(row), price] as const];
    }),
  );
}

export function paybillPaymentAnswer(row: PaybillPaymentRow, provider: string | null): PaybillPayment {
  return {
    id: paybillPaymentId(row),
    providerId: row.providerId,
    provider,
    paybill: row.shortCode,
    receipt: row.receipt,
    amount: row.cents / 100,
    asked: null,
    account: row.accountTyped,
    payer: row.payer,
    paidAt: new Date(row.paidAt).toISOString(),
    receivedAt: new Date(row.receivedAt).toISOString(),
    status: row.status,
    transactionId: row.paymentId,
    note: row.note,
    resolvedAt: row.resolvedAt === null ? null : new Date(row.resolvedAt).toISOString(),
  };
}

type PaymentRow = {
  id: string;
  status: string;
  phone: string;
  subject: Subject | null;
  terms: string;
  cents: number;
  createdAt: number;
};

/** Purchases of a day around it that cost as much and were not paid, the nearest first. */
export async function candidatesFor(ctx: Context, row: PaybillPaymentRow): Promise<PaybillCandidate[]> {
  const db = ctx.tenant(row.providerId);
  const rows = await db.all(
    sql<PaymentRow>`SELECT id, status, phone, subject, terms, amount_cents AS cents, created_at AS createdAt
      FROM payments
      WHERE created_at BETWEEN ${row.paidAt - dayMs}
        AND ${row.paidAt + dayMs / 24} AND amount_cents = ${row.cents} AND status <> 'completed'
      ORDER BY abs(created_at - ${row.paidAt}) LIMIT ${mostCandidates}`,
  );
  return rows.map(({ id, status, phone, subject, terms, cents, createdAt }) => ({
    transactionId: id,
    status: status === "failed" ? ("failed" as const) : ("pending" as const),
    phoneNumber: phone,
    macAddress: macOf(subject),
    planName: (JSON.parse(terms) as Terms).planName,
    amount: cents / 100,
    createdAt: new Date(createdAt).toISOString(),
  }));
}

type PaybillChoices = {
  /** As a decimal string of KES, cheapest first. */
  plans: { id: string; name: string; price: string }[];
  routers: { id: string; name: string }[];
};

export async function choicesFor(ctx: Context, { providerId }: PaybillPaymentRow): Promise<PaybillChoices> {
  const [plans, routers] = await Promise.all([
    activePlans(ctx.tenant(providerId)),
    routersBriefly(ctx, providerId),
  ]);
  return {
    plans: plans.map(({ id, name, priceCents }) => ({ id, name, price: priceString(priceCents) })),
    routers: routers.map(({ id, name }) => ({ id, name })),
  };
}
