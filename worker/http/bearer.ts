import type { Endpoint } from "../contract/endpoint.ts";
import { apiTokenParts } from "../contract/values/api-token.ts";
import { refuse } from "../errors.ts";
import { sha256 } from "../keys.ts";
import { cookies, readCookie } from "./cookies.ts";

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
