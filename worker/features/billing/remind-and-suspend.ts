import type { Context } from "../../context.ts";
import { say, valueIn } from "../../contract/texts.ts";
import { dayStart, nairobiDay } from "../../contract/values/duration.ts";
import { sql } from "../../db/sql.ts";
import { recordIfStatement } from "../audit/index.ts";
import { suspendForInvoice } from "../providers/index.ts";
import { howToPay, kes, periodInWords } from "./format-billing.ts";
import type { Billed } from "./issue-invoices.ts";
import { type Message, notifyStatements } from "./notify-provider.ts";
import { plusDays } from "./periods.ts";
import { type InvoiceRecord, openCents } from "./store.ts";

/** Days after the due date, and after the day of the last verified payment, on which a provider is suspended. */
const graceDays = 7;
const remindedDaysBefore = 3;

/** @param verifiedAt when a payment of the provider was verified last, UTC ms; null = never */
export function suspensionDay(
  { dueDate }: Pick<InvoiceRecord, "dueDate">,
  verifiedAt: number | null,
): string {
  const paid = verifiedAt === null ? "" : nairobiDay(verifiedAt);
  return plusDays(paid > dueDate ? paid : dueDate, graceDays);
}

/** Reminds of an unpaid invoice, or suspends for it, whichever this day asks for. Each is told once. */
export async function remindOrSuspend(
  ctx: Context,
  billed: Billed,
  invoice: InvoiceRecord,
  { today, verifiedAt }: { today: string; verifiedAt: number | null },
): Promise<void> {
  const suspendedOn = suspensionDay(invoice, verifiedAt);
  if (today >= suspendedOn) {
    await suspend(ctx, billed, invoice, today);
    return;
  }
  const reminder = reminderOn(invoice, today, suspendedOn);
  if (!reminder) return;
  const next = howToPay(ctx.settings.PLATFORM_PAYBILL, invoice.terms.paymentAccountNumber);
  await ctx.platform.batch(
    notifyStatements(
      ctx,
      billed,
      { ...reminder, next },
      sql`EXISTS (SELECT 1 FROM invoices WHERE id = ${invoice.id} AND paid_at IS NULL)`,
    ),
  );
}

function reminderOn(
  invoice: InvoiceRecord,
  today: string,
  suspendedOn: string,
): Omit<Message, "next"> | null {
  const { id, dueDate, periodStart, periodEnd } = invoice;
  const amount = kes(openCents(invoice));
  const period = periodInWords(periodStart, periodEnd);
  const day = { date: dueDate };
  if (today > dueDate)
    return {
      event: `invoice ${id} overdue`,
      type: "overdue",
      title: say("invoice_overdue", { period }),
      message: say("invoice_overdue_since", { amount, day, suspendedOn: { date: suspendedOn } }),
    };
  // Who was told of the invoice on this very day needs no second letter.
  if (today === periodEnd) return null;
  if (today === dueDate)
    return {
      event: `invoice ${id} due`,
      type: "reminder",
      title: say("invoice_due", { period }),
      message: say("invoice_pay_today", { amount }),
    };
  if (today >= plusDays(dueDate, -remindedDaysBefore))
    return {
      event: `invoice ${id} due soon`,
      type: "reminder",
      title: say("invoice_due_soon", { period }),
      message: say("invoice_pay_by", { amount, day }),
    };
  return null;
}

/** Once per invoice, so an operator's activation stands; anew when a verified payment did not cover it in time. */
async function suspend(ctx: Context, billed: Billed, invoice: InvoiceRecord, today: string): Promise<void> {
  if (invoice.suspendedAt !== null) return;
  const { platform } = ctx;
  const { providerId } = billed;
  const now = ctx.now();
  const suspended = sql`EXISTS (SELECT 1 FROM invoices WHERE id = ${invoice.id} AND suspended_at = ${now})`;
  const amount = kes(openCents(invoice));
  const period = periodInWords(invoice.periodStart, invoice.periodEnd);
  await platform.batch([
    sql`UPDATE invoices SET suspended_at = ${now}
      WHERE id = ${invoice.id} AND paid_at IS NULL AND suspended_at IS NULL
      AND EXISTS (SELECT 1 FROM providers WHERE id = ${providerId} AND status = 'active')
      AND NOT EXISTS (SELECT 1 FROM payment_confirmations
        WHERE provider_id = ${providerId} AND status = 'verified'
          AND decided_at >= ${dayStart(plusDays(today, 1 - graceDays))})`,
    suspendForInvoice(ctx, providerId, suspended),
    ...notifyStatements(
      ctx,
      billed,
      {
        // A second suspension for the same invoice is another event.
        event: `invoice ${invoice.id} suspended ${now}`,
        type: "suspension",
        title: say("account_suspended"),
        message: say("account_suspended_unpaid", { amount, period, day: { date: invoice.dueDate } }),
        next: howToPay(ctx.settings.PLATFORM_PAYBILL, invoice.terms.paymentAccountNumber),
      },
      suspended,
    ),
    recordIfStatement(
      ctx,
      {
        actor: "system",
        actorId: null,
        providerId,
        action: "provider.suspend",
        subject: providerId,
        detail: { invoice: invoice.id, period: valueIn("en", period), owed: amount },
      },
      suspended,
    ),
  ]);
}
