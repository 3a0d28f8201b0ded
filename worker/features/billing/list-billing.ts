import type * as z from "zod";
import type { Context } from "../../context.ts";
import type { billingOverview, ProviderBilling } from "../../contract/billing.ts";
import type { Confirmation, PaymentConfirmation } from "../../contract/billing-confirmations.ts";
import type { BillingNotification } from "../../contract/billing-notifications.ts";
import type { Made, Text } from "../../contract/texts.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { shillings } from "../../contract/values/money.ts";
import { isThere } from "../../db/lookup.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { type LetterRow, letterAnswer } from "../mail/index.ts";
import { plusDays } from "./periods.ts";
import {
  type BilledRow,
  type ConfigRow,
  configAnswer,
  configColumns,
  type ListWanted,
  owedColumn,
  providerColumns,
} from "./store.ts";

export type Page<T> = { rows: T[]; total: number };

/** @param also one more condition that finds a row */
const found = (text: string, also: Sql): Sql =>
  sql`(${text} = '' OR instr(lower(p.business_name), ${text}) > 0 OR instr(lower(p.email), ${text}) > 0
    OR instr(p.subdomain, ${text}) > 0 OR ${also})`;

/** Ids of providers. */
const overdue = (ctx: Context) =>
  sql<{ providerId: string }>`SELECT i.provider_id AS providerId FROM invoices i
    WHERE i.paid_at IS NULL AND i.due_date < ${nairobiDay(ctx.now())}`;

export async function billingPage(
  ctx: Context,
  wanted: ListWanted & { providerId?: string | undefined; status?: "overdue" | undefined },
): Promise<Page<ProviderBilling>> {
  const { q = "", page = 1, pageSize = 1_000, providerId = "", status } = wanted;
  const text = q.trim().toLowerCase();
  const from = sql`FROM providers p LEFT JOIN billing_configs c ON c.provider_id = p.id
    WHERE p.status IN ('active', 'suspended') AND (${providerId} = '' OR p.id = ${providerId})
      AND ${status === "overdue" ? sql`p.id IN (${overdue(ctx)})` : sql`TRUE`}
      AND ${found(text, sql`instr(lower(c.payment_account_number), ${text}) > 0`)}`;
  const [rows, [count]] = await ctx.platform.batch([
    sql<Row>`SELECT ${providerColumns}, ${owedColumn}, ${configColumns},
        (SELECT max(i.period_end) FROM invoices i WHERE i.provider_id = p.id) AS billedTo,
        (SELECT min(i.due_date) FROM invoices i WHERE i.provider_id = p.id AND i.paid_at IS NULL) AS owedSince ${from}
      ORDER BY p.created_at DESC, p.id LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`,
    sql<{ total: number }>`SELECT count(*) AS total ${from}`,
  ]);
  return { rows: rows.map(billingAnswer), total: count?.total ?? 0 };
}

type Row = BilledRow & { billedTo: string | null; owedSince: string | null } & (
    | ConfigRow
    | { providerId: null }
  );

function billingAnswer(row: Row): ProviderBilling {
  return {
    ...providerOf(row),
    owed: shillings(row.owedCents),
    owedSince: row.owedSince,
    billedUntil: row.billedTo === null ? null : plusDays(row.billedTo, -1),
    provider_billing_config: row.providerId === null ? null : configAnswer(row),
  };
}

/** @throws AppError not_found */
export async function billingOf(ctx: Context, providerId: string): Promise<ProviderBilling> {
  const { rows } = await billingPage(ctx, { providerId });
  const [row] = rows;
  if (!row) throw refuse("not_found", "no_such_provider");
  return row;
}

function providerOf({ id, businessName, email, phone, subdomain, status, suspendedFor }: BilledRow) {
  return { id, businessName, email, phone, subdomain, status, suspendedFor };
}

export async function countBilling(ctx: Context): Promise<z.infer<(typeof billingOverview)["answer"]>> {
  const counts = await ctx.platform.first(
    sql<{
      totalProviders: number;
      configured: number;
      pendingPayments: number;
      activeProviders: number;
      overdue: number;
    }>`SELECT (SELECT count(*) FROM providers WHERE ${isThere}) AS totalProviders,
      (SELECT count(*) FROM billing_configs) AS configured,
      (SELECT count(*) FROM payment_confirmations WHERE status = 'pending') AS pendingPayments,
      (SELECT count(*) FROM providers WHERE status = 'active') AS activeProviders,
      (SELECT count(*) FROM providers p WHERE p.status IN ('active', 'suspended') AND p.id IN (${overdue(ctx)})) AS overdue`,
  );
  if (!counts) throw new Error("a count without a row");
  return { ...counts, paybill: ctx.settings.PLATFORM_PAYBILL ?? null };
}

export type ConfirmationRow = {
  confirmationId: string;
  amountCents: number;
  paymentCode: string;
  confirmationStatus: Confirmation["status"];
  notes: string | null;
  createdAt: number;
  decidedAt: number | null;
};

export const confirmationColumns = sql`n.id AS confirmationId, n.amount_cents AS amountCents,
  n.payment_code AS paymentCode, n.status AS confirmationStatus, n.notes, n.created_at AS createdAt,
  n.decided_at AS decidedAt`;

export function confirmationAnswer(row: ConfirmationRow): Confirmation {
  return {
    id: row.confirmationId,
    amountPaid: shillings(row.amountCents),
    paymentCode: row.paymentCode,
    status: row.confirmationStatus,
    notes: row.notes,
    createdAt: new Date(row.createdAt).toISOString(),
    decidedAt: row.decidedAt === null ? null : new Date(row.decidedAt).toISOString(),
  };
}

/** What waits for a decision first, then newest first. */
export async function confirmationsPage(
  ctx: Context,
  { q = "", page = 1, pageSize = 1_000, status = "" }: ListWanted & { status?: string | undefined },
): Promise<Page<PaymentConfirmation>> {
  const text = q.trim().toLowerCase();
  const from = sql`FROM payment_confirmations n JOIN providers p ON p.id = n.provider_id
    WHERE (${status} = '' OR n.status = ${status})
      AND ${found(text, sql`instr(lower(n.payment_code), ${text}) > 0`)}`;
  const [rows, [count]] = await ctx.platform.batch([
    sql<ConfirmationRow & BilledRow>`SELECT ${confirmationColumns}, ${providerColumns}, ${owedColumn} ${from}
      ORDER BY n.status = 'pending' DESC, n.created_at DESC, n.id
      LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`,
    sql<{ total: number }>`SELECT count(*) AS total ${from}`,
  ]);
  const answer = (row: ConfirmationRow & BilledRow): PaymentConfirmation => ({
    provider_payment_confirmations: confirmationAnswer(row),
    providers: { ...providerOf(row), owed: shillings(row.owedCents) },
  });
  return { rows: rows.map(answer), total: count?.total ?? 0 };
}

export type NotificationRow = {
  notificationId: string;
  texts: string;
  notificationType: BillingNotification["provider_billing_notifications"]["notificationType"];
  createdAt: number;
};

export const notificationColumns = sql`n.id AS notificationId, n.texts,
  n.notification_type AS notificationType, n.created_at AS createdAt`;

export function notificationAnswer(row: NotificationRow) {
  const { notificationId: id, notificationType } = row;
  const { title, message } = JSON.parse(row.texts) as { title: Text; message: Text };
  return { id, title, message, notificationType, createdAt: new Date(row.createdAt).toISOString() };
}

/** Of the notification `n`: its event and one address name each. */
const lettersOfNotification = sql`m.event > n.event || ' ' AND m.event < n.event || '!'
  AND instr(substr(m.event, length(n.event) + 2), ' ') = 0`;
const lettersColumn = sql`(SELECT json_group_array(json_object('id', m.id, 'recipient', m.recipient, 'fault',
    m.fault, 'attempts', m.attempts, 'sentAt', m.sent_at, 'nextAt', m.next_at))
  FROM mail m WHERE ${lettersOfNotification}) AS letters`;

export async function notificationsPage(
  ctx: Context,
  wanted: ListWanted & { type?: string | undefined; letters?: "failed" | undefined },
): Promise<Page<Made<typeof BillingNotification>>> {
  const { q = "", page = 1, pageSize = 1_000, type = "", letters = "" } = wanted;
  const text = q.trim().toLowerCase();
  const from = sql`FROM billing_notifications n JOIN providers p ON p.id = n.provider_id
    WHERE (${type} = '' OR n.notification_type = ${type})
      AND (${letters} = '' OR EXISTS (SELECT 1 FROM mail m
        WHERE ${lettersOfNotification} AND m.sent_at IS NULL AND m.fault IS NOT NULL))
      AND ${found(text, sql`instr(lower(n.title), ${text}) > 0 OR instr(lower(n.message), ${text}) > 0`)}`;
  type Row = NotificationRow & BilledRow & { letters: string };
  const [rows, [count]] = await ctx.platform.batch([
    sql<Row>`SELECT ${notificationColumns}, ${lettersColumn}, ${providerColumns} ${from}
      ORDER BY n.created_at DESC, n.rowid DESC LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`,
    sql<{ total: number }>`SELECT count(*) AS total ${from}`,
  ]);
  const answer = (row: Row): Made<typeof BillingNotification> => ({
    provider_billing_notifications: notificationAnswer(row),
    providers: providerOf(row),
    letters: (JSON.parse(row.letters) as LetterRow[]).map(letterAnswer),
  });
  return { rows: rows.map(answer), total: count?.total ?? 0 };
}
