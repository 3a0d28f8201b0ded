import type { Context } from "../../context.ts";
import {
  activeGateway,
  gatewaySecrets,
  MpesaSecrets,
  platformMpesa,
  publicTestShortCode,
} from "../gateways/index.ts";
import type { Route } from "./gateways/driver.ts";
import type { Intent } from "./payment-state.ts";
import { drawAccountCode } from "./typed/account-codes.ts";

export type RouteChoice = { route: Route } | { fault: string };

/**
 * Decides once where a payment's money goes. A payment for which nothing can be chosen fails as "service unavailable"
 * with the fault kept for the provider.
 */
export async function chooseRoute(ctx: Context, intent: Intent): Promise<RouteChoice> {
  const gateway = await activeGateway(ctx, intent.providerId, intent.routerId, "mpesa");
  if (!gateway) return { fault: "no active M-Pesa gateway is configured for this router" };
  const { accountNumber, environment } = gateway;
  if (environment === "production" && accountNumber === publicTestShortCode) {
    return { fault: "the sandbox short code cannot collect in production" };
  }
  let shortCode: string;
  if (gateway.useAutoApi) {
    const platform = platformMpesa(ctx);
    if (!platform) return { fault: "the platform's M-Pesa credentials are not set" };
    if (platform.environment !== environment)
      return { fault: `the platform's M-Pesa app is not for ${environment}` };
    shortCode = platform.shortCode;
  } else {
    const secrets = MpesaSecrets.safeParse(await gatewaySecrets(ctx, gateway.id));
    if (!secrets.success) return { fault: "the gateway's own credentials are incomplete" };
    shortCode = secrets.data.businessShortCode || accountNumber;
  }
  const isPaybill = accountNumber === shortCode;
  // At a pay bill of the provider's own the gateway tells us what was typed: the code names this purchase.
  const isOwnPaybill = isPaybill && !gateway.useAutoApi;
  return {
    route: {
      driver: "mpesa",
      gatewayId: gateway.id,
      environment,
      credentials: gateway.useAutoApi ? "platform" : "provider",
      shortCode,
      partyB: accountNumber,
      // A till differs from the short code that asks; a pay bill is the short code itself.
      transactionType: isPaybill ? "CustomerPayBillOnline" : "CustomerBuyGoodsOnline",
      accountReference: isOwnPaybill
        ? await drawAccountCode(ctx, { shortCode, gatewayId: gateway.id, intent })
        : intent.id.slice(0, 10).toUpperCase(),
      ...(isOwnPaybill && gateway.typedSince !== null ? { typed: true } : {}),
      settlement: "direct",
      switchId: null,
      centralAccount: null,
    },
  };
}
