import * as z from "zod";
import { endpoint, optional } from "./endpoint.ts";
import { ProviderStatus } from "./providers.ts";
import { says } from "./said.ts";
import type { FieldKey } from "./texts.ts";
import { Day, ListQuery } from "./transactions.ts";
import { emailsIn } from "./values/pasted.ts";

// What providers pay for the use of the platform: how each is billed (docs/behaviour/operator-console-money.md,
// "Provider billing"; docs/decisions/0016-billing.md). Money in answers is KES as a number; days are days in Africa/Nairobi.

export const BillingModel = z.enum(["percentage", "per_transaction", "monthly_fee"], says("billing_model"));
export const BillingCycle = z.enum(["monthly", "quarterly", "yearly"], says("billing_cycle"));

export const BillingConfig = z.object({
  providerId: z.string(),
  billingModel: BillingModel,
  /** Per cent, at most two decimals. */
  percentageRate: z.number().nullable(),
  transactionFee: z.number().nullable(),
  monthlyFee: z.number().nullable(),
  billingCycle: BillingCycle,
  /** Of the month after the period. */
  dueDay: z.int(),
  paymentAccountNumber: z.string(),
  /** Separated by commas. */
  notificationEmails: z.string(),
  /** The first day that is billed; what lies before it and after the last invoice is free. */
  billedFrom: Day,
});
export type BillingConfig = z.infer<typeof BillingConfig>;

/** What the Billing pages say of a provider. */
export const BilledProvider = z.object({
  id: z.string(),
  businessName: z.string(),
  email: z.string(),
  phone: z.string(),
  subdomain: z.string(),
  status: ProviderStatus,
  /** `invoice`: suspended for an overdue one, and lifted by a verified payment; null: not, or by an operator. */
  suspendedFor: z.enum(["invoice"]).nullable(),
});
export type BilledProvider = z.infer<typeof BilledProvider>;

export const ProviderBilling = BilledProvider.extend({
  /** Of all its unpaid invoices. */
  owed: z.number(),
  /** When the oldest of them is to be paid; null = nothing is owed. 0.2.1 does not say it, and may answer for a while beside this version. */
  owedSince: Day.nullable().optional(),
  /** The last day that an invoice is about; null = there is none. */
  billedUntil: Day.nullable(),
  provider_billing_config: BillingConfig.nullable(),
});
export type ProviderBilling = z.infer<typeof ProviderBilling>;

export const listProviderBilling = endpoint({
  name: "listProviderBilling",
  summary: "All providers with how they are billed, newest first",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/provider-billing",
  query: ListQuery.extend({
    providerId: optional(z.string().max(64)),
    /** Those with an unpaid invoice that was due before today. */
    status: optional(z.enum(["overdue"])),
  }),
  answer: z.array(ProviderBilling),
});

export const BillingOverview = z.object({
  totalProviders: z.int(),
  configured: z.int(),
  /** Confirmations that wait for a decision. */
  pendingPayments: z.int(),
  activeProviders: z.int(),
  /** Providers with an unpaid invoice that was due before today. 0.2.1 does not say it, and may answer for a while beside this version. */
  overdue: z.int().optional(),
  /** By which providers pay; null = the platform has not set it. */
  paybill: z.string().nullable(),
});

export const billingOverview = endpoint({
  name: "billingOverview",
  summary: "The counters of provider billing, and the pay bill by which providers pay",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/billing-overview",
  answer: BillingOverview,
});

/** Empty numbers come as null; numbers may come as the text of their field. */
const amount = (name: FieldKey, most: number, whatElse: string) =>
  z.preprocess(
    (value) => (value === "" || value === null ? undefined : value),
    z
      .union(
        [
          z.number(),
          z
            .string()
            .regex(/^\s*\d{1,9}(\.\d+)?\s*$/)
            .transform(Number),
        ],
        says("amount_number", { field: { say: name } }),
      )
      .refine((value) => value >= 0 && value <= most, whatElse)
      // A fraction of a cent, or of a hundredth of a per cent, is no amount.
      .refine(
        (value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
        says("amount_decimals", { field: { say: name } }),
      )
      .optional(),
  );

export const percentageRate = amount("field_percentage", 100, says("percentage_range"));
const fee = (name: FieldKey) => amount(name, 10_000_000, says("amount_range", { field: { say: name } }));

const mostEmails = 10;
const Email = z.email().max(200);

export const BillingConfigInput = z
  .strictObject({
    /** Compared with the address of the call, never trusted. */
    providerId: optional(z.string().max(64)),
    billingModel: BillingModel,
    percentageRate,
    transactionFee: fee("field_transaction_fee"),
    monthlyFee: fee("field_monthly_fee"),
    billingCycle: BillingCycle,
    dueDay: z.int(says("due_day")).min(1, says("due_day")).max(28, says("due_day")),
    paymentAccountNumber: z
      .string(says("billing_account_required"))
      .trim()
      .min(1, says("billing_account_required"))
      .max(40, says("billing_account_long"))
      .regex(/^[\w .\-/]+$/, says("billing_account_letters")),
    notificationEmails: optional(z.string().max(2_000)),
    /** Not before the days that were billed already. Absent = as it is, and today for a provider that was not billed yet. */
    billedFrom: optional(Day),
  })
  .superRefine((config, context) => {
    const fault = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    const { billingModel: model } = config;
    if (model === "percentage" && config.percentageRate === undefined)
      fault("percentageRate", says("percentage_required"));
    if (model === "per_transaction" && config.transactionFee === undefined)
      fault("transactionFee", says("transaction_fee_required"));
    if (model === "monthly_fee" && config.monthlyFee === undefined)
      fault("monthlyFee", says("monthly_fee_required"));
    const emails = emailsIn(config.notificationEmails ?? "");
    if (emails.length > mostEmails) fault("notificationEmails", says("emails_limit", { most: mostEmails }));
    if (emails.some((one) => !Email.safeParse(one).success))
      fault("notificationEmails", says("emails_format"));
  });
export type BillingConfigInput = z.output<typeof BillingConfigInput>;

export const saveProviderBilling = endpoint({
  name: "saveProviderBilling",
  summary: "How a provider is billed from now on; the running period is billed by it as a whole",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/provider-billing/:providerId",
  params: z.object({ providerId: z.string().max(64) }),
  body: BillingConfigInput,
  answer: ProviderBilling,
});
