import * as z from "zod";
import { BillingConfigInput } from "./billing.ts";
import { AmountCredited, AmountPaid, Decided } from "./billing-confirmations.ts";
import { InvoiceRow } from "./billing-invoices.ts";
import { endpoint, optional } from "./endpoint.ts";
import { Said, says } from "./said.ts";
import { Day } from "./transactions.ts";

// How an operator puts billing right: by adding, never by changing what was billed. Money is KES as a number.

const done = z.object({ success: z.literal(true), message: Said });
const Why = z
  .string(says("correction_why"))
  .trim()
  .min(3, says("correction_why"))
  .max(500, says("at_most_500"));
const ProviderPath = z.object({ providerId: z.string().max(64) });

export const creditInvoice = endpoint({
  name: "creditInvoice",
  summary:
    "Take an amount off an invoice by a credit note; what was paid of it counts for the other invoices",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/provider-billing/:providerId/invoices/:invoiceId/credit",
  params: ProviderPath.extend({ invoiceId: z.string().max(64) }),
  /** The provider reads the reason. */
  body: z.strictObject({ amount: AmountCredited, reason: Why }),
  answer: done,
  hasSuccess: true,
  idempotent: true,
});

/** Of a message of M-Pesa or a bank, or the number of a receipt for cash: one money has one on the whole platform. */
const Reference = z
  .string(says("payment_reference_required"))
  .trim()
  .transform((text) => text.replace(/\s+/g, " ").toUpperCase())
  .pipe(
    z
      .string()
      .min(3, says("payment_reference_required"))
      .max(40, says("payment_reference_form"))
      .regex(/^[A-Z0-9 .\-/]+$/, says("payment_reference_form")),
  );

export const NotedPayment = z.strictObject({
  amountPaid: AmountPaid,
  paymentCode: Reference,
  notes: optional(z.string().trim().max(500, says("notes_long"))),
});

export const notePayment = endpoint({
  name: "notePayment",
  summary: "Note a provider's payment that an operator has seen arrive: it counts as verified",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/provider-billing/:providerId/payments",
  params: ProviderPath,
  body: NotedPayment,
  answer: Decided,
  hasSuccess: true,
  idempotent: true,
});

export const takePaymentBack = endpoint({
  name: "takePaymentBack",
  summary: "A payment that was verified by mistake counts no more; its code may be submitted again",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/payment-confirmations/:id/take-back",
  params: z.object({ id: z.string().max(64) }),
  body: z.strictObject({ notes: Why }),
  answer: Decided,
  hasSuccess: true,
  idempotent: true,
});

export const InvoicePreview = z.object({
  periodStart: Day,
  /** The last day. */
  periodEnd: Day,
  dueDate: Day,
  /** Sales until today, fees of the whole period. */
  rows: z.array(InvoiceRow),
  amount: z.number(),
  /** Paid in advance: this invoice takes of it. */
  credit: z.number(),
});
export type InvoicePreview = z.infer<typeof InvoicePreview>;

export const previewInvoice = endpoint({
  name: "previewInvoice",
  summary:
    "What the next invoice would be by this configuration, as far as it is known today; nothing is saved",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/provider-billing/:providerId/preview",
  params: ProviderPath,
  body: BillingConfigInput,
  answer: InvoicePreview,
});
