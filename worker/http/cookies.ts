import { generateCookie } from "hono/cookie";
import { parse } from "hono/utils/cookie";
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
