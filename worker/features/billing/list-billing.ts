import type * as z from "zod";
import type { Context } from "../../context.ts";
import type { billingOverview, ProviderBilling } from "../../contract/billing.ts";
import type { Confirmation, PaymentConfirmation } from "../../contract/billing-confirmations.ts";
import type { BillingNotification } from "../../contract/billing-notifications.ts";
import type { Made, Text } from "../../contract/texts.ts";
import { shillings } from "../../contract/values/money.ts";
import { refuse } from "../../errors.ts";
import { type LetterRow, letterAnswer } from "../mail/index.ts";
import {
  type BilledRow,
  type ConfigRow,
  configAnswer,
  configColumns,
  type ListWanted,
  owedColumn,
  providerColumns,
} from "./store.ts";

// The operator's lists of provider billing.

export type Page<T> = { rows: T[]; total: number };

const found = (parameter: string) =>
  `(${parameter} = '' OR instr(lower(p.business_name), ${parameter}) > 0 OR instr(lower(p.email), ${parameter}) > 0
    OR instr(p.subdomain, ${parameter}) > 0`;

/** Newest providers first. */
export async function billingPage(
  ctx: Context,
  { q = "", page = 1, pageSize = 1_000, providerId = "" }: ListWanted & { providerId?: string | undefined },
): Promise<Page<ProviderBilling>> {
  const { platform } = ctx;
  const from = `FROM providers p LEFT JOIN billing_configs c ON c.provider_id = p.id
    WHERE (?1 = '' OR p.id = ?1) AND ${found("?2")} OR instr(lower(c.payment_account_number), ?2) > 0)`;
  const asked = [providerId, q.trim().toLowerCase()] as const;
  const [rows = [], [count] = []] = await platform.batch([
    platform.statement(
      `SELECT ${providerColumns}, ${owedColumn}, ${configColumns} ${from}
      ORDER BY p.created_at DESC, p.id LIMIT ?3 OFFSET ?4`,
      ...asked,
      pageSize,
      (page - 1) * pageSize,
    ),
    platform.statement(`SELECT count(*) AS total ${from}`, ...asked),
  ]);
  return { rows: (rows as Row[]).map(billingAnswer), total: Number(count?.total ?? 0) };
}

type Row = BilledRow & (ConfigRow | { providerId: null });

function billingAnswer(row: Row): ProviderBilling {
  return {
    ...providerOf(row),
    owed: shillings(row.owedCents),
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
  const [counts] = await ctx.platform.all<{
    totalProviders: number;
    configured: number;
    pendingPayments: number;
    activeProviders: number;
  }>(
    ctx.platform.statement(
      `SELECT (SELECT count(*) FROM providers) AS totalProviders,
        (SELECT count(*) FROM billing_configs) AS configured,
        (SELECT count(*) FROM payment_confirmations WHERE status = 'pending') AS pendingPayments,
        (SELECT count(*) FROM providers WHERE status = 'active') AS activeProviders`,
    ),
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

export const confirmationColumns = `n.id AS confirmationId, n.amount_cents AS amountCents,
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
  const { platform } = ctx;
  const from = `FROM payment_confirmations n JOIN providers p ON p.id = n.provider_id
    WHERE (?1 = '' OR n.status = ?1) AND ${found("?2")} OR instr(lower(n.payment_code), ?2) > 0)`;
  const asked = [status, q.trim().toLowerCase()] as const;
  const [rows = [], [count] = []] = await platform.batch([
    platform.statement(
      `SELECT ${confirmationColumns}, ${providerColumns}, ${owedColumn} ${from}
      ORDER BY n.status = 'pending' DESC, n.created_at DESC, n.id LIMIT ?3 OFFSET ?4`,
      ...asked,
      pageSize,
      (page - 1) * pageSize,
    ),
    platform.statement(`SELECT count(*) AS total ${from}`, ...asked),
  ]);
  const answer = (row: ConfirmationRow & BilledRow): PaymentConfirmation => ({
    provider_payment_confirmations: confirmationAnswer(row),
    providers: { ...providerOf(row), owed: shillings(row.owedCents) },
  });
  return {
    rows: (rows as (ConfirmationRow & BilledRow)[]).map(answer),
    total: Number(count?.total ?? 0),
  };
}

export type NotificationRow = {
  notificationId: string;
  texts: string;
  notificationType: BillingNotification["provider_billing_notifications"]["notificationType"];
  createdAt: number;
};

export const notificationColumns = `n.id AS notificationId, n.texts,
  n.notification_type AS notificationType, n.created_at AS createdAt`;

export function notificationAnswer(row: NotificationRow) {
  const { notificationId: id, notificationType } = row;
  const { title, message } = JSON.parse(row.texts) as { title: Text; message: Text };
  return { id, title, message, notificationType, createdAt: new Date(row.createdAt).toISOString() };
}

/** Of the notification `n`: its event and one address name each. */
const lettersOfNotification = `m.event > n.event || ' ' AND m.event < n.event || '!'
  AND instr(substr(m.event, length(n.event) + 2), ' ') = 0`;
const lettersColumn = `(SELECT json_group_array(json_object('id', m.id, 'recipient', m.recipient, 'fault', m.fault,
    'attempts', m.attempts, 'sentAt', m.sent_at, 'nextAt', m.next_at))
  FROM mail m WHERE ${lettersOfNotification}) AS letters`;

/** Newest first. */
export async function notificationsPage(
  ctx: Context,
  wanted: ListWanted & { type?: string | undefined; letters?: "failed" | undefined },
): Promise<Page<Made<typeof BillingNotification>>> {
  const { q = "", page = 1, pageSize = 1_000, type = "", letters = "" } = wanted;
  const { platform } = ctx;
  const from = `FROM billing_notifications n JOIN providers p ON p.id = n.provider_id
    WHERE (?1 = '' OR n.notification_type = ?1)
      AND (?3 = '' OR EXISTS (SELECT 1 FROM mail m
        WHERE ${lettersOfNotification} AND m.sent_at IS NULL AND m.fault IS NOT NULL))
      AND ${found("?2")} OR instr(lower(n.title), ?2) > 0 OR instr(lower(n.message), ?2) > 0)`;
  const asked = [type, q.trim().toLowerCase(), letters] as const;
  const [rows = [], [count] = []] = await platform.batch([
    platform.statement(
      `SELECT ${notificationColumns}, ${lettersColumn}, ${providerColumns} ${from}
      ORDER BY n.created_at DESC, n.rowid DESC LIMIT ?4 OFFSET ?5`,
      ...asked,
      pageSize,
      (page - 1) * pageSize,
    ),
    platform.statement(`SELECT count(*) AS total ${from}`, ...asked),
  ]);
  type Row = NotificationRow & BilledRow & { letters: string };
  const answer = (row: Row): Made<typeof BillingNotification> => ({
    provider_billing_notifications: notificationAnswer(row),
    providers: providerOf(row),
    letters: (JSON.parse(row.letters) as LetterRow[]).map(letterAnswer),
  });
  return { rows: (rows as Row[]).map(answer), total: Number(count?.total ?? 0) };
}
