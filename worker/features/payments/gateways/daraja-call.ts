import type { Context } from "../../../context.ts";
import { MpesaSecrets, platformMpesa } from "../../gateways/index.ts";
import type { MpesaRoute } from "../core/route.ts";
import type { PushRequest, SecretsLine } from "./driver.ts";
import type { GatewayClient } from "./gateway-api.ts";
import { type GatewayAnswer, gatewayCall, notSent, ownSecrets } from "./gateway-call.ts";
import { basicAuth } from "./gateway-http.ts";
import { noCredentials } from "./wire.ts";

/** Of a frozen route; null where they are not there any more: the payment then waits, it is not lost. */
export async function mpesaCredentials(line: SecretsLine): Promise<MpesaSecrets | null> {
  if (line.route.credentials === "platform") return platformMpesa(line.ctx);
  return MpesaSecrets.safeParse(await ownSecrets(line)).data ?? null;
}

/** By whose credentials a call goes out, and where to: a frozen route says it, and so does a configuration. */
type DarajaLine = SecretsLine & { route: Pick<MpesaRoute, "environment"> };

type DarajaBody = Record<string, string | number>;

/** @param push listed with the gateway's object before it goes out @param body made from the credentials: Daraja signs each call */
export async function darajaCall(
  line: DarajaLine,
  path: string,
  body: (secrets: MpesaSecrets) => DarajaBody,
  push: PushRequest | null = null,
): Promise<GatewayAnswer> {
  const { ctx, route } = line;
  let secrets: MpesaSecrets | null;
  try {
    secrets = await mpesaCredentials(line);
  } catch (cause) {
    return notSent(cause);
  }
  if (!secrets) return { kind: "not-sent", ...noCredentials };
  const request = { method: "POST", path, body: body(secrets), push } as const;
  return gatewayCall(ctx, darajaClient(ctx, route.environment, secrets), request, saysInvalidToken);
}

/** The same by an app's own keys, for what is no payment: nothing is listed. */
export function darajaCallBy(
  ctx: Context,
  environment: MpesaRoute["environment"],
  app: Pick<MpesaSecrets, "consumerKey" | "consumerSecret">,
  path: string,
  body: DarajaBody,
): Promise<GatewayAnswer> {
  const request = { method: "POST", path, body } as const;
  return gatewayCall(ctx, darajaClient(ctx, environment, app), request, saysInvalidToken);
}

export function darajaClient(
  { settings }: Context,
  environment: MpesaRoute["environment"],
  { consumerKey, consumerSecret }: Pick<MpesaSecrets, "consumerKey" | "consumerSecret">,
): GatewayClient {
  const base = environment === "production" ? settings.MPESA_PRODUCTION_URL : settings.MPESA_SANDBOX_URL;
  const token = {
    path: "/oauth/v1/generate?grant_type=client_credentials",
    init: { method: "GET", headers: basicAuth(consumerKey, consumerSecret) },
  } as const;
  return { base, consumerKey, token };
}

/** 404.001.03 on STK and reversals, 400.003.01 on C2B and status, 401.* elsewhere. */
function saysInvalidToken({ status, body }: { status: number; body: unknown }): boolean {
  if (status < 400 || typeof body !== "object" || body === null || !("errorCode" in body)) return false;
  return ["404.001.03", "400.003.01", "401.001", "401.003.01", "401.002.01"].includes(String(body.errorCode));
}
