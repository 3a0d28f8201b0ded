import type { Context } from "../../context.ts";
import { say } from "../../contract/texts.ts";
import { invoices } from "../../db/schema/platform.ts";
import { sql } from "../../db/sql.ts";
import { insertInto } from "../../db/table-rows.ts";
import { sha256 } from "../../keys.ts";
import { broughtByDay, type SumOfDay } from "../transactions/index.ts";
import { allocateStatement } from "./allocate-payments.ts";
import { computeInvoice, type Left, type Terms } from "./compute-invoice.ts";
import { howToPay, kes, periodInWords } from "./format-billing.ts";
import { notifyStatements, type Told } from "./notify-provider.ts";
import { dueDateOf, type Period, periodFrom, plusDays } from "./periods.ts";
import { type ConfigRow, type InvoiceRecord, lastInvoice } from "./store.ts";

export type Billed = Told & Omit<ConfigRow, "createdAt" | "updatedAt">;

/** Each period that ended before `today` once: the id belongs to provider and period. @returns how many were made */
export async function issueInvoices(ctx: Context, billed: Billed, today: string): Promise<number> {
  let last = await lastInvoice(ctx, billed.providerId);
  let made = 0;
  for (;;) {
    const period = nextPeriod(last, billed);
    if (period.end > today) return made;
    await issue(ctx, billed, period, last);
    made += 1;
    last = await lastInvoice(ctx, billed.providerId);
    // The last invoice is of this period: ours, or one that a parallel run wrote.
    if (last?.periodStart !== period.start) throw new Error(`no invoice for ${period.start} came about`);
  }
}

/** After the last invoice, and not before the day from which is billed: the days between are free. */
export function nextPeriod(
  last: Pick<InvoiceRecord, "periodEnd"> | undefined,
  { billedFrom, billingCycle }: Pick<Billed, "billedFrom" | "billingCycle">,
): Period {
  const start = last && last.periodEnd > billedFrom ? last.periodEnd : billedFrom;
  return periodFrom(start, billingCycle);
}

async function issue(
  ctx: Context,
  billed: Billed,
  period: Period,
  last: InvoiceRecord | undefined,
): Promise<void> {
  const { providerId, dueDay } = billed;
  const terms: Terms = {
    billingModel: billed.billingModel,
    percentageBasisPoints: billed.percentageBasisPoints,
    transactionFeeCents: billed.transactionFeeCents,
    monthlyFeeCents: billed.monthlyFeeCents,
    billingCycle: billed.billingCycle,
    dueDay,
    paymentAccountNumber: billed.paymentAccountNumber,
  };
  const sales = await salesIn(ctx, providerId, period);
  const computed = computeInvoice(terms, period, sales, last ? await leftBy(ctx, last) : []);
  const id = sha256(`invoice ${providerId} ${period.start}`).slice(0, 32);
  const dueDate = dueDateOf(period, dueDay);
  const now = ctx.now();
  const { rows, baseCount, baseCents, amountCents } = computed;
  const months = { period: periodInWords(period.start, period.end) };
  const isFree = amountCents === 0;
  await ctx.platform.batch([
    insertInto(invoices, {
      id,
      providerId,
      periodStart: period.start,
      periodEnd: period.end,
      dueDate,
      terms,
      rows,
      baseCount,
      baseCents,
      amountCents,
      issuedAt: now,
    }),
    allocateStatement(ctx, providerId),
    ...notifyStatements(
      ctx,
      // Nothing to pay is worth a line in the console, and no letter.
      isFree ? { ...billed, notificationEmails: "" } : billed,
      {
        event: `invoice ${id} issued`,
        type: "invoice",
        title: say("invoice_for", months),
        message: isFree
          ? say("invoice_free", months)
          : say("invoice_to_pay", { ...months, amount: kes(amountCents), day: { date: dueDate } }),
        next: howToPay(ctx.settings.PLATFORM_PAYBILL, billed.paymentAccountNumber),
      },
      sql`EXISTS (SELECT 1 FROM invoices WHERE id = ${id} AND issued_at = ${now})`,
    ),
  ]);
}

/** Completed payments by day; both settlements, minus refunds, without vouchers and cash. */
export async function salesIn(ctx: Context, providerId: string, { start, end }: Period): Promise<SumOfDay[]> {
  const db = ctx.tenant(providerId);
  return db.all<SumOfDay>(broughtByDay({ from: start, to: plusDays(end, -1) }));
}

/** Sales that reached the books after the former invoice was closed, and refunds beyond its sales. */
export async function leftBy(ctx: Context, last: InvoiceRecord): Promise<Left[]> {
  if (last.terms.billingModel === "monthly_fee") return [];
  const period = { start: last.periodStart, end: last.periodEnd };
  const then = last.rows.filter(({ kind }) => kind === "sales");
  const now = computeInvoice(last.terms, period, await salesIn(ctx, last.providerId, period));
  const count = now.baseCount - then.reduce((sum, row) => sum + row.count, 0);
  const baseCents = now.baseCents - then.reduce((sum, row) => sum + row.baseCents, 0);
  const days = { from: period.start, end: period.end };
  return [
    ...(count !== 0 || baseCents !== 0 ? [{ kind: "late" as const, ...days, count, baseCents }] : []),
    ...(last.baseCents < 0
      ? [{ kind: "carried" as const, ...days, count: 0, baseCents: last.baseCents }]
      : []),
  ];
}
