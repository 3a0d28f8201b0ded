import * as z from "zod";
import { endpoint, Moment, optional } from "./endpoint.ts";
import { ProviderStatus } from "./providers.ts";
import { Day, ListQuery } from "./sales.ts";

// What providers pay for the use of the platform (specification, super admin console "Provider Billing"; decision 0016).
// Money in answers is KES as a number; days are days in Africa/Nairobi.

export const BillingModel = z.enum(
  ["percentage", "per_transaction", "monthly_fee"],
  "Billing model is required",
);
export const BillingCycle = z.enum(["monthly", "quarterly", "yearly"], "Billing cycle is required");

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
  provider_billing_config: BillingConfig.nullable(),
});
export type ProviderBilling = z.infer<typeof ProviderBilling>;

export const listProviderBilling = endpoint({
  name: "listProviderBilling",
  summary: "All providers with how they are billed, newest first",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/provider-billing",
  query: ListQuery.extend({ providerId: optional(z.string().max(64)) }),
  answer: z.array(ProviderBilling),
});

export const BillingOverview = z.object({
  totalProviders: z.int(),
  configured: z.int(),
  /** Confirmations that wait for a decision. */
  pendingPayments: z.int(),
  activeProviders: z.int(),
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
const amount = (name: string, most: number, whatElse: string) =>
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
        `${name} is a number`,
      )
      .refine((value) => value >= 0 && value <= most, whatElse)
      // A fraction of a cent, or of a hundredth of a per cent, is no amount.
      .refine(
        (value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
        `${name} has at most two decimals`,
      )
      .optional(),
  );

export const percentageRate = amount("Percentage rate", 100, "Percentage rate must be between 0 and 100");
const fee = (name: string) => amount(name, 10_000_000, `${name} must be between 0 and 10,000,000`);

/** `a@x.ke, b@y.ke` -> each address; empty parts are left out. */
export const emailsIn = (text: string) =>
  text
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");

const mostEmails = 10;
const Email = z.email().max(200);

/** Shared by the form and the server. */
export const BillingConfigInput = z
  .strictObject({
    /** Compared with the address of the call, never trusted. */
    providerId: optional(z.string().max(64)),
    billingModel: BillingModel,
    percentageRate,
    transactionFee: fee("Transaction fee"),
    monthlyFee: fee("Monthly fee"),
    billingCycle: BillingCycle,
    dueDay: z
      .int("Due day is a day from 1 to 28")
      .min(1, "Due day is a day from 1 to 28")
      .max(28, "Due day is a day from 1 to 28"),
    paymentAccountNumber: z
      .string("Payment account number is required")
      .trim()
      .min(1, "Payment account number is required")
      .max(40, "Payment account number has at most 40 characters")
      .regex(/^[\w .\-/]+$/, "Payment account number has only letters, digits, spaces and - . / _"),
    notificationEmails: optional(z.string().max(2_000)),
  })
  .superRefine((config, context) => {
    const fault = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    const { billingModel: model } = config;
    if (model === "percentage" && config.percentageRate === undefined)
      fault("percentageRate", "Percentage rate is required");
    if (model === "per_transaction" && config.transactionFee === undefined)
      fault("transactionFee", "Transaction fee is required");
    if (model === "monthly_fee" && config.monthlyFee === undefined)
      fault("monthlyFee", "Monthly fee is required");
    const emails = emailsIn(config.notificationEmails ?? "");
    if (emails.length > mostEmails) fault("notificationEmails", `At most ${mostEmails} e-mail addresses`);
    if (emails.some((one) => !Email.safeParse(one).success))
      fault("notificationEmails", "Give e-mail addresses, separated by commas");
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

export const ConfirmationStatus = z.enum(["pending", "verified", "rejected"]);

const Confirmation = z.object({
  id: z.string(),
  amountPaid: z.number(),
  paymentCode: z.string(),
  status: ConfirmationStatus,
  notes: z.string().nullable(),
  createdAt: Moment,
  decidedAt: Moment.nullable(),
});
export type Confirmation = z.infer<typeof Confirmation>;

export const PaymentConfirmation = z.object({
  provider_payment_confirmations: Confirmation,
  providers: BilledProvider.extend({ owed: z.number() }),
});
export type PaymentConfirmation = z.infer<typeof PaymentConfirmation>;

export const listPaymentConfirmations = endpoint({
  name: "listPaymentConfirmations",
  summary: "Payment codes that providers submitted: what waits first, then newest first",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/payment-confirmations",
  query: ListQuery.extend({ status: optional(ConfirmationStatus) }),
  answer: z.array(PaymentConfirmation),
});

const Notes = optional(z.string().trim().max(500, "Notes have at most 500 characters"));
const ConfirmationParams = z.object({ id: z.string().max(64) });

const decided = z.object({
  success: z.literal(true),
  message: z.string(),
  status: ConfirmationStatus,
  providerStatus: ProviderStatus,
});

export const verifyConfirmation = endpoint({
  name: "verifyConfirmation",
  summary: "The money has arrived: it pays the oldest invoices, and a suspension for an invoice is lifted",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/payment-confirmations/:id/verify",
  params: ConfirmationParams,
  body: z.strictObject({ notes: Notes }),
  answer: decided,
  hasSuccess: true,
  idempotent: true,
});

export const rejectConfirmation = endpoint({
  name: "rejectConfirmation",
  summary: "No such money has arrived; everything stays as it is, and the code may be submitted again",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/payment-confirmations/:id/reject",
  params: ConfirmationParams,
  body: z.strictObject({ notes: Notes }),
  answer: decided,
  hasSuccess: true,
  idempotent: true,
});

export const NotificationType = z.enum(["invoice", "reminder", "overdue", "suspension", "payment", "site"]);

const Notification = z.object({
  id: z.string(),
  title: z.string(),
  message: z.string(),
  createdAt: Moment,
  notificationType: NotificationType,
});

/** A letter that tells the same by e-mail. One that failed is tried again by itself, at `nextAt`. */
export const Letter = z.object({
  id: z.string(),
  recipient: z.string(),
  state: z.enum(["sent", "waiting", "failed"]),
  /** Why the last try failed. */
  fault: z.string().nullable(),
  attempts: z.int(),
  sentAt: Moment.nullable(),
  nextAt: Moment.nullable(),
});
export type Letter = z.infer<typeof Letter>;

export const BillingNotification = z.object({
  provider_billing_notifications: Notification,
  providers: BilledProvider,
  letters: z.array(Letter),
});
export type BillingNotification = z.infer<typeof BillingNotification>;

export const listBillingNotifications = endpoint({
  name: "listBillingNotifications",
  summary: "What billing told the providers, newest first",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/billing-notifications",
  query: ListQuery.extend({
    type: optional(NotificationType),
    /** `failed`: only those of which a letter could not be delivered yet. */
    letters: optional(z.enum(["failed"])),
  }),
  answer: z.array(BillingNotification),
});

export const sendLetter = endpoint({
  name: "sendLetter",
  summary: "Hand over a letter now that could not be delivered",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/billing-letters/:id/send",
  params: z.object({ id: z.string().max(64) }),
  answer: Letter,
});

/**
 * A line of an invoice. `sales`: one month's completed payments. `fee`: the monthly fee, `count` days of that month. `late`:
 * what was recorded after the former invoice had been closed. `carried`: refunds beyond the sales of the former period.
 */
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
  status: z.enum(["paid", "open", "overdue"]),
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
  method: "GET",
  path: "/api/admin/billing",
  answer: BillingAccount,
  whileSuspended: true,
});

export const listInvoices = endpoint({
  name: "listInvoices",
  summary: "The signed-in provider's invoices, newest first",
  audience: ["provider"],
  method: "GET",
  path: "/api/admin/billing/invoices",
  query: ListQuery,
  answer: z.array(Invoice),
  whileSuspended: true,
});

export const listConfirmations = endpoint({
  name: "listConfirmations",
  summary: "Payment codes that the signed-in provider submitted, newest first",
  audience: ["provider"],
  method: "GET",
  path: "/api/admin/billing/confirmations",
  query: ListQuery,
  answer: z.array(Confirmation),
  whileSuspended: true,
});

/** Letters and digits as they stand in the message of M-Pesa or of a bank, in any case and with spaces. */
export const PaymentCode = z
  .string("Payment code is required")
  .transform((text) => text.replace(/\s+/g, "").toUpperCase())
  .pipe(
    z
      .string()
      .min(1, "Payment code is required")
      .regex(
        /^[A-Z0-9]{8,12}$/,
        "A payment code has 8 to 12 letters and digits, as in the message that you got",
      ),
  );

export const NewConfirmation = z.strictObject({
  paymentCode: PaymentCode,
  amountPaid: z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^\s*\d{1,9}(\.\d{1,2})?\s*$/)
          .transform(Number),
      ],
      "Amount paid is a number of shillings",
    )
    .refine((value) => value >= 1 && value <= 10_000_000, "Amount paid is between KES 1 and KES 10,000,000")
    .refine(
      (value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
      "Amount paid has at most two decimals",
    ),
});

export const submitConfirmation = endpoint({
  name: "submitConfirmation",
  summary: "Say that an invoice was paid, by the code of the payment; a person looks and verifies it",
  audience: ["provider"],
  method: "POST",
  path: "/api/admin/billing/confirmations",
  body: NewConfirmation,
  answer: Confirmation,
  idempotent: true,
  whileSuspended: true,
});

export const listNotifications = endpoint({
  name: "listNotifications",
  summary: "What billing told the signed-in provider, newest first",
  audience: ["provider"],
  method: "GET",
  path: "/api/admin/billing/notifications",
  query: ListQuery,
  answer: z.array(Notification.extend({ readAt: Moment.nullable() })),
  whileSuspended: true,
});

export const readNotifications = endpoint({
  name: "readNotifications",
  summary: "Mark everything that billing told until now as read",
  audience: ["provider"],
  method: "POST",
  path: "/api/admin/billing/notifications/read",
  answer: z.object({ success: z.literal(true) }),
  hasSuccess: true,
  whileSuspended: true,
});
