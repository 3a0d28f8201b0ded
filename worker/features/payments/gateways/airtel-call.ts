import type { Context } from "../../../context.ts";
import { type AirtelSecrets, airtelBase } from "../../gateways/index.ts";
import type { AirtelRoute } from "../core/route.ts";
import { jsonHeaders } from "./access-token.ts";
import { airtelCredentials } from "./credentials.ts";
import type { Line } from "./driver.ts";
import type { GatewayClient } from "./gateway-api.ts";
import { type GatewayAnswer, type GatewayRequest, gatewayCall, notSent } from "./gateway-call.ts";
import { noCredentials } from "./wire-faults.ts";

export async function airtelCall(line: Line<AirtelRoute>, request: GatewayRequest): Promise<GatewayAnswer> {
  const { ctx, route } = line;
  let secrets: AirtelSecrets | null;
  try {
    secrets = await airtelCredentials(line);
  } catch (cause) {
    return notSent(cause);
  }
  if (!secrets) return { kind: "not-sent", ...noCredentials };
  const headers = { "x-country": "KE", "x-currency": "KES", ...request.headers };
  return gatewayCall(
    ctx,
    airtelClient(ctx, route.environment, secrets),
    { ...request, headers },
    ({ status }) => status === 401,
  );
}

export function airtelClient(
  ctx: Context,
  environment: AirtelRoute["environment"],
  { clientId, clientSecret }: AirtelSecrets,
): GatewayClient {
  const asked = { client_id: clientId, client_secret: clientSecret, grant_type: "client_credentials" };
  const token = {
    path: "/auth/oauth2/token",
    init: { method: "POST", headers: jsonHeaders, body: JSON.stringify(asked) },
  } as const;
  return { base: airtelBase(ctx, environment), consumerKey: clientId, token };
}
