import * as z from "zod";
import { endpoint, Moment, optional } from "./endpoint.ts";
import { VerificationStarted, VerifyingPhone } from "./gateway-verification.ts";
import { GatewayType, PaidAs, Verification } from "./gateways.ts";
import { Said, says } from "./said.ts";

// How a provider sees and sets up by itself where its money goes (docs/behaviour/provider-console.md, PC-112).

/** One way by which a provider is paid, as far as it is the provider's to know: no credential, of the account its end. */
export const OwnGateway = z.object({
  id: z.string(),
  type: GatewayType,
  /** Bank or service by its id in their lists; null where no bank was named. */
  service: z.string().nullable(),
  accountEnd: z.string(),
  /** Found out by KSh 1; null = not yet, or there is no choice. */
  paidAs: PaidAs.nullable(),
  /** Null: all routers. */
  routerName: z.string().nullable(),
  environment: z.enum(["sandbox", "production"]),
  /** `waits`: it takes over from another one once KSh 1 has arrived by it. `stands_by` as the operator sees it. */
  status: z.enum(["collects", "stands_by", "waits", "needs_verification", "cannot_collect"]),
  /** By whose credentials; `platform` with `collected`: the money arrives at the platform's account for the provider. */
  credentials: z.enum(["own", "platform"]),
  settlement: z.enum(["direct", "collected"]),
  verification: Verification,
  /** What is missing of the provider's own credentials, or what of the platform's is out of order, in a sentence. */
  fault: Said.nullable(),
  /** It refused several sales in a row: nothing is collected until it was put right and verified anew. */
  suspendedAt: Moment.nullable(),
  /** What is wrong and what to do, with the gateway's own words behind. */
  suspendedFor: z.string().nullable(),
  paybillSince: Moment.nullable(),
});
export type OwnGateway = z.infer<typeof OwnGateway>;

export const listOwnGateways = endpoint({
  name: "listOwnGateways",
  summary: "How the signed-in provider is paid",
  audience: ["provider"],
  roles: ["owner"],
  method: "GET",
  path: "/api/admin/payment-gateways",
  answer: z.array(OwnGateway),
  whileSuspended: true,
});

/** What the platform's app pays straight to the provider's own account; empty where the platform has no app. */
export const OfferedGateways = z.object({
  kinds: z.array(z.enum(["mpesa", "bank"])),
  environment: z.enum(["sandbox", "production"]).nullable(),
});
export type OfferedGateways = z.infer<typeof OfferedGateways>;

export const offeredGateways = endpoint({
  name: "offeredGateways",
  summary: "Where the platform's app can send the signed-in provider's money",
  audience: ["provider"],
  roles: ["owner"],
  method: "GET",
  path: "/api/admin/payment-gateway-kinds",
  answer: OfferedGateways,
});

/** At all routers. The environment is that of the platform's app. */
export const OwnAccount = z.strictObject({
  type: z.enum(["mpesa", "bank"], says("gateway_type")),
  bank: optional(z.string().max(40)),
  accountNumber: z
    .string(says("gateway_account"))
    .trim()
    .min(1, says("gateway_account"))
    .max(60, says("account_too_long")),
});
export type OwnAccount = z.infer<typeof OwnAccount>;

export const addOwnGateway = endpoint({
  name: "addOwnGateway",
  summary:
    "Be paid at this account by the platform's app, once KSh 1 has arrived there; until then as before",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/payment-gateways",
  body: OwnAccount,
  fresh: true,
  answer: OwnGateway,
});

export const removeOwnGateway = endpoint({
  name: "removeOwnGateway",
  summary:
    "Take away an account at which KSh 1 never arrived, such as one that was mistyped; none that collects",
  audience: ["provider"],
  roles: ["owner"],
  method: "DELETE",
  path: "/api/admin/payment-gateways/:id",
  params: z.object({ id: z.string().max(64) }),
  fresh: true,
  answer: z.object({ success: z.literal(true), message: Said }),
  hasSuccess: true,
});

export const verifyOwnGateway = endpoint({
  name: "verifyOwnGateway",
  summary: "Send KSh 1 to a phone by this way of the signed-in provider's; paid, it collects",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/payment-gateways/:id/verify",
  params: z.object({ id: z.string().max(64) }),
  body: VerifyingPhone,
  fresh: true,
  answer: VerificationStarted,
  hasSuccess: true,
  idempotent: true,
});
