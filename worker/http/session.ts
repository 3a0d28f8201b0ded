import { generateCookie } from "hono/cookie";
import { parse } from "hono/utils/cookie";
import type { Context } from "../context.ts";
import type { Audience } from "../contract/endpoint.ts";
import type { SessionFound } from "../db/lookup.ts";
import { sql } from "../db/sql.ts";
import { refuse } from "../errors.ts";
import { sha256 } from "../keys.ts";
import { TtlCache } from "../ttl-cache.ts";
import { networkOf } from "./network.ts";
import type { Tenant } from "./tenant.ts";

/** Who calls. What the browser says about itself is never part of it; only the session row is. */
export type Caller =
  | { kind: "visitor"; buyerHash: string | null }
  | { kind: "provider"; adminId: string; providerId: string; session: SessionFound; network: string }
  | { kind: "platform"; adminId: string; session: SessionFound; network: string }
  | { kind: "gateway" }
  | { kind: "bridge" };

/** Cookies are host-only by their prefix, so a sibling subdomain can neither read nor plant them. */
export const cookies = { provider: "__Host-admin", platform: "__Host-platform", buyer: "__Host-p" } as const;

export function readCookie(request: Request, name: string): string | undefined {
  return parse(request.headers.get("cookie") ?? "", name)[name] || undefined;
}

/** `Lax`, so that a link from outside still finds the session; every unsafe method is checked by its Origin anyway. */
export function cookieHeader(name: string, value: string, maxAge: number): string {
  return generateCookie(name, value, { secure: true, httpOnly: true, sameSite: "Lax", maxAge });
}

/** Readers are looked up once a second, as a console asks for many lists at once; writers always (docs/decisions/0009). */
const readers = new TtlCache<SessionFound | undefined>(1_000);

/** Sessions began, changed or ended: the next call of anybody reads afresh. */
export function sessionsChanged(): void {
  readers.forgetAll();
}

/** A session that was not used for so long has ended. */
export const idleMs = { provider: 12 * 3_600_000, platform: 30 * 60_000, acting: 30 * 60_000 } as const;

async function signedIn(ctx: Context, request: Request, audience: "provider" | "platform", host: string) {
  const token = readCookie(request, cookies[audience]);
  if (!token || token.length > 200) return undefined;
  const tokenHash = sha256(token);
  const now = ctx.now();
  const look = () => ctx.lookup.sessionByHash(tokenHash);
  const session = await (request.method === "GET" ? readers.get(tokenHash, now, look) : look());
  if (!session || session.audience !== audience || session.host !== host) return undefined;
  const idle = idleMs[session.actingAs ? "acting" : audience];
  if (session.expiresAt <= now || session.lastSeenAt + idle <= now) return undefined;
  // Once a minute is enough to know that somebody is there, and spares a write per request.
  if (session.lastSeenAt + 60_000 <= now) {
    // What is kept for readers knows it, too: a screen that asks for eight lists at once writes once.
    session.lastSeenAt = now;
    await ctx.platform.run(
      sql`UPDATE sessions SET last_seen_at = ${now} WHERE token_hash = ${session.tokenHash}`,
    );
  }
  return session;
}

/** Else 401. Tried in order: provider, platform, open ones. What is the platform's alone is 404 to anybody else. */
export async function identify(
  ctx: Context,
  request: Request,
  audiences: readonly Audience[],
  tenant: Tenant,
  host: string,
): Promise<Caller> {
  const provider = () => providerCaller(ctx, request, tenant, host);
  if (audiences.includes("provider")) {
    const caller = await provider();
    if (caller) return caller;
  }
  if (audiences.includes("platform") && tenant.isMainHost) {
    const session = await signedIn(ctx, request, "platform", host);
    if (session) return { kind: "platform", adminId: session.adminId, session, network: networkOf(request) };
  }
  if (audiences.includes("visitor")) return visitorCaller(request);
  if (audiences.includes("gateway")) return { kind: "gateway" };
  if (audiences.includes("bridge")) return { kind: "bridge" };
  const platformAlone = audiences.includes("platform") && !audiences.includes("provider");
  if (platformAlone && (!tenant.isMainHost || (await provider()))) throw refuse("not_found", "nothing_here");
  throw refuse("not_signed_in", "sign_in_first");
}

export function visitorCaller(request: Request): Extract<Caller, { kind: "visitor" }> {
  const cookie = readCookie(request, cookies.buyer);
  return { kind: "visitor", buyerHash: cookie && cookie.length <= 100 ? sha256(cookie) : null };
}

async function providerCaller(
  ctx: Context,
  request: Request,
  tenant: Tenant,
  host: string,
): Promise<Extract<Caller, { kind: "provider" }> | undefined> {
  const session = await signedIn(ctx, request, "provider", host);
  const providerId = session?.providerId;
  if (!session || !providerId || !(tenant.onMain || tenant.provider?.id === providerId)) return undefined;
  return { kind: "provider", adminId: session.adminId, providerId, session, network: networkOf(request) };
}

/** The super admin who is signed in on the main domain, for pages that anybody may open. */
export async function platformAdminOf(
  ctx: Context,
  request: Request,
  tenant: Tenant,
  host: string,
): Promise<string | null> {
  if (!tenant.isMainHost) return null;
  return (await signedIn(ctx, request, "platform", host))?.adminId ?? null;
}

/** The browser of a visitor's call, and the network it comes from. */
export function visitorOf({ caller, request }: { caller: Caller; request: Request }): {
  buyerHash: string | null;
  network: string;
} {
  const buyerHash = caller.kind === "visitor" ? caller.buyerHash : null;
  return { buyerHash, network: networkOf(request) };
}

export function only<Kind extends Caller["kind"]>(caller: Caller, ...kinds: Kind[]) {
  if (!kinds.some((kind) => kind === caller.kind)) throw refuse("not_signed_in", "sign_in_first");
  return caller as Extract<Caller, { kind: Kind }>;
}

export const providerOf = (caller: Caller) => only(caller, "provider");
