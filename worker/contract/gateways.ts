import * as z from "zod";
import { endpoint, Moment, optional } from "./endpoint.ts";
import { Said, says } from "./said.ts";
import { gatewayTypes } from "./values/gateway-types.ts";

// How a provider takes money (docs/behaviour/operator-console.md, "Payment gateways").

export const GatewayType = z.enum(gatewayTypes);

export const PaymentGateway = z.object({
  id: z.string(),
  name: z.string(),
  type: GatewayType,
  /** The platform's own credentials can collect for it. */
  hasAutoApi: z.boolean(),
  /** What those credentials are for; null where there are none. */
  autoApiEnvironment: z.enum(["sandbox", "production"]).nullable(),
});
export type PaymentGateway = z.infer<typeof PaymentGateway>;

export const listPaymentGateways = endpoint({
  name: "listPaymentGateways",
  summary: "Kinds of gateways",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/payment-gateways",
  answer: z.array(PaymentGateway),
});

/** A bank whose pay bill takes money for its accounts, as the public file has it. */
const PublicBank = z.object({
  id: z.string(),
  name: z.string(),
  paybill: z.string(),
  accountReference: z.string(),
  transactionDesc: z.string(),
  /** It also sends prompts of its own, by credentials that the bank gives. */
  hasOwnApi: z.boolean(),
});

/** The same for consoles: what is added here is not public. */
export const BankOption = PublicBank.extend({});
export type BankOption = z.infer<typeof BankOption>;

/** A mobile-money service. One that is not active is known and never offered. */
const PublicMobileMoney = z.object({
  id: z.string(),
  name: z.string(),
  type: z.literal("mobile_money"),
  provider: z.string(),
  paybill: z.string(),
  accountReference: z.string(),
  transactionDesc: z.string(),
  isActive: z.boolean(),
  collectable: z.boolean(),
  color: z.string(),
});

export const MobileMoneyOption = PublicMobileMoney.extend({});
export type MobileMoneyOption = z.infer<typeof MobileMoneyOption>;

export const listBanks = endpoint({
  name: "listBanks",
  summary: "Banks that a gateway or a central account can be at",
  audience: ["provider", "platform"],
  roles: ["owner"],
  method: "GET",
  path: "/api/banks",
  answer: z.array(BankOption),
});

export const listMobileMoney = endpoint({
  name: "listMobileMoney",
  summary: "Mobile-money services, those that cannot be collected included",
  audience: ["provider", "platform"],
  roles: ["owner"],
  method: "GET",
  path: "/api/mobile-money",
  answer: z.array(MobileMoneyOption),
});

export const banksFile = endpoint({
  name: "banksFile",
  summary: "The banks as a file",
  audience: ["visitor"],
  method: "GET",
  path: "/banks.json",
  answer: z.array(PublicBank),
});

export const mobileMoneyFile = endpoint({
  name: "mobileMoneyFile",
  summary: "The mobile-money services as a file",
  audience: ["visitor"],
  method: "GET",
  path: "/mobile-money.json",
  answer: z.array(PublicMobileMoney),
});

/** As what M-Pesa is asked to pay an account: its number does not say which of both it is. */
export const PaidAs = z.enum(["till", "pay_bill"]);
export type PaidAs = z.infer<typeof PaidAs>;

/** A secret is never read back: it is said to be set, with its last four characters ("•••• 1234"). */
const Masked = z.string().nullable();

/** What became of the KSh 1 by which a gateway is tried. */
export const Verification = z.object({
  status: z.enum(["none", "pending", "verified", "failed"]),
  at: Moment.nullable(),
  fault: z.string().nullable(),
});

export const GatewayConfiguration = z.object({
  id: z.string(),
  paymentGatewayId: GatewayType,
  /** The service or bank by its id in their lists; null where no bank was named. */
  service: z.string().nullable(),
  /** Null: all routers of the provider. */
  routerId: z.string().nullable(),
  /** False: it takes over once it is verified; until then another one collects. */
  isActive: z.boolean(),
  accountNumber: z.string(),
  /** As what the platform's app pays the account of M-Pesa: found out by KSh 1. */
  paidAs: PaidAs.nullable(),
  environment: z.enum(["sandbox", "production"]),
  useAutoApi: z.boolean(),
  /** What the gateway's own portal must know of us: where to report results, or whose calls to expect. */
  portalNeeds: z.object({ what: z.enum(["callback", "origin"]), address: z.string() }).nullable(),
  /**
   * In production nothing is collected before KSh 1 has arrived; `cannot_collect` is saved all the same. `stands_by`: a bank that is
   * paid nothing as long as an M-Pesa account of the same routers collects.
   */
  status: z.enum(["collects", "stands_by", "needs_verification", "cannot_collect"]),
  /** Why it cannot collect, in a sentence. */
  fault: Said.nullable(),
  /** Business name of another provider that collects at the same account; null = none does. */
  sharedWith: z.string().nullable(),
  /** It refused several sales in a row for its own fault, and collects no more until it is verified anew. */
  suspendedAt: Moment.nullable(),
  verification: Verification,
  /** Payments that people type by hand, reported by the gateway. */
  paybillReports: z.object({
    /** It is a pay bill with credentials of its own: its addresses can be registered. */
    possible: z.boolean(),
    since: Moment.nullable(),
    fault: z.string().nullable(),
  }),
  configuration: z.object({
    accountNumber: z.string(),
    environment: z.enum(["sandbox", "production"]),
    gatewayType: z.enum(["mobile_money", "bank"]),
    gatewayProvider: z.string(),
    isProviderSpecific: z.boolean(),
    businessShortCode: z.string().nullable(),
    bankCode: z.string().nullable(),
    merchantId: z.string().nullable(),
    merchantCode: z.string().nullable(),
    consumerKey: Masked,
    consumerSecret: Masked,
    passkey: Masked,
    apiKey: Masked,
    apiSecret: Masked,
    clientId: Masked,
    clientSecret: Masked,
    initiatorName: Masked,
    securityCredential: Masked,
    callbackKey: Masked,
    privateKey: Masked,
  }),
});
export type GatewayConfiguration = z.infer<typeof GatewayConfiguration>;

const ProviderPath = z.object({ id: z.string().max(64) });

export const listProviderGateways = endpoint({
  name: "listProviderGateways",
  summary: "A provider's gateways; secrets stay where they are",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/providers/:id/payment-gateways",
  params: ProviderPath,
  answer: z.array(GatewayConfiguration),
});

const credential = optional(z.string().trim().max(2_000));

/** Every credential that any gateway knows; which are needed depends on its type. */
export const GatewayCredentials = z.strictObject({
  accountNumber: credential,
  environment: optional(z.enum(["sandbox", "production"])),
  gatewayType: optional(z.enum(["mobile_money", "bank"])),
  gatewayProvider: credential,
  isProviderSpecific: optional(z.boolean()),
  consumerKey: credential,
  consumerSecret: credential,
  businessShortCode: credential,
  passkey: credential,
  apiKey: credential,
  apiSecret: credential,
  bankCode: credential,
  merchantId: credential,
  clientId: credential,
  clientSecret: credential,
  merchantCode: credential,
  // Each is for one function, which says so where it is missing.
  /** M-Pesa refunds: who asks, and their password, sealed with Safaricom's certificate. */
  initiatorName: credential,
  securityCredential: credential,
  /** Airtel Money: key by which callbacks are signed. */
  callbackKey: credential,
  /** Equity: PEM of the RSA key that signs each call. */
  privateKey: optional(z.string().trim().max(8_000)),
});

/** Both dialogs' payloads: the simple one of the providers page names `gatewayId`, the profile's type and provider. */
export const GatewayInput = z.strictObject({
  /** Compared with the path, never trusted. */
  providerId: optional(z.string().max(64)),
  gatewayId: optional(z.string().max(40)),
  gatewayType: optional(z.enum(["mobile_money", "bank"], says("gateway_type"))),
  gatewayProvider: optional(z.string().max(40)),
  routerId: optional(z.string().max(64)),
  environment: z.enum(["sandbox", "production"], says("gateway_environment")),
  useAutoApi: optional(z.boolean()),
  accountNumber: z
    .string(says("gateway_account"))
    .trim()
    .min(1, says("gateway_account"))
    .max(60, says("account_too_long")),
  configuration: optional(GatewayCredentials),
  customConfiguration: optional(GatewayCredentials),
});
export type GatewayInput = z.infer<typeof GatewayInput>;

export const createProviderGateway = endpoint({
  name: "createProviderGateway",
  summary:
    "Give a provider a way to take money; the former one of that type and router stops, if it collects once this one is verified",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/providers/:id/payment-gateway",
  params: ProviderPath,
  body: GatewayInput,
  fresh: true,
  answer: GatewayConfiguration,
});

/** An absent or empty secret keeps the one that is stored; kind and router of a gateway stay what they are. */
export const GatewayChange = GatewayInput.omit({ routerId: true }).extend({
  /** Compared with the path, never trusted. */
  gatewayConfigId: optional(z.string().max(64)),
  paymentGatewayId: optional(z.string().max(40)),
});
export type GatewayChange = z.infer<typeof GatewayChange>;

export const updateProviderGateway = endpoint({
  name: "updateProviderGateway",
  summary:
    "Change a provider's gateway; what was begun is finished as it began, and the answer may have a new id",
  audience: ["platform"],
  method: "PUT",
  path: "/api/superadmin/providers/:id/payment-gateway/:configId",
  params: ProviderPath.extend({ configId: z.string().max(64) }),
  body: GatewayChange,
  fresh: true,
  answer: GatewayConfiguration,
});

export const deleteProviderGateway = endpoint({
  name: "deleteProviderGateway",
  summary: "A provider takes no more money this way; what was begun is finished",
  audience: ["platform"],
  method: "DELETE",
  path: "/api/superadmin/providers/:id/payment-gateway/:configId",
  params: ProviderPath.extend({ configId: z.string().max(64) }),
  fresh: true,
  answer: z.object({ success: z.literal(true) }),
  hasSuccess: true,
});
