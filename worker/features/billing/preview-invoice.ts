import type { Context } from "../../context.ts";
import type { BillingConfigInput } from "../../contract/billing.ts";
import type { InvoicePreview } from "../../contract/billing-corrections.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { shillings } from "../../contract/values/money.ts";
import { refuse } from "../../errors.ts";
import { isProvider } from "../providers/index.ts";
import { computeInvoice } from "./compute-invoice.ts";
import { startOf, termsFrom } from "./configure-billing.ts";
import { leftBy, nextPeriod, salesIn } from "./issue-invoices.ts";
import { dueDateOf, plusDays } from "./periods.ts";
import { accountOf, rowAnswer } from "./provider-account.ts";
import { lastInvoice } from "./store.ts";

/** By what `issueInvoices` will do at the period's end, with the sales until now. @throws AppError not_found, invalid */
export async function previewInvoice(
  ctx: Context,
  providerId: string,
  config: BillingConfigInput,
): Promise<InvoicePreview> {
  if (!(await isProvider(ctx, providerId))) throw refuse("not_found", "no_such_provider");
  const terms = termsFrom(config);
  const billedFrom = await startOf(ctx, providerId, config.billedFrom);
  const last = await lastInvoice(ctx, providerId);
  const period = nextPeriod(last, { billedFrom, billingCycle: terms.billingCycle });
  const tomorrow = plusDays(nairobiDay(ctx.now()), 1);
  const until = period.end < tomorrow ? period.end : tomorrow;
  const sales =
    until > period.start ? await salesIn(ctx, providerId, { start: period.start, end: until }) : [];
  const { rows, amountCents } = computeInvoice(terms, period, sales, last ? await leftBy(ctx, last) : []);
  return {
    periodStart: period.start,
    periodEnd: plusDays(period.end, -1),
    dueDate: dueDateOf(period, terms.dueDay),
    rows: rows.map(rowAnswer),
    amount: shillings(amountCents),
    credit: (await accountOf(ctx, providerId)).credit,
  };
}
