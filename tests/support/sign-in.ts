import { adminLogIn, platformLogIn } from "#contract/auth";
import { createHandoff, enterByHandoff } from "#contract/handoff";
import { minuteMs } from "#contract/values/time";
import type { SeededAdmin, SeededProvider } from "../seed/two-providers.ts";
import { call, hostOf } from "./worker-call.ts";

/** Signs in on the provider's own host (or the one told) and gives the `Cookie` header to send. */
export function signInProvider(provider: SeededProvider, host = hostOf(provider.subdomain)): Promise<string> {
  return signIn(adminLogIn, provider.admin, host);
}

export function signInOperator(operator: SeededAdmin): Promise<string> {
  return signIn(platformLogIn, operator, hostOf());
}

async function signIn(
  endpoint: typeof adminLogIn | typeof platformLogIn,
  { username, password }: SeededAdmin,
  host: string,
): Promise<string> {
  const answer = await call(endpoint, { body: { username, password } }, { host });
  if (!answer.ok)
    throw new Error(`${username} could not sign in on ${host}: ${answer.status} ${answer.text}`);
  return sessionFrom(answer.headers);
}

/** After so long a password counts as given just now still, and a next sign-in is far from the last. */
const renewedAfterMs = 5 * minuteMs;

/**
 * One person's session, for a clock that is moved: taken anew once it moved on. Sign-ins at a moment that stands still would be counted as
 * somebody's tries, and the sixth refused.
 */
export function keptSession(take: () => Promise<string>): () => Promise<string> {
  let kept: { at: number; cookie: Promise<string> } | undefined;
  return () => {
    const now = Date.now();
    if (!kept || Math.abs(now - kept.at) >= renewedAfterMs) kept = { at: now, cookie: take() };
    return kept.cookie;
  };
}

/** The session alone, without the mark of a known browser that comes with it. */
function sessionFrom(headers: Headers): string {
  return cookieFrom(headers).split("; ")[0] ?? "";
}

/** A super admin's own session in the console of a provider, opened from this one. */
export async function enterProvider(
  operator: string,
  { id, subdomain }: SeededProvider,
  headers: Record<string, string> = {},
): Promise<string> {
  const made = await call(createHandoff, { params: { id } }, { cookie: operator });
  if (!made.ok) throw new Error(made.text);
  const code = new URL(made.answer.address).hash.replace("#handoff=", "");
  const entered = await call(enterByHandoff, { body: { code } }, { host: hostOf(subdomain), headers });
  if (!entered.ok) throw new Error(entered.text);
  return cookieFrom(entered.headers);
}

/** The secret part of a session's cookie. */
export const tokenOf = (cookie: string): string => /[0-9a-f]{64}$/.exec(cookie)?.[0] ?? "";

/** What a browser would send back after this answer. */
export function cookieFrom(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0] ?? "")
    .join("; ");
}
