import * as z from "zod";
import { BilledProvider } from "./billing.ts";
import { endpoint, Moment, optional } from "./endpoint.ts";
import { ProviderStatus } from "./providers.ts";
import { Said, says } from "./said.ts";
import { ListQuery } from "./transactions.ts";

// Codes by which a provider says that it paid an invoice, and what a person decides of them. Money is KES as a number.

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

const Notes = optional(z.string().trim().max(500, says("notes_long")));
const ConfirmationParams = z.object({ id: z.string().max(64) });

export const Decided = z.object({
  success: z.literal(true),
  message: Said,
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
  answer: Decided,
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
  answer: Decided,
  hasSuccess: true,
  idempotent: true,
});

export const listConfirmations = endpoint({
  name: "listConfirmations",
  summary: "Payment codes that the signed-in provider submitted, newest first",
  audience: ["provider"],
  roles: ["owner"],
  method: "GET",
  path: "/api/admin/billing/confirmations",
  query: ListQuery,
  answer: z.array(Confirmation),
  whileSuspended: true,
});

/** Letters and digits as they stand in the message of M-Pesa or of a bank, in any case and with spaces. */
export const PaymentCode = z
  .string(says("payment_code_required"))
  .transform((text) => text.replace(/\s+/g, "").toUpperCase())
  .pipe(
    z
      .string()
      .min(1, says("payment_code_required"))
      .regex(/^[A-Z0-9]{8,12}$/, says("payment_code_form")),
  );

const Shillings = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^\s*\d{1,9}(\.\d{1,2})?\s*$/)
        .transform(Number),
    ],
    says("amount_paid_number"),
  )
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, says("amount_paid_decimals"));

export const AmountPaid = Shillings.refine(
  (value) => value >= 1 && value <= 10_000_000,
  says("amount_paid_range"),
);
export const AmountCredited = Shillings.refine(
  (value) => value > 0 && value <= 10_000_000,
  says("credit_amount_range"),
);

export const NewConfirmation = z.strictObject({ paymentCode: PaymentCode, amountPaid: AmountPaid });

export const submitConfirmation = endpoint({
  name: "submitConfirmation",
  summary: "Say that an invoice was paid, by the code of the payment; a person looks and verifies it",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/billing/confirmations",
  body: NewConfirmation,
  answer: Confirmation,
  idempotent: true,
  whileSuspended: true,
});
