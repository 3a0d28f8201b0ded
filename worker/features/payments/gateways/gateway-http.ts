import type { Settings } from "../../../env.ts";
import { askedFor, isTimeout } from "../../../sleep.ts";
import { GatewayTimeout } from "./wire.ts";

/** Gateways that do not answer within this are given up on; the result is found by other ways. */
export const gatewayTimeoutMs = 8_000;

/** @throws GatewayTimeout, or what fetch throws */
export async function fetchText(
  fetcher: typeof fetch,
  url: string,
  init: RequestInit,
): Promise<{ ok: boolean; status: number; text: string }> {
  try {
    return await askedFor(gatewayTimeoutMs, async (signal) => {
      const response = await fetcher(url, { ...init, signal });
      return { ok: response.ok, status: response.status, text: await response.text() };
    });
  } catch (cause) {
    throw isTimeout(cause) ? new GatewayTimeout(`no answer in ${gatewayTimeoutMs} ms`) : cause;
  }
}

/** Neither JSON nor nothing: what a machine in front of the gateway shows to people. */
export function isPage(text: string): boolean {
  return text.trim() !== "" && readJson(text) === undefined;
}

/** Undefined where the answer is no JSON, as a proxy's 504 is not. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Airtel and banks answer known addresses only: by the relay every call goes to `<relay>/<host>/<path>`, with its token. */
export function throughRelay(
  { GATEWAY_RELAY_URL: relay, GATEWAY_RELAY_TOKEN: token }: Settings,
  url: string,
  init: RequestInit,
): { url: string; init: RequestInit } {
  if (!relay) return { url, init };
  const { host, pathname, search } = new URL(url);
  const headers = {
    ...(init.headers as Record<string, string>),
    ...(token ? { "x-relay-token": token } : {}),
  };
  return { url: `${relay}/${host}${pathname}${search}`, init: { ...init, headers } };
}

// Tokens by OAuth 2 client credentials, as far as gateways agree on it.

export function basicAuth(key: string, secret: string): { authorization: string } {
  return { authorization: `Basic ${btoa(`${key}:${secret}`)}` };
}

export const jsonHeaders = { "content-type": "application/json", accept: "application/json" };

/** Where a gateway does not say how long its token lasts. */
const assumedSeconds = 300;

/** Until when to use it, UTC ms: a minute less than it lasts, or a quarter less where that is shorter. Null without a token. */
export function readToken(text: string, now: number): { token: string; until: number } | null {
  const body = readJson(text);
  if (typeof body !== "object" || body === null) return null;
  const token = textAt(body, "access_token") ?? textAt(body, "accessToken");
  if (token === null) return null;
  const seconds = lifetime(body, now);
  return { token, until: now + (seconds - Math.min(60, seconds / 4)) * 1_000 };
}

/** `expires_in` comes as number or text; Equity names the moment instead. */
function lifetime(body: object, now: number): number {
  const seconds = "expires_in" in body ? Number(body.expires_in) : Number.NaN;
  if (Number.isFinite(seconds)) return seconds;
  const moment = "expiresIn" in body ? Date.parse(String(body.expiresIn)) : Number.NaN;
  return Number.isFinite(moment) ? (moment - now) / 1_000 : assumedSeconds;
}

function textAt(body: object, key: string): string | null {
  const value: unknown = (body as Record<string, unknown>)[key];
  return typeof value === "string" && value !== "" ? value : null;
}
