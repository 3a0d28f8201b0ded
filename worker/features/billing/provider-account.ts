import type { Context } from "../../context.ts";
import type { Confirmation } from "../../contract/billing-confirmations.ts";
import type { BillingAccount, Invoice, InvoiceRow } from "../../contract/billing-invoices.ts";
import type { listNotifications } from "../../contract/billing-notifications.ts";
import type { Made } from "../../contract/texts.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { shillings } from "../../contract/values/money.ts";
import { sql } from "../../db/sql.ts";
import type { KeptRow } from "./compute-invoice.ts";
import {
  type ConfirmationRow,
  confirmationAnswer,
  confirmationColumns,
  type NotificationRow,
  notificationAnswer,
  notificationColumns,
  type Page,
} from "./list-billing.ts";
import { plusDays } from "./periods.ts";
import { suspensionDay } from "./remind-and-suspend.ts";
import {
  type ConfigRow,
  type CreditRow,
  configAnswer,
  configColumns,
  creditsOf,
  type InvoiceRecord,
  invoicesPage,
  type ListWanted,
  lastVerified,
  openCents,
  unpaidInvoices,
} from "./store.ts";

type Standing = {
  status: BillingAccount["status"];
  suspendedFor: BillingAccount["suspendedFor"];
  verifiedCents: number;
  billedCents: number;
  unread: number;
};

export async function accountOf(ctx: Context, providerId: string): Promise<BillingAccount> {
  const { platform } = ctx;
  const [[standing], [config]] = await platform.batch([
    sql<Standing>`SELECT p.status, p.suspended_for AS suspendedFor,
        (SELECT coalesce(sum(amount_cents), 0) FROM payment_confirmations
          WHERE provider_id = p.id AND status = 'verified') AS verifiedCents,
        (SELECT coalesce(sum(amount_cents - credited_cents), 0) FROM invoices
          WHERE provider_id = p.id) AS billedCents,
        (SELECT count(*) FROM billing_notifications WHERE provider_id = p.id AND read_at IS NULL) AS unread
      FROM providers p WHERE p.id = ${providerId}`,
    sql<ConfigRow>`SELECT ${configColumns} FROM billing_configs c WHERE c.provider_id = ${providerId}`,
  ]);
  if (!standing) throw new Error("a session of a provider that does not exist");
  const unpaid = await unpaidInvoices(ctx, [providerId]);
  const today = nairobiDay(ctx.now());
  const overdue = unpaid.filter(({ dueDate }) => dueDate < today);
  const verifiedAt = (await lastVerified(ctx, [providerId])).get(providerId) ?? null;
  // One that has suspended already does it no second time, unless a payment was verified since.
  const [next] = overdue.filter(({ suspendedAt }) => suspendedAt === null);
  return {
    status: standing.status,
    suspendedFor: standing.suspendedFor,
    owed: openIn(unpaid),
    overdue: openIn(overdue),
    credit: shillings(Math.max(0, standing.verifiedCents - standing.billedCents)),
    suspendedOn: next && standing.status === "active" ? suspensionDay(next, verifiedAt) : null,
    paybill: ctx.settings.PLATFORM_PAYBILL ?? null,
    terms: config ? termsOf(config) : null,
    unread: standing.unread,
  };
}

function termsOf(config: ConfigRow): BillingAccount["terms"] {
  const { providerId: _its, notificationEmails: _own, ...terms } = configAnswer(config);
  return terms;
}

function openIn(invoices: readonly InvoiceRecord[]): number {
  return shillings(invoices.reduce((sum, invoice) => sum + openCents(invoice), 0));
}

/** A provider's invoices with their credit notes, newest first. */
export async function listInvoices(
  ctx: Context,
  providerId: string,
  wanted: ListWanted,
): Promise<Page<Invoice>> {
  const { invoices, total } = await invoicesPage(ctx, providerId, wanted);
  const credits = await creditsOf(ctx, invoices);
  const today = nairobiDay(ctx.now());
  return { rows: invoices.map((one) => invoiceAnswer(one, credits, today)), total };
}

/** @param today in Nairobi */
function invoiceAnswer(invoice: InvoiceRecord, credits: readonly CreditRow[], today: string): Invoice {
  const { id, periodStart, periodEnd, dueDate, terms, rows, paidAt } = invoice;
  const kes = (cents: number | null) => (cents === null ? null : shillings(cents));
  const { percentageBasisPoints } = terms;
  return {
    id,
    periodStart,
    dueDate,
    periodEnd: plusDays(periodEnd, -1),
    billingModel: terms.billingModel,
    percentageRate: percentageBasisPoints === null ? null : percentageBasisPoints / 100,
    transactionFee: kes(terms.transactionFeeCents),
    monthlyFee: kes(terms.monthlyFeeCents),
    rows: rows.map(rowAnswer),
    baseCount: invoice.baseCount,
    base: shillings(invoice.baseCents),
    amount: shillings(invoice.amountCents),
    paid: shillings(invoice.paidCents),
    credited: shillings(invoice.creditedCents),
    credits: credits
      .filter(({ invoiceId }) => invoiceId === id)
      .map((credit) => ({
        id: credit.id,
        amount: shillings(credit.cents),
        reason: credit.reason,
        createdAt: new Date(credit.createdAt).toISOString(),
      })),
    status: statusOf(invoice, today),
    issuedAt: new Date(invoice.issuedAt).toISOString(),
    paidAt: paidAt === null ? null : new Date(paidAt).toISOString(),
  };
}

function statusOf(
  { paidAt, amountCents, creditedCents, dueDate }: InvoiceRecord,
  today: string,
): Invoice["status"] {
  if (paidAt === null) return dueDate < today ? "overdue" : "open";
  return creditedCents > 0 && creditedCents === amountCents ? "credited" : "paid";
}

export function rowAnswer({ kind, from, end, count, baseCents, cents }: KeptRow): InvoiceRow {
  return { kind, from, to: plusDays(end, -1), count, base: shillings(baseCents), amount: shillings(cents) };
}

export async function ownConfirmations(
  ctx: Context,
  providerId: string,
  { q = "", page = 1, pageSize = 1_000 }: ListWanted,
): Promise<Page<Confirmation>> {
  const from = sql`FROM payment_confirmations n
    WHERE n.provider_id = ${providerId} AND instr(lower(n.payment_code), ${q.trim().toLowerCase()}) > 0`;
  const [rows, [count]] = await ctx.platform.batch([
    sql<ConfirmationRow>`SELECT ${confirmationColumns} ${from} ORDER BY n.created_at DESC, n.rowid DESC
      LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`,
    sql<{ total: number }>`SELECT count(*) AS total ${from}`,
  ]);
  return { rows: rows.map(confirmationAnswer), total: count?.total ?? 0 };
}

type OwnNotification = Made<(typeof listNotifications)["answer"]>[number];

export async function ownNotifications(
  ctx: Context,
  providerId: string,
  { q = "", page = 1, pageSize = 1_000 }: ListWanted,
): Promise<Page<OwnNotification>> {
  const text = q.trim().toLowerCase();
  const from = sql`FROM billing_notifications n WHERE n.provider_id = ${providerId}
    AND (instr(lower(n.title), ${text}) > 0 OR instr(lower(n.message), ${text}) > 0)`;
  type Row = NotificationRow & { readAt: number | null };
  const [rows, [count]] = await ctx.platform.batch([
    sql<Row>`SELECT ${notificationColumns}, n.read_at AS readAt ${from}
      ORDER BY n.created_at DESC, n.rowid DESC LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`,
    sql<{ total: number }>`SELECT count(*) AS total ${from}`,
  ]);
  const answer = ({ readAt, ...row }: Row): OwnNotification => ({
    ...notificationAnswer(row),
    readAt: readAt === null ? null : new Date(readAt).toISOString(),
  });
  return { rows: rows.map(answer), total: count?.total ?? 0 };
}

export async function markRead(ctx: Context, providerId: string): Promise<void> {
  await ctx.platform.run(
    sql`UPDATE billing_notifications SET read_at = ${ctx.now()}
      WHERE provider_id = ${providerId} AND read_at IS NULL`,
  );
}
