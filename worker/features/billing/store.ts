import type { InferSelectModel } from "drizzle-orm";
import type { Context } from "../../context.ts";
import type { BilledProvider, BillingConfig } from "../../contract/billing.ts";
import { shillings } from "../../contract/values/money.ts";
import type { billingConfigs, invoices } from "../../db/schema/platform.ts";
import { among, sql } from "../../db/sql.ts";
import type { KeptRow, Terms } from "./compute-invoice.ts";
import type { Told } from "./notify-provider.ts";

export type ConfigRow = InferSelectModel<typeof billingConfigs>;
export type InvoiceRecord = Omit<InferSelectModel<typeof invoices>, "terms" | "rows"> & {
  terms: Terms;
  rows: KeptRow[];
};

/** Of `providers`, by the names that answers have. */
export const providerColumns = sql`p.id, p.business_name AS businessName, p.email, p.phone, p.subdomain,
    p.status,
  p.suspended_for AS suspendedFor`;

/** What a provider owes, in cents: a part of a SELECT from `providers p`. */
export const owedColumn = sql`(SELECT coalesce(sum(i.amount_cents - i.credited_cents - i.paid_cents), 0) FROM invoices i
  WHERE i.provider_id = p.id AND i.paid_at IS NULL) AS owedCents`;

export const configColumns = sql`c.provider_id AS providerId, c.billing_model AS billingModel,
  c.percentage_basis_points AS percentageBasisPoints, c.transaction_fee_cents AS transactionFeeCents,
  c.monthly_fee_cents AS monthlyFeeCents, c.billing_cycle AS billingCycle, c.due_day AS dueDay,
  c.payment_account_number AS paymentAccountNumber, c.notification_emails AS notificationEmails,
  c.billed_from AS billedFrom`;

const invoiceColumns = sql`id, provider_id AS providerId, period_start AS periodStart,
    period_end AS periodEnd,
  due_date AS dueDate, terms, rows, base_count AS baseCount, base_cents AS baseCents,
    amount_cents AS amountCents, paid_cents AS paidCents, credited_cents AS creditedCents, issued_at AS issuedAt, paid_at AS paidAt,
    suspended_at AS suspendedAt`;

/** What is still to pay of it, in cents. */
export const openCents = ({
  amountCents,
  creditedCents,
  paidCents,
}: Pick<InvoiceRecord, "amountCents" | "creditedCents" | "paidCents">): number =>
  amountCents - creditedCents - paidCents;

type Raw = Omit<InvoiceRecord, "terms" | "rows"> & { terms: string; rows: string };
const recordOf = (raw: Raw): InvoiceRecord => ({
  ...raw,
  terms: JSON.parse(raw.terms) as Terms,
  rows: JSON.parse(raw.rows) as KeptRow[],
});

export async function invoicesPage(
  ctx: Context,
  providerId: string,
  { q = "", page = 1, pageSize = 1_000 }: ListWanted,
): Promise<{ invoices: InvoiceRecord[]; total: number }> {
  // A search is for days: `2026-11`.
  const part = q.trim();
  const fits = sql`FROM invoices WHERE provider_id = ${providerId}
    AND (${part} = '' OR instr(period_start, ${part}) > 0 OR instr(due_date, ${part}) > 0)`;
  const [found, [count]] = await ctx.platform.batch([
    sql<Raw>`SELECT ${invoiceColumns} ${fits} ORDER BY period_start DESC
      LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`,
    sql<{ total: number }>`SELECT count(*) AS total ${fits}`,
  ]);
  return { invoices: found.map(recordOf), total: count?.total ?? 0 };
}

/** Whom billing tells of a provider; undefined where there is none. */
export function toldOf(ctx: Context, providerId: string): Promise<Told | undefined> {
  return ctx.platform.first(
    sql<Told>`SELECT p.id AS providerId, p.business_name AS businessName, p.contact_name AS contactName,
        p.subdomain, coalesce(c.notification_emails, '') AS notificationEmails
      FROM providers p LEFT JOIN billing_configs c ON c.provider_id = p.id WHERE p.id = ${providerId}`,
  );
}

export type CreditRow = { id: string; invoiceId: string; cents: number; reason: string; createdAt: number };

/** Of these invoices, oldest first. */
export async function creditsOf(ctx: Context, invoices: readonly InvoiceRecord[]): Promise<CreditRow[]> {
  const credited = invoices.filter(({ creditedCents }) => creditedCents > 0).map(({ id }) => id);
  if (credited.length === 0) return [];
  return ctx.platform.all(
    sql<CreditRow>`SELECT id, invoice_id AS invoiceId, amount_cents AS cents, reason, created_at AS createdAt
      FROM credit_notes WHERE invoice_id IN ${among(credited)} ORDER BY created_at, id`,
  );
}

export async function invoiceById(
  ctx: Context,
  providerId: string,
  id: string,
): Promise<InvoiceRecord | undefined> {
  const raw = await ctx.platform.first(
    sql<Raw>`SELECT ${invoiceColumns} FROM invoices WHERE id = ${id} AND provider_id = ${providerId}`,
  );
  return raw && recordOf(raw);
}

export async function lastInvoice(ctx: Context, providerId: string): Promise<InvoiceRecord | undefined> {
  const raw = await ctx.platform.first(
    sql<Raw>`SELECT ${invoiceColumns} FROM invoices WHERE provider_id = ${providerId}
      ORDER BY period_start DESC LIMIT 1`,
  );
  return raw && recordOf(raw);
}

export async function unpaidInvoices(ctx: Context, providerIds: readonly string[]): Promise<InvoiceRecord[]> {
  const rows = await ctx.platform.all(
    sql<Raw>`SELECT ${invoiceColumns} FROM invoices WHERE paid_at IS NULL
      AND provider_id IN ${among(providerIds)} ORDER BY period_start`,
  );
  return rows.map(recordOf);
}

export async function lastVerified(
  ctx: Context,
  providerIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await ctx.platform.all(
    sql<{ providerId: string; at: number }>`SELECT provider_id AS providerId, max(decided_at) AS at
      FROM payment_confirmations
      WHERE status = 'verified' AND provider_id IN ${among(providerIds)} GROUP BY provider_id`,
  );
  return new Map(rows.map(({ providerId, at }) => [providerId, at]));
}

export type ListWanted = {
  q?: string | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
};

export type BilledRow = BilledProvider & { owedCents: number };

/** Cents and basis points -> what travels. */
export function configAnswer(row: Omit<ConfigRow, "createdAt" | "updatedAt">): BillingConfig {
  const { percentageBasisPoints, transactionFeeCents, monthlyFeeCents } = row;
  const kes = (cents: number | null) => (cents === null ? null : shillings(cents));
  return {
    providerId: row.providerId,
    billingModel: row.billingModel,
    percentageRate: percentageBasisPoints === null ? null : percentageBasisPoints / 100,
    transactionFee: kes(transactionFeeCents),
    monthlyFee: kes(monthlyFeeCents),
    billingCycle: row.billingCycle,
    dueDay: row.dueDay,
    paymentAccountNumber: row.paymentAccountNumber,
    notificationEmails: row.notificationEmails,
    billedFrom: row.billedFrom,
  };
}
