import type { Context } from "../../context.ts";
import type { Confirmation } from "../../contract/billing-confirmations.ts";
import type { BillingAccount, Invoice, InvoiceRow } from "../../contract/billing-invoices.ts";
import type { listNotifications } from "../../contract/billing-notifications.ts";
import type { Made } from "../../contract/texts.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { shillings } from "../../contract/values/money.ts";
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
  configAnswer,
  configColumns,
  type InvoiceRecord,
  type ListWanted,
  lastVerified,
  unpaidInvoices,
} from "./store.ts";

// What a provider sees of its own billing.

type Standing = {
  status: BillingAccount["status"];
  suspendedFor: BillingAccount["suspendedFor"];
  verifiedCents: number;
  billedCents: number;
  unread: number;
};

export async function accountOf(ctx: Context, providerId: string): Promise<BillingAccount> {
  const { platform } = ctx;
  const [standings = [], configs = []] = await platform.batch([
    platform.statement(
      `SELECT p.status, p.suspended_for AS suspendedFor,
        (SELECT coalesce(sum(amount_cents), 0) FROM payment_confirmations
          WHERE provider_id = p.id AND status = 'verified') AS verifiedCents,
        (SELECT coalesce(sum(amount_cents), 0) FROM invoices WHERE provider_id = p.id) AS billedCents,
        (SELECT count(*) FROM billing_notifications WHERE provider_id = p.id AND read_at IS NULL) AS unread
      FROM providers p WHERE p.id = ?1`,
      providerId,
    ),
    platform.statement(`SELECT ${configColumns} FROM billing_configs c WHERE c.provider_id = ?1`, providerId),
  ]);
  const [standing] = standings as Standing[];
  if (!standing) throw new Error("a session of a provider that does not exist");
  const [config] = configs as ConfigRow[];
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
  return shillings(invoices.reduce((sum, { amountCents, paidCents }) => sum + amountCents - paidCents, 0));
}

/** @param today in Nairobi */
export function invoiceAnswer(invoice: InvoiceRecord, today: string): Invoice {
  const { id, periodStart, periodEnd, dueDate, terms, rows, paidAt } = invoice;
  const kes = (cents: number | null) => (cents === null ? null : shillings(cents));
  const { percentageBasisPoints } = terms;
  return {
    ...{ id, periodStart, dueDate },
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
    status: paidAt !== null ? "paid" : dueDate < today ? "overdue" : "open",
    issuedAt: new Date(invoice.issuedAt).toISOString(),
    paidAt: paidAt === null ? null : new Date(paidAt).toISOString(),
  };
}

function rowAnswer({ kind, from, end, count, baseCents, cents }: KeptRow): InvoiceRow {
  return { kind, from, to: plusDays(end, -1), count, base: shillings(baseCents), amount: shillings(cents) };
}

/** Newest first. */
export async function ownConfirmations(
  ctx: Context,
  providerId: string,
  { q = "", page = 1, pageSize = 1_000 }: ListWanted,
): Promise<Page<Confirmation>> {
  const { platform } = ctx;
  const from =
    "FROM payment_confirmations n WHERE n.provider_id = ?1 AND instr(lower(n.payment_code), ?2) > 0";
  const asked = [providerId, q.trim().toLowerCase()] as const;
  const [rows = [], [count] = []] = await platform.batch([
    platform.statement(
      `SELECT ${confirmationColumns} ${from} ORDER BY n.created_at DESC, n.rowid DESC LIMIT ?3 OFFSET ?4`,
      ...asked,
      pageSize,
      (page - 1) * pageSize,
    ),
    platform.statement(`SELECT count(*) AS total ${from}`, ...asked),
  ]);
  return { rows: (rows as ConfirmationRow[]).map(confirmationAnswer), total: Number(count?.total ?? 0) };
}

type OwnNotification = Made<(typeof listNotifications)["answer"]>[number];

/** Newest first. */
export async function ownNotifications(
  ctx: Context,
  providerId: string,
  { q = "", page = 1, pageSize = 1_000 }: ListWanted,
): Promise<Page<OwnNotification>> {
  const { platform } = ctx;
  const from = `FROM billing_notifications n WHERE n.provider_id = ?1
    AND (instr(lower(n.title), ?2) > 0 OR instr(lower(n.message), ?2) > 0)`;
  const asked = [providerId, q.trim().toLowerCase()] as const;
  const [rows = [], [count] = []] = await platform.batch([
    platform.statement(
      `SELECT ${notificationColumns}, n.read_at AS readAt ${from}
      ORDER BY n.created_at DESC, n.rowid DESC LIMIT ?3 OFFSET ?4`,
      ...asked,
      pageSize,
      (page - 1) * pageSize,
    ),
    platform.statement(`SELECT count(*) AS total ${from}`, ...asked),
  ]);
  const answer = ({ readAt, ...row }: NotificationRow & { readAt: number | null }): OwnNotification => ({
    ...notificationAnswer(row),
    readAt: readAt === null ? null : new Date(readAt).toISOString(),
  });
  return {
    rows: (rows as (NotificationRow & { readAt: number | null })[]).map(answer),
    total: Number(count?.total ?? 0),
  };
}

export async function markRead(ctx: Context, providerId: string): Promise<void> {
  await ctx.platform.run(
    ctx.platform.statement(
      "UPDATE billing_notifications SET read_at = ?2 WHERE provider_id = ?1 AND read_at IS NULL",
      providerId,
      ctx.now(),
    ),
  );
}
