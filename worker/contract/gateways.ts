import * as z from "zod";
import { endpoint, optional } from "./endpoint.ts";

// How a provider takes money (specification, super admin console 3 and 5).

export const GatewayType = z.enum(["mpesa", "airtel_money", "bank"]);
export type GatewayType = z.infer<typeof GatewayType>;

/** One kind of gateway that can be configured. */
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

/** A secret is never read back: it is said to be set, with its last four characters ("•••• 1234"). */
const Masked = z.string().nullable();

export const GatewayConfiguration = z.object({
  id: z.string(),
  paymentGatewayId: z.string(),
  /** Null: all routers of the provider. */
  routerId: z.string().nullable(),
  isActive: z.boolean(),
  accountNumber: z.string(),
  environment: z.enum(["sandbox", "production"]),
  useAutoApi: z.boolean(),
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
});

/** Both dialogs' payloads: the simple one of the providers page names `gatewayId`, the profile's type and provider. */
export const GatewayInput = z.strictObject({
  /** Compared with the path, never trusted. */
  providerId: optional(z.string().max(64)),
  gatewayId: optional(z.string().max(40)),
  gatewayType: optional(z.enum(["mobile_money", "bank"], "Gateway type is required")),
  gatewayProvider: optional(z.string().max(40)),
  routerId: optional(z.string().max(64)),
  environment: z.enum(["sandbox", "production"], "Choose sandbox or production"),
  useAutoApi: optional(z.boolean()),
  accountNumber: z
    .string("Account number is required")
    .trim()
    .min(1, "Account number is required")
    .max(60, "The account number is too long"),
  configuration: optional(GatewayCredentials),
  customConfiguration: optional(GatewayCredentials),
});
export type GatewayInput = z.infer<typeof GatewayInput>;

export const createProviderGateway = endpoint({
  name: "createProviderGateway",
  summary: "Give a provider a way to take money; the former one of that type and router stops",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/providers/:id/payment-gateway",
  params: ProviderPath,
  body: GatewayInput,
  answer: GatewayConfiguration,
});

export const deleteProviderGateway = endpoint({
  name: "deleteProviderGateway",
  summary: "A provider takes no more money this way; what was begun is finished",
  audience: ["platform"],
  method: "DELETE",
  path: "/api/superadmin/providers/:id/payment-gateway/:configId",
  params: ProviderPath.extend({ configId: z.string().max(64) }),
  answer: z.object({ success: z.literal(true) }),
  hasSuccess: true,
});
