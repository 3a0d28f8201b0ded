import type { Context } from "../../../context.ts";
import type { BankRoute } from "../core/route.ts";
import { type BankKeys, bankCredentials } from "./credentials.ts";
import type { Line } from "./driver.ts";
import type { GatewayClient } from "./gateway-api.ts";
import { type GatewayAnswer, type GatewayRequest, gatewayCall, notSent } from "./gateway-call.ts";
import { noCredentials } from "./wire-faults.ts";

/** @param request made from the credentials, because banks want their parts in the body or in a signature */
export async function bankCall(
  line: Line<BankRoute>,
  request: (keys: BankKeys) => GatewayRequest,
): Promise<GatewayAnswer> {
  const { ctx, route } = line;
  let asked: GatewayRequest;
  let client: GatewayClient;
  try {
    const keys = await bankCredentials(line);
    if (!keys) return { kind: "not-sent", ...noCredentials };
    asked = request(keys);
    client = bankClient(ctx, route, keys);
  } catch (cause) {
    return notSent(cause);
  }
  return gatewayCall(ctx, client, asked, ({ status }) => status === 401);
}

export function bankClient(
  ctx: Context,
  route: Pick<BankRoute, "bank" | "environment">,
  { apiKey: consumerKey, apiSecret: consumerSecret, merchantId: merchantCode }: BankKeys,
): GatewayClient {
  const app = { base: bankBase(ctx.settings, route), consumerKey, consumerSecret };
  return route.bank === "equity" ? { kind: "equity", merchantCode, ...app } : { kind: route.bank, ...app };
}

function bankBase(
  settings: Context["settings"],
  { bank, environment }: Pick<BankRoute, "bank" | "environment">,
): string {
  const isProduction = environment === "production";
  switch (bank) {
    case "kcb":
      return isProduction ? settings.KCB_PRODUCTION_URL : settings.KCB_SANDBOX_URL;
    case "coop":
      return isProduction ? settings.COOP_PRODUCTION_URL : settings.COOP_SANDBOX_URL;
    case "equity":
      return isProduction ? settings.EQUITY_PRODUCTION_URL : settings.EQUITY_SANDBOX_URL;
    default:
      return bank satisfies never;
  }
}
