import * as z from "zod";
import { BillingConfig, BillingModel } from "./billing.ts";
import { endpoint, Moment } from "./endpoint.ts";
import { ProviderStatus } from "./providers.ts";
import { Day, ListQuery } from "./transactions.ts";

// Invoices of provider billing, and what a provider owes. Money is KES as a number, days are days in Africa/Nairobi.

/** `fee`: `count` days of that month. `late`: recorded after the former invoice. `carried`: refunds beyond its sales. */
export const InvoiceRow = z.object({
  kind: z.enum(["sales", "fee", "late", "carried"]),
  from: Day,
  /** The last day. */
  to: Day,
  count: z.int(),
  base: z.number(),
  amount: z.number(),
});
export type InvoiceRow = z.infer<typeof InvoiceRow>;

/** What was taken off an invoice after it was made. */
export const CreditNote = z.object({
  id: z.string(),
  amount: z.number(),
  reason: z.string(),
  createdAt: Moment,
});
export type CreditNote = z.infer<typeof CreditNote>;

export const Invoice = z.object({
  id: z.string(),
  periodStart: Day,
  /** The last day. */
  periodEnd: Day,
  dueDate: Day,
  billingModel: BillingModel,
  percentageRate: z.number().nullable(),
  transactionFee: z.number().nullable(),
  monthlyFee: z.number().nullable(),
  rows: z.array(InvoiceRow),
  baseCount: z.int(),
  base: z.number(),
  amount: z.number(),
  paid: z.number(),
  /** The sum of its credit notes: still to pay is the amount less this and what was paid. */
  credited: z.number(),
  credits: z.array(CreditNote),
  /** `credited`: all of it was taken off. */
  status: z.enum(["paid", "open", "overdue", "credited"]),
  issuedAt: Moment,
  paidAt: Moment.nullable(),
});
export type Invoice = z.infer<typeof Invoice>;

export const listProviderInvoices = endpoint({
  name: "listProviderInvoices",
  summary: "A provider's invoices, newest first",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/provider-billing/:providerId/invoices",
  params: z.object({ providerId: z.string().max(64) }),
  query: ListQuery,
  answer: z.array(Invoice),
});

export const BillingAccount = z.object({
  status: ProviderStatus,
  suspendedFor: z.enum(["invoice"]).nullable(),
  /** Of all unpaid invoices, and of those past their due date. */
  owed: z.number(),
  overdue: z.number(),
  /** Paid in advance: the next invoices take it. */
  credit: z.number(),
  /** The day on which the account is suspended unless the oldest overdue invoice is paid before; null = none is overdue. */
  suspendedOn: Day.nullable(),
  /** Null = the platform has not set it: whoever wants to pay asks. */
  paybill: z.string().nullable(),
  terms: BillingConfig.omit({ providerId: true, notificationEmails: true }).nullable(),
  unread: z.int(),
});
export type BillingAccount = z.infer<typeof BillingAccount>;

export const billingAccount = endpoint({
  name: "billingAccount",
  summary: "What the signed-in provider owes, by when, and how to pay it",
  audience: ["provider"],
  roles: ["owner"],
  method: "GET",
  path: "/api/admin/billing",
  answer: BillingAccount,
  whileSuspended: true,
});

export const listInvoices = endpoint({
  name: "listInvoices",
  summary: "The signed-in provider's invoices, newest first",
  audience: ["provider"],
  roles: ["owner"],
  method: "GET",
  path: "/api/admin/billing/invoices",
  query: ListQuery,
  answer: z.array(Invoice),
  whileSuspended: true,
});
