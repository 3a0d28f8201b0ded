import type { Context } from "../../../context.ts";
import { BankSecrets } from "../../gateways/index.ts";
import type { AppOf, BankRoute } from "../core/route.ts";
import type { Driver, Line, SecretsLine } from "./driver.ts";
import type { GatewayClient, TokenRequest } from "./gateway-api.ts";
import { type GatewayAnswer, type GatewayRequest, gatewayCall, notSent, ownSecrets } from "./gateway-call.ts";
import { basicAuth } from "./gateway-http.ts";
import { noCredentials } from "./wire.ts";

export type BankKeys = BankSecrets & { merchantId: string };

/** A bank always collects by the account holder's own credentials; null where they are not there any more. */
async function bankCredentials(line: SecretsLine): Promise<BankKeys | null> {
  const { data } = BankSecrets.safeParse(await ownSecrets(line));
  return data?.merchantId ? { ...data, merchantId: data.merchantId } : null;
}

/** Where a bank's API is, and how it gives a token. */
export type BankApi = {
  base(settings: Context["settings"]): Record<BankRoute["environment"], string>;
  token(keys: BankKeys): TokenRequest;
};

export type BankDriver = Driver<BankRoute> & { readonly api: BankApi };

/** @param request made from the credentials, because banks want their parts in the body or in a signature */
export async function bankCall(
  api: BankApi,
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
    client = clientOf(api, ctx, route, keys);
  } catch (cause) {
    return notSent(cause);
  }
  return gatewayCall(ctx, client, asked, ({ status }) => status === 401);
}

/** Null where the credentials are gone. */
export async function bankClient(
  api: BankApi,
  ctx: Context,
  app: AppOf<BankRoute>,
): Promise<GatewayClient | null> {
  const keys = await bankCredentials({ ctx, route: app });
  return keys && clientOf(api, ctx, app, keys);
}

function clientOf(
  api: BankApi,
  { settings }: Context,
  { environment }: Pick<BankRoute, "environment">,
  keys: BankKeys,
): GatewayClient {
  return { base: api.base(settings)[environment], consumerKey: keys.apiKey, token: api.token(keys) };
}

/** KCB and Co-op run the same kind of API manager; one reads the address, the other the body. */
export function apiManagerToken({ apiKey, apiSecret }: BankKeys): TokenRequest {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  return {
    path: "/token?grant_type=client_credentials",
    init: {
      method: "POST",
      headers: { ...basicAuth(apiKey, apiSecret), ...form },
      body: "grant_type=client_credentials",
    },
  };
}
