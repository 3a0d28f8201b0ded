import * as z from "zod";
import { endpoint, Moment, optional } from "./endpoint.ts";
import { Said } from "./said.ts";
import { ListQuery } from "./transactions.ts";

// Money that was typed by hand at a pay bill: what the gateway posts, and what people do with money that matched nothing.

const ProviderGateway = z.object({ id: z.string().max(64), configId: z.string().max(64) });

export const registerPaybillAddresses = endpoint({
  name: "registerPaybillAddresses",
  summary: "Have the gateway report payments that are typed by hand at this pay bill",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/providers/:id/payment-gateway/:configId/register-paybill",
  params: ProviderGateway,
  answer: z.object({ success: z.boolean(), message: Said, paybillSince: Moment.nullable() }),
  hasSuccess: true,
});

export const registerCollectingPaybill = endpoint({
  name: "registerCollectingPaybill",
  summary:
    "Have the gateway report payments that are typed by hand at the pay bill at which the platform collects",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/collection/register-paybill",
  answer: z.object({ success: z.boolean(), message: Said, paybillSince: Moment.nullable() }),
  hasSuccess: true,
});

export const PaybillPaymentStatus = z.enum(["matched", "unmatched", "attributed", "refunding", "refunded"]);

export const PaybillPayment = z.object({
  /** Pay bill and receipt, `600100-SGA1B2C3D4`. */
  id: z.string(),
  /** `platformBooks` where it came at the platform's pay bill and is no provider's yet. */
  providerId: z.string(),
  /** Business name; null in the provider's own list. */
  provider: z.string().nullable(),
  paybill: z.string(),
  receipt: z.string(),
  amount: z.number(),
  /** KES that the purchase costs which it nearly paid; null = it names none, or is decided about. */
  asked: z.number().nullable(),
  /** What the payer typed as account number. */
  account: z.string(),
  /** As the gateway shows the payer, often masked. */
  payer: z.string().nullable(),
  paidAt: Moment,
  receivedAt: Moment,
  status: PaybillPaymentStatus,
  /** The purchase that it paid, or nearly: `note` says what is wrong. */
  transactionId: z.string().nullable(),
  note: z.string().nullable(),
  resolvedAt: Moment.nullable(),
});
export type PaybillPayment = z.infer<typeof PaybillPayment>;

/** A purchase that the money may have been meant for. */
export const PaybillCandidate = z.object({
  transactionId: z.string(),
  status: z.enum(["pending", "failed"]),
  phoneNumber: z.string(),
  macAddress: z.string().nullable(),
  planName: z.string(),
  amount: z.number(),
  createdAt: Moment,
});
export type PaybillCandidate = z.infer<typeof PaybillCandidate>;

const PaybillPaymentQuery = ListQuery.extend({ status: optional(PaybillPaymentStatus) });
const PaybillPaymentPath = z.object({ id: z.string().max(80) });

/** Whose account such money may be meant for. */
export const PaybillCustomer = z.object({
  id: z.string(),
  /** Eight digits. */
  number: z.string(),
  name: z.string(),
  /** `2547 ***** 126` */
  phoneNumber: z.string(),
  /** Whose customer it is, of money that is no provider's yet. */
  provider: z.object({ id: z.string(), name: z.string() }).nullable(),
});
export type PaybillCustomer = z.infer<typeof PaybillCustomer>;

export const PaybillCustomers = z.object({
  /** False: there are no lines, so nothing is asked about them. */
  hasCustomers: z.boolean(),
  customers: z.array(PaybillCustomer),
});
export type PaybillCustomers = z.infer<typeof PaybillCustomers>;

/** A purchase that is there (`paymentId`), the account of a customer with lines (`customerId`), or a new purchase of a plan for a device. */
export const AttributePaybillPayment = z.strictObject({
  paymentId: optional(z.string().max(80)),
  customerId: optional(z.string().max(64)),
  planId: optional(z.string().max(64)),
  routerId: optional(z.string().max(100)),
  macAddress: optional(z.string().max(64)),
  phoneNumber: optional(z.string().max(40)),
});
export type AttributePaybillPayment = z.infer<typeof AttributePaybillPayment>;

/** `providerId`: whose customer it is, of money that is no provider's yet. */
const AttributeAnyPaybillPayment = AttributePaybillPayment.extend({
  providerId: optional(z.string().max(64)),
});
export type AttributeAnyPaybillPayment = z.infer<typeof AttributeAnyPaybillPayment>;

export const PaybillResolved = z.object({
  success: z.boolean(),
  message: Said,
  paybillPayment: PaybillPayment,
});
export type PaybillResolved = z.infer<typeof PaybillResolved>;

export const listPaybillPayments = endpoint({
  name: "listPaybillPayments",
  summary: "Money typed at pay bills, newest first; `status=unmatched` is what nobody's purchase is",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/paybill-payments",
  query: PaybillPaymentQuery.extend({ providerId: optional(z.string().max(64)) }),
  answer: z.array(PaybillPayment),
});

export const paybillCandidates = endpoint({
  name: "paybillCandidates",
  summary: "Unpaid purchases around the time of such money that cost as much",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/paybill-payments/:id/candidates",
  params: PaybillPaymentPath,
  answer: z.array(PaybillCandidate),
});

export const paybillChoices = endpoint({
  name: "paybillChoices",
  summary: "What such money can buy: its provider's plans, on its routers",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/paybill-payments/:id/choices",
  params: PaybillPaymentPath,
  answer: z.object({
    plans: z.array(z.object({ id: z.string(), name: z.string(), price: z.string() })),
    routers: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
});

const CustomerQuery = z.object({
  /** Part of a name, a number or a phone; absent: who is likely by what was typed and who paid. */
  q: z.string().max(100).optional(),
});

export const paybillCustomers = endpoint({
  name: "paybillCustomers",
  summary: "Customers with lines into whose account such money may be meant to go",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/paybill-payments/:id/customers",
  params: PaybillPaymentPath,
  /** `providerId`: among whose customers, of money that is no provider's yet; absent: by numbers alone, of all who are collected for. */
  query: CustomerQuery.extend({ providerId: optional(z.string().max(64)) }),
  answer: PaybillCustomers,
});

export const attributePaybillPayment = endpoint({
  name: "attributePaybillPayment",
  summary: "Give such money to a purchase that is there or a new one, or into a customer's account, once",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/paybill-payments/:id/attribute",
  params: PaybillPaymentPath,
  body: AttributeAnyPaybillPayment,
  answer: PaybillResolved,
  hasSuccess: true,
  idempotent: true,
});

export const listOwnPaybillPayments = endpoint({
  name: "listOwnPaybillPayments",
  summary: "Money typed at the signed-in provider's pay bills, newest first",
  audience: ["provider"],
  roles: ["owner"],
  method: "GET",
  path: "/api/admin/paybill-payments",
  query: PaybillPaymentQuery,
  answer: z.array(PaybillPayment),
});

export const ownPaybillCandidates = endpoint({
  name: "ownPaybillCandidates",
  summary: "The provider's unpaid purchases that such money may have been meant for",
  audience: ["provider"],
  roles: ["owner"],
  method: "GET",
  path: "/api/admin/paybill-payments/:id/candidates",
  params: PaybillPaymentPath,
  answer: z.array(PaybillCandidate),
});

export const ownPaybillCustomers = endpoint({
  name: "ownPaybillCustomers",
  summary: "The provider's customers into whose account such money may be meant to go",
  audience: ["provider"],
  roles: ["owner"],
  method: "GET",
  path: "/api/admin/paybill-payments/:id/customers",
  params: PaybillPaymentPath,
  query: CustomerQuery,
  answer: PaybillCustomers,
});

export const attributeOwnPaybillPayment = endpoint({
  name: "attributeOwnPaybillPayment",
  summary: "Give such money to a purchase of the signed-in provider, or into a customer's account, once",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/paybill-payments/:id/attribute",
  params: PaybillPaymentPath,
  body: AttributePaybillPayment,
  answer: PaybillResolved,
  hasSuccess: true,
  idempotent: true,
});

const PaybillAddress = z.object({ id: z.string(), secret: z.string() });

/** Daraja asks before money moves; `ResultCode` is text here, and anything but "0" refuses the payment. */
export const c2bValidation = endpoint({
  name: "c2bValidation",
  summary: "May this typed payment go through?",
  audience: ["gateway"],
  kind: "callback",
  method: "POST",
  path: "/cb/v/:id/:secret",
  params: PaybillAddress,
  body: z.looseObject({}),
  answer: z.object({ ResultCode: z.string(), ResultDesc: z.string() }),
});

export const c2bConfirmation = endpoint({
  name: "c2bConfirmation",
  summary: "Money has arrived at a pay bill",
  audience: ["gateway"],
  kind: "callback",
  method: "POST",
  path: "/cb/t/:id/:secret",
  params: PaybillAddress,
  body: z.looseObject({}),
  answer: z.object({ ResultCode: z.literal("0"), ResultDesc: z.literal("Accepted") }),
});
