import type { Context } from "../../context.ts";
import { dayMs } from "../../contract/values/time.ts";
import { cookieHeader, readCookie } from "../../http/cookies.ts";
import { randomHex } from "../../keys.ts";

// A browser in which an admin has signed in before keeps a mark of that. The mark opens nothing: its only effect is that wrong
// passwords of strangers do not count against it, and that it has few tries of its own. It is bound to one admin by a proof
// and kept nowhere.

const cookieNames = { provider: "__Host-known-admin", platform: "__Host-known-platform" } as const;
const lifeMs = 180 * dayMs;

type Audience = keyof typeof cookieNames;

const proven = (adminId: string, browser: string, markedAt: number) => `${adminId} ${browser} ${markedAt}`;

/** The `Set-Cookie` header after a log-in that succeeded. */
export function markBrowser(ctx: Context, audience: Audience, adminId: string): string {
  const browser = randomHex(128);
  const markedAt = ctx.now();
  const proof = ctx.keys.proof("known-browser", proven(adminId, browser, markedAt));
  return cookieHeader(cookieNames[audience], `${browser}.${markedAt}.${proof}`, lifeMs / 1_000);
}

/** The browser's own id, under which its tries are counted; null where this admin never signed in in it. */
export function knownBrowser(
  ctx: Context,
  request: Request,
  { audience, adminId }: { audience: Audience; adminId: string },
): string | null {
  const mark = /^([0-9a-f]{32})\.(\d{1,15})\.([0-9a-f]{64})$/.exec(
    readCookie(request, cookieNames[audience]) ?? "",
  );
  const [, browser = "", at = "", proof = ""] = mark ?? [];
  const markedAt = Number(at);
  if (!mark || markedAt + lifeMs <= ctx.now()) return null;
  return ctx.keys.isProof("known-browser", proven(adminId, browser, markedAt), proof) ? browser : null;
}
