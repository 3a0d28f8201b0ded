import type { Context } from "../../../context.ts";
import type { FaultReport } from "../../../contract/values/gateway-faults.ts";
import type { PushRequest, PushResult } from "./driver.ts";
import { fetchText, readJson } from "./fetch-text.ts";
import type { GatewayClient, TokenAnswer } from "./gateway-api.ts";
import { gatewayObjectFor } from "./gateway-object.ts";
import { throughRelay } from "./relay.ts";
import { silenceFault } from "./wire-faults.ts";

export type GatewayAnswer =
  | { kind: "answered"; status: number; body: unknown }
  /** Nothing was sent: no credentials or no token. */
  | ({ kind: "not-sent" } & FaultReport)
  /** Whether it arrived is not known. */
  | ({ kind: "lost" } & FaultReport);

/** Something of our own failed before anything was sent: no gateway is to blame. */
export function notSent(cause: unknown): GatewayAnswer & { kind: "not-sent" } {
  return { kind: "not-sent", fault: null, detail: cause instanceof Error ? cause.message : String(cause) };
}

/** What a push without an answer is. */
export function unanswered({
  kind,
  fault,
  detail,
}: Exclude<GatewayAnswer, { kind: "answered" }>): PushResult {
  return kind === "lost"
    ? { kind: "unclear", fault, detail }
    : { kind: "refused", reason: "service", fault, detail };
}

export type GatewayRequest = {
  method: "GET" | "POST";
  path: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Listed with the gateway's object before it goes out. */
  push?: PushRequest | null;
};

/** With the app's shared token, renewed once. @param isTokenRefused how this gateway says so, having done nothing else */
export async function gatewayCall(
  ctx: Context,
  client: GatewayClient,
  request: GatewayRequest,
  isTokenRefused: (answer: { status: number; body: unknown }) => boolean,
): Promise<GatewayAnswer> {
  const gateway = gatewayObjectFor(ctx, client.base, client.consumerKey);
  const { push } = request;
  const permitted = push ? { paymentId: push.paymentId, providerId: push.providerId } : null;
  let stale: string | null = null;
  for (;;) {
    let ready: TokenAnswer;
    try {
      ready = await gateway.token(client, stale, permitted);
    } catch (cause) {
      return notSent(cause);
    }
    if (!("token" in ready)) return { kind: "not-sent", ...ready };
    const answer = await send(ctx, client, request, ready.token);
    if (stale !== null || answer.kind !== "answered" || !isTokenRefused(answer)) return answer;
    stale = ready.token;
  }
}

async function send(
  ctx: Context,
  { base }: GatewayClient,
  { method, path, headers, body }: GatewayRequest,
  token: string,
): Promise<GatewayAnswer> {
  const json: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  const { url, init } = throughRelay(ctx.settings, `${base}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, accept: "application/json", ...json, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  try {
    const { status, text } = await fetchText(ctx.fetch, url, init);
    return { kind: "answered", status, body: readJson(text) };
  } catch (cause) {
    const detail = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    return { kind: "lost", fault: silenceFault(cause), detail };
  }
}
