import { readJson } from "./fetch-text.ts";

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
