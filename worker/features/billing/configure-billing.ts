import type { Context } from "../../context.ts";
import type { BillingConfigInput, ProviderBilling } from "../../contract/billing.ts";
import { say } from "../../contract/texts.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { emailsIn } from "../../contract/values/pasted.ts";
import { dayMs } from "../../contract/values/time.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { type AppError, refuse } from "../../errors.ts";
import { type Actor, changesOf, recordIfStatement } from "../audit/index.ts";
import { isProvider } from "../providers/index.ts";
import type { Terms } from "./compute-invoice.ts";
import { billingOf } from "./list-billing.ts";
import { lastInvoice } from "./store.ts";

const cents = (kes: number | undefined) => (kes === undefined ? null : Math.round(kes * 100));

/** The rule as invoices keep it. */
export const termsFrom = (config: BillingConfigInput): Terms => ({
  billingModel: config.billingModel,
  percentageBasisPoints: cents(config.percentageRate),
  transactionFeeCents: cents(config.transactionFee),
  monthlyFeeCents: cents(config.monthlyFee),
  billingCycle: config.billingCycle,
  dueDay: config.dueDay,
  paymentAccountNumber: config.paymentAccountNumber,
});

/** Invoices that exist stay; the running period is billed by the new rule. @throws AppError not_found, invalid, conflict */
export async function configureBilling(
  ctx: Context,
  providerId: string,
  config: BillingConfigInput,
  actor: Actor,
): Promise<ProviderBilling> {
  if (!(await isProvider(ctx, providerId))) throw refuse("not_found", "no_such_provider");
  if (config.providerId !== undefined && config.providerId !== providerId)
    throw refuse("invalid", "billing_other_provider");
  const { platform } = ctx;
  const now = ctx.now();
  const billedFrom = await startOf(ctx, providerId, config.billedFrom);
  const kept = {
    ...termsFrom(config),
    notificationEmails: emailsIn(config.notificationEmails ?? "").join(", "),
    billedFrom,
  };
  const [before = {}] = await platform.all(
    sql<Record<string, unknown>>`SELECT billing_model AS billingModel,
        percentage_basis_points AS percentageBasisPoints, transaction_fee_cents AS transactionFeeCents,
        monthly_fee_cents AS monthlyFeeCents, billing_cycle AS billingCycle, due_day AS dueDay,
        payment_account_number AS paymentAccountNumber, notification_emails AS notificationEmails,
        billed_from AS billedFrom
      FROM billing_configs WHERE provider_id = ${providerId}`,
  );
  const [written] = await platform.batch([
    sql`INSERT INTO billing_configs (provider_id, billing_model, percentage_basis_points,
        transaction_fee_cents, monthly_fee_cents, billing_cycle, due_day, payment_account_number,
        notification_emails, billed_from, created_at, updated_at)
      SELECT ${providerId}, ${kept.billingModel}, ${kept.percentageBasisPoints}, ${kept.transactionFeeCents},
        ${kept.monthlyFeeCents}, ${kept.billingCycle}, ${kept.dueDay}, ${kept.paymentAccountNumber},
        ${kept.notificationEmails}, ${billedFrom}, ${now}, ${now}
      WHERE NOT EXISTS (SELECT 1 FROM billing_configs
        WHERE provider_id <> ${providerId} AND ${sameAccount(kept.paymentAccountNumber)})
      ON CONFLICT (provider_id) DO UPDATE SET billing_model = excluded.billing_model,
        percentage_basis_points = excluded.percentage_basis_points,
        transaction_fee_cents = excluded.transaction_fee_cents,
          monthly_fee_cents = excluded.monthly_fee_cents, billing_cycle = excluded.billing_cycle,
          due_day = excluded.due_day,
        payment_account_number = excluded.payment_account_number,
        notification_emails = excluded.notification_emails, billed_from = excluded.billed_from,
        updated_at = excluded.updated_at
      RETURNING provider_id`,
    recordIfStatement(
      ctx,
      {
        ...actor,
        providerId,
        action: "billing.configure",
        subject: providerId,
        detail: changesOf(before, kept),
      },
      sql`changes() > 0`,
    ),
  ]);
  if (written.length === 0) throw await accountTaken(ctx, providerId, config.paymentAccountNumber);
  return billingOf(ctx, providerId);
}

const furthestMs = 731 * dayMs;

/** Days that were billed are billed; an invoice for a past month of a new provider would be overdue when it is made. @throws AppError invalid */
export async function startOf(ctx: Context, providerId: string, wanted: string | undefined): Promise<string> {
  const now = ctx.now();
  const today = nairobiDay(now);
  const known = await ctx.platform.first(
    sql<{ billedFrom: string }>`SELECT billed_from AS billedFrom FROM billing_configs
      WHERE provider_id = ${providerId}`,
  );
  if (wanted === undefined) return known?.billedFrom ?? today;
  if (wanted === known?.billedFrom) return wanted;
  const last = await lastInvoice(ctx, providerId);
  if (last && wanted < last.periodEnd)
    throw refuse("invalid", "billed_from_early", { day: { date: last.periodEnd } }).at("billedFrom");
  const month = `${today.slice(0, 8)}01`;
  if (!last && wanted < month)
    throw refuse("invalid", "billed_from_past", { day: { date: month } }).at("billedFrom");
  if (wanted > nairobiDay(now + furthestMs)) throw refuse("invalid", "billed_from_late").at("billedFrom");
  return wanted;
}

/** As payers write it: in any case, with spaces or without. */
const sameAccount = (typed: string): Sql =>
  sql`upper(replace(payment_account_number, ' ', '')) = upper(replace(${typed}, ' ', ''))`;

/** Only operators set these numbers, and operators know all providers. */
async function accountTaken(ctx: Context, providerId: string, account: string): Promise<AppError> {
  const other = await ctx.platform.first(
    sql<{ name: string }>`SELECT p.business_name AS name
      FROM billing_configs c JOIN providers p ON p.id = c.provider_id
      WHERE c.provider_id <> ${providerId} AND ${sameAccount(account)}`,
  );
  return refuse("conflict", "billing_account_taken", {
    account,
    owner: other?.name ?? say("another_provider"),
  }).at("paymentAccountNumber");
}
