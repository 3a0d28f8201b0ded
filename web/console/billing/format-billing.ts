import type { Invoice, InvoiceRow } from "#contract/billing-invoices";
import { date, kes } from "../format.ts";
import type { Tone } from "../kit.tsx";
import { language, t } from "../language.ts";

// How both consoles speak of bills.

export const day = (iso: string) => date(iso, language());

export function days(from: string, to: string): string {
  return from === to ? day(from) : `${day(from)} – ${day(to)}`;
}

type Rate = Pick<Invoice, "billingModel" | "percentageRate" | "transactionFee" | "monthlyFee">;

export function formatRate(rate: Rate): string {
  switch (rate.billingModel) {
    case "percentage":
      return t("{rate}% of sales", { rate: String(rate.percentageRate ?? 0) });
    case "per_transaction":
      return t("{amount} per transaction", { amount: kes(rate.transactionFee ?? 0) });
    case "monthly_fee":
      return t("{amount} per month", { amount: kes(rate.monthlyFee ?? 0) });
    default:
      return rate.billingModel satisfies never;
  }
}

export function formatCycle(cycle: "monthly" | "quarterly" | "yearly"): string {
  const names = { monthly: t("Monthly"), quarterly: t("Quarterly"), yearly: t("Yearly") };
  return names[cycle];
}

export function invoiceStatus(status: Invoice["status"]): { tone: Tone; word: string } {
  const marks = {
    paid: { tone: "good", word: t("Paid") },
    open: { tone: "wait", word: t("Open") },
    overdue: { tone: "bad", word: t("Overdue") },
    credited: { tone: "off", word: t("Credited") },
  } as const;
  return marks[status];
}

export function confirmationStatus(status: "pending" | "verified" | "rejected"): {
  tone: Tone;
  word: string;
} {
  const marks = {
    pending: { tone: "wait", word: t("Pending") },
    verified: { tone: "good", word: t("Verified") },
    rejected: { tone: "bad", word: t("Rejected") },
  } as const;
  return marks[status];
}

export function formatInvoiceRow({ kind, from, to, count }: InvoiceRow): string {
  switch (kind) {
    case "sales":
      return t("Sales, {days}", { days: days(from, to) });
    case "fee":
      return t("Fee for {count, plural, one {# day} other {# days}}, {days}", {
        count,
        days: days(from, to),
      });
    case "late":
      return t("Recorded after the last invoice, {days}", { days: days(from, to) });
    case "carried":
      return t("Refunds beyond the sales, {days}", { days: days(from, to) });
    default:
      return kind satisfies never;
  }
}
