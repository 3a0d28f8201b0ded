import { generateCookie } from "hono/cookie";
import { parse } from "hono/utils/cookie";
import type { Endpoint } from "../contract/endpoint.ts";
import { apiTokenParts } from "../contract/values/api-token.ts";
import { refuse } from "../errors.ts";
import { sha256 } from "../keys.ts";

/** Cookies are host-only by their prefix, so a sibling subdomain can neither read nor plant them. */
export const cookies = { provider: "__Host-admin", platform: "__Host-platform", buyer: "__Host-p" } as const;

export function readCookie(request: Request, name: string): string | undefined {
  return parse(request.headers.get("cookie") ?? "", name)[name] || undefined;
}

/** `Lax`, so that a link from outside still finds the session; every unsafe method is checked by its Origin anyway. */
export function cookieHeader(name: string, value: string, maxAge: number): string {
  return generateCookie(name, value, { secure: true, httpOnly: true, sameSite: "Lax", maxAge });
}

/** A session of a provider's console, as the browser names it; whether there is one is not said. */
export type HeldSession = { providerId: string; tokenHash: string };

/** `<provider>.<token>`: the first part says whose object to ask, and proves nothing. */
export const consoleCookie = (providerId: string, token: string): string => `${providerId}.${token}`;

export function heldSession(request: Request): HeldSession | undefined {
  const held = /^([\w-]{1,64})\.([0-9a-f]{64})$/.exec(readCookie(request, cookies.provider) ?? "");
  const [, providerId, token] = held ?? [];
  return providerId && token ? { providerId, tokenHash: sha256(token) } : undefined;
}

/** An API token as the request names it; whether there is one is not said. */
export type HeldToken = { providerId: string; tokenHash: string };

/**
 * Judged without a database. Calls that are for no provider do not look at it.
 * @throws AppError not_signed_in for what is no token, invalid beside a session, forbidden where no token may call
 */
export function heldToken(endpoint: Endpoint, request: Request): HeldToken | undefined {
  if (!endpoint.audience.includes("provider")) return undefined;
  const [, text] = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  if (text === undefined) return undefined;
  const parts = apiTokenParts(text);
  if (!parts) throw refuse("not_signed_in", "token_wrong");
  const isSignedIn = [cookies.provider, cookies.platform].some((name) => readCookie(request, name));
  if (isSignedIn) throw refuse("invalid", "token_or_session");
  if (endpoint.scope === null) throw refuse("forbidden", "token_no_call");
  return { providerId: parts.providerId, tokenHash: sha256(parts.secret) };
}
