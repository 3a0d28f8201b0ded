import { readJson } from "./fetch-text.ts";
import type { GatewayClient } from "./gateway-api.ts";

export function tokenRequest(client: GatewayClient): { path: string; init: RequestInit } {
  const { consumerKey, consumerSecret } = client;
  const basic = `Basic ${btoa(`${consumerKey}:${consumerSecret}`)}`;
  const json = { "content-type": "application/json", accept: "application/json" };
  switch (client.kind) {
    case "daraja":
      return {
        path: "/oauth/v1/generate?grant_type=client_credentials",
        init: { headers: { authorization: basic } },
      };
    case "airtel_money":
      return {
        path: "/auth/oauth2/token",
        init: {
          method: "POST",
          headers: json,
          body: JSON.stringify({
            client_id: consumerKey,
            client_secret: consumerSecret,
            grant_type: "client_credentials",
          }),
        },
      };
    // Both banks run the same kind of API manager; one reads the address, the other the body.
    case "kcb":
    case "coop":
      return {
        path: "/token?grant_type=client_credentials",
        init: {
          method: "POST",
          headers: { authorization: basic, "content-type": "application/x-www-form-urlencoded" },
          body: "grant_type=client_credentials",
        },
      };
    case "equity":
      return {
        path: "/authentication/api/v3/authenticate/merchant",
        init: {
          method: "POST",
          headers: { ...json, "api-key": consumerKey },
          body: JSON.stringify({ merchantCode: client.merchantCode, consumerSecret }),
        },
      };
    default:
      return client satisfies never;
  }
}

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
