import type { Context } from "../../../context.ts";
import type { MpesaSecrets } from "../../gateways/index.ts";
import { gatewayObjectFor } from "../gateway-object.ts";
import type { MpesaRoute, PushAsk } from "./driver.ts";
import { fetchText, readJson } from "./fetch-text.ts";
import { mpesaCredentials } from "./mpesa-credentials.ts";

export type DarajaAnswer =
  | { kind: "answered"; status: number; body: unknown }
  /** Nothing left the house: no credentials or no token. */
  | { kind: "not-sent"; detail: string }
  /** It may have arrived; nobody knows. */
  | { kind: "lost"; detail: string };

/** By whose credentials a call goes out, and where to: a frozen route says it, and so does a configuration. */
export type DarajaLine = {
  ctx: Context;
  route: Pick<MpesaRoute, "gatewayId" | "environment" | "credentials">;
};

type DarajaBody = Record<string, string | number>;

/**
 * One POST with the app's shared token; a token that another client replaced is renewed once.
 * @param push noted with the gateway before it goes out, whatever becomes of it
 * @param body made from the credentials, because Daraja signs each call with the pass key
 */
export async function darajaCall(
  line: DarajaLine,
  path: string,
  body: (secrets: MpesaSecrets) => DarajaBody,
  push: PushAsk | null = null,
): Promise<DarajaAnswer> {
  const { settings } = line.ctx;
  const base =
    line.route.environment === "production" ? settings.MPESA_PRODUCTION_URL : settings.MPESA_SANDBOX_URL;
  let stale: string | null = null;
  for (;;) {
    let ready: { token: string; secrets: MpesaSecrets } | { fault: string };
    try {
      ready = await prepare(line, base, stale, push);
    } catch (cause) {
      ready = { fault: cause instanceof Error ? cause.message : String(cause) };
    }
    if ("fault" in ready) return { kind: "not-sent", detail: ready.fault };
    const { token, secrets } = ready;
    const answer = await post(line, `${base}${path}`, token, body(secrets));
    if (stale !== null || answer.kind !== "answered" || !saysInvalidToken(answer.status, answer.body))
      return answer;
    stale = token;
  }
}

/** Everything before the call itself: what fails here has sent nothing. */
async function prepare(
  line: DarajaLine,
  base: string,
  stale: string | null,
  push: PushAsk | null,
): Promise<{ token: string; secrets: MpesaSecrets } | { fault: string }> {
  const secrets = await mpesaCredentials(line.ctx, line.route);
  if (!secrets) return { fault: "the gateway's credentials are missing" };
  const { consumerKey, consumerSecret } = secrets;
  const gateway = gatewayObjectFor(line.ctx, base, consumerKey);
  if (push) await gateway.permitPush(push.paymentId, push.providerId);
  const token = await gateway.token({ base, consumerKey, consumerSecret }, stale);
  return "fault" in token ? token : { token: token.token, secrets };
}

async function post(line: DarajaLine, url: string, token: string, body: DarajaBody): Promise<DarajaAnswer> {
  try {
    const { status, text } = await fetchText(line.ctx.fetch, url, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { kind: "answered", status, body: readJson(text) };
  } catch (cause) {
    return {
      kind: "lost",
      detail: cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause),
    };
  }
}

/** 404.001.03 on STK, 400.003.01 and 401.* elsewhere. */
function saysInvalidToken(status: number, body: unknown): boolean {
  if (status < 400 || typeof body !== "object" || body === null || !("errorCode" in body)) return false;
  return ["404.001.03", "400.003.01", "401.003.01", "401.002.01"].includes(String(body.errorCode));
}
