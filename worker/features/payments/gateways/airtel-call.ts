import type { Context } from "../../../context.ts";
import type { PaymentReason } from "../../../contract/payments.ts";
import { AirtelSecrets, airtelBase, platformAirtel } from "../../gateways/index.ts";
import type { AirtelRoute } from "../core/route.ts";
import type { Line, SecretsLine } from "./driver.ts";
import type { GatewayClient } from "./gateway-api.ts";
import { type GatewayAnswer, type GatewayRequest, gatewayCall, notSent, ownSecrets } from "./gateway-call.ts";
import { jsonHeaders } from "./gateway-http.ts";
import { noCredentials } from "./wire.ts";

/** Of a frozen route; null where they are not there any more. */
export async function airtelCredentials(line: SecretsLine): Promise<AirtelSecrets | null> {
  if (line.route.credentials === "platform") return platformAirtel(line.ctx);
  return AirtelSecrets.safeParse(await ownSecrets(line)).data ?? null;
}

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

// Airtel Money's response codes (collection family) as the five reasons that a visitor understands
// (docs/reference/gateways-airtel.md, "Response codes").
// Sources disagree about some numbers: the status (TS, TF …) decides whether it was paid, a code only why it was not.

const reasons = new Map<string, PaymentReason>([
  ["DP00800001002", "wrong-pin"],
  ["DP00800001003", "service"],
  ["DP00800001004", "service"],
  ["DP00800001005", "cancelled"],
  ["DP00800001007", "insufficient"],
  ["DP00800001008", "cancelled"],
  ["DP00800001009", "service"],
  ["DP00800001010", "service"],
  ["DP00800001024", "network"],
  ["DP00800001026", "service"],
  ["DP00800001029", "network"],
]);

/** Why a payment that Airtel calls failed was not made; unknown codes are the service's fault. */
export function airtelReason(code: string | undefined): PaymentReason {
  return reasons.get(code?.trim() ?? "") ?? "service";
}

/** Nothing is on the phone after these. ESB000001, 04 and 14 are ambiguous; 41: a push with this id came before. */
const refusals = new Set([
  ...["ESB000008", "ESB000011", "ESB000033", "ESB000034", "ESB000035", "ESB000036", "ESB000039"],
  ...["ROUTER001", "ROUTER003", "ROUTER005", "ROUTER006", "ROUTER007", "ROUTER112", "ROUTER114", "ROUTER116"],
]);

export function isAirtelRefusal(code: string): boolean {
  return refusals.has(code.trim());
}
