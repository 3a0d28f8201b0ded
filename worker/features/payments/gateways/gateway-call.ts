import type { Context } from "../../../context.ts";
import type { FaultReport } from "../../../contract/values/gateway-faults.ts";
import { TtlCache } from "../../../ttl-cache.ts";
import { gatewaySecrets, openSecrets } from "../../gateways/index.ts";
import type { PushRequest, PushResult, SecretsLine } from "./driver.ts";
import type { GatewayClient, ReadyToken } from "./gateway-api.ts";
import { fetchText, isPage, readJson, throughRelay } from "./gateway-http.ts";
import { gatewayObjectFor } from "./gateway-object.ts";
import { pushListFor } from "./push-list-object.ts";
import { silenceFault } from "./wire.ts";

export type GatewayAnswer =
  | { kind: "answered"; status: number; body: unknown; isPage: boolean }
  /** Nothing was sent: no credentials or no token. */
  | ({ kind: "not-sent" } & FaultReport)
  /** Whether it arrived is not known. */
  | ({ kind: "lost" } & FaultReport);

/** A gateway's own credentials, opened. */
export async function ownSecrets({ ctx, route: { gatewayId }, sealed }: SecretsLine): Promise<unknown> {
  return sealed?.gatewayId === gatewayId
    ? openSecrets(ctx, { id: gatewayId, secrets: sealed.secrets })
    : gatewaySecrets(ctx, gatewayId);
}

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
  /** In the app's list of pushes before it goes out. */
  push?: PushRequest | null;
};

/** Each sale asks for it several times; the app's object hands it out once in this time, not each time. */
const tokens = new TtlCache<ReadyToken>(30_000);

type Found = ReadyToken & { isKept: boolean };

/** @param refused the token that the gateway just refused */
async function tokenFor(
  ctx: Context,
  client: GatewayClient,
  refused: string | null,
): Promise<Found | FaultReport> {
  const key = JSON.stringify(client);
  const kept = refused === null ? tokens.known(key, ctx.now()) : undefined;
  if (kept && kept.until > ctx.now()) return { ...kept, isKept: true };
  const answer = await gatewayObjectFor(ctx, client.base, client.consumerKey).token(client, refused);
  tokens.forget(key);
  if (!("token" in answer)) return answer;
  return { ...(await tokens.get(key, ctx.now(), async () => answer)), isKept: false };
}

/** The token, and before a push its place in the list. @param refused by the gateway, a moment ago @throws where that failed */
async function prepare(
  ctx: Context,
  client: GatewayClient,
  push: PushRequest | null | undefined,
  refused: Found | null,
): Promise<Found | FaultReport> {
  if (!push || refused) return tokenFor(ctx, client, refused?.token ?? null);
  const { paymentId, providerId } = push;
  const at = ctx.now();
  const [ready] = await Promise.all([
    tokenFor(ctx, client, null),
    pushListFor(ctx, client, at).permit({ paymentId, providerId }, at),
  ]);
  return ready;
}

/**
 * With the app's shared token. One that is refused is renewed once; one kept here that another has since replaced is asked
 * for anew before that. @param isTokenRefused how this gateway says so, having done nothing else
 */
export async function gatewayCall(
  ctx: Context,
  client: GatewayClient,
  request: GatewayRequest,
  isTokenRefused: (answer: { status: number; body: unknown }) => boolean,
): Promise<GatewayAnswer> {
  let refused: Found | null = null;
  for (;;) {
    let ready: Found | FaultReport;
    try {
      ready = await prepare(ctx, client, request.push, refused);
    } catch (cause) {
      return notSent(cause);
    }
    if (!("token" in ready)) return { kind: "not-sent", ...ready };
    const answer = await send(ctx, client, request, ready.token);
    const isLast = refused !== null && !refused.isKept;
    if (isLast || answer.kind !== "answered" || !isTokenRefused(answer)) return answer;
    refused = ready;
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
    return { kind: "answered", status, body: readJson(text), isPage: isPage(text) };
  } catch (cause) {
    const detail = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    return { kind: "lost", fault: silenceFault(cause), detail };
  }
}
