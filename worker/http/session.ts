import type { Context } from "../context.ts";
import type { Audience } from "../contract/endpoint.ts";
import type { Language } from "../contract/texts.ts";
import type { Scope } from "../contract/values/api-token.ts";
import type { Role } from "../contract/values/roles.ts";
import { hourMs, minuteMs } from "../contract/values/time.ts";
import type { OperatorSession } from "../db/lookup.ts";
import { sql } from "../db/sql.ts";
import { refuse } from "../errors.ts";
import { sha256 } from "../keys.ts";
import { TtlCache } from "../ttl-cache.ts";
import { cookies, type HeldSession, heldSession, readCookie } from "./cookies.ts";
import { networkOf } from "./network.ts";
import type { Tenant } from "./tenant.ts";
import { preferredLanguage } from "./visitor-language.ts";

/** Who calls. What the browser says about itself is never part of it; only the session row is. */
export type Caller =
  | { kind: "visitor"; buyerHash: string | null }
  | ProviderCaller
  | { kind: "platform"; adminId: string; session: OperatorSession; network: string }
  | { kind: "gateway" }
  | { kind: "bridge" };

export type ProviderCaller = {
  kind: "provider";
  adminId: string;
  providerId: string;
  session: AdminSession;
  network: string;
  /** The API token by which a program calls; null for a person. */
  token: { id: string; name: string; scopes: readonly Scope[] } | null;
};

/** A session of a provider's console. */
type AdminSession = {
  tokenHash: string;
  host: string;
  expiresAt: number;
  lastSeenAt: number;
  /** When the password was last given in this session, UTC ms. */
  confirmedAt: number;
  /** The super admin who acts for the provider in this session; their id and name. */
  actingAs: string | null;
  actingName: string | null;
  /** 1: who is signed in has no second factor, which the owner asks of all; or who acts has none, which the platform asks. */
  lacksSecondFactor: 0 | 1;
  providerStatus: "active" | "suspended";
  /** Why, where no operator said so. */
  suspendedFor: "invoice" | null;
} & AdminNamed;

export type AdminNamed = { username: string; name: string; email: string; role: Role };

/** Operators who read are looked up once a second, as a console asks for many lists at once; who writes always (docs/decisions/0009). */
const readers = new TtlCache<OperatorSession | undefined>(1_000);

/** Sessions began, changed or ended: the next call of an operator reads afresh. */
export function sessionsChanged(): void {
  readers.forgetAll();
}

/** A session that was not used for so long has ended. */
export const idleMs = { provider: 12 * hourMs, platform: 30 * minuteMs, acting: 30 * minuteMs } as const;

type Times = { host: string; expiresAt: number; lastSeenAt: number };

function isLive({ host: at, expiresAt, lastSeenAt }: Times, host: string, idle: number, now: number) {
  return at === host && expiresAt > now && lastSeenAt + idle > now;
}

/** Once a minute is enough to know that a session is in use, and spares a write per request. */
const isToldAgain = ({ lastSeenAt }: Times, now: number) => lastSeenAt + 60_000 <= now;

async function operatorAt(
  ctx: Context,
  request: Request,
  host: string,
): Promise<OperatorSession | undefined> {
  const token = readCookie(request, cookies.platform);
  if (!token || token.length > 200) return undefined;
  const tokenHash = sha256(token);
  const now = ctx.now();
  const look = () => ctx.lookup.operatorSession(tokenHash);
  const session = await (request.method === "GET" ? readers.get(tokenHash, now, look) : look());
  if (!session || session.providerId !== null) return undefined;
  if (!isLive(session, host, idleMs.platform, now)) return undefined;
  await noteOperator(ctx, session);
  return session;
}

/** What is kept for readers knows it, too: a screen that asks for eight lists at once writes once. */
async function noteOperator(ctx: Context, session: OperatorSession): Promise<void> {
  const now = ctx.now();
  if (!isToldAgain(session, now)) return;
  session.lastSeenAt = now;
  await ctx.platform.run(
    sql`UPDATE operator_sessions SET last_seen_at = ${now} WHERE token_hash = ${session.tokenHash}`,
  );
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
    const session = await operatorAt(ctx, request, host);
    if (session)
      return { kind: "platform", adminId: session.operatorId, session, network: networkOf(request) };
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

/** The provider's object knows its admins' sessions; the platform those in which its super admins act for the provider. */
async function providerCaller(
  ctx: Context,
  request: Request,
  tenant: Tenant,
  host: string,
): Promise<ProviderCaller | undefined> {
  const held = heldSession(request);
  if (!held || !(tenant.onMain || tenant.provider?.id === held.providerId)) return undefined;
  // Before its object is asked, for a made-up id has none. Its status counts as it is now: inside of the object the tenant's does.
  const isHere = ctx.atProvider !== null && tenant.provider?.id === held.providerId;
  const provider = isHere ? tenant.provider : await ctx.lookup.providerById(held.providerId);
  if (!provider) return undefined;
  const found = (await ownSession(ctx, held, host)) ?? (await actingSession(ctx, held, host));
  if (!found) return undefined;
  const { adminId, ...session } = found;
  const { id: providerId, status: providerStatus, suspendedFor } = provider;
  const network = networkOf(request);
  return {
    kind: "provider",
    adminId,
    providerId,
    session: { ...session, providerStatus, suspendedFor },
    network,
    token: null,
  };
}

type Found = Omit<AdminSession, "providerStatus" | "suspendedFor"> & { adminId: string };

async function ownSession(ctx: Context, held: HeldSession, host: string): Promise<Found | undefined> {
  const { tokenHash } = held;
  const db = ctx.tenant(held.providerId);
  const now = ctx.now();
  const session = await db.first(
    sql<Times & AdminNamed & { adminId: string; confirmedAt: number; lacksSecondFactor: 0 | 1 }>`
      SELECT s.admin_id AS adminId, s.host, s.expires_at AS expiresAt, s.last_seen_at AS lastSeenAt,
        s.confirmed_at AS confirmedAt, a.username, a.name, a.email, a.role,
        a.totp_since IS NULL AND EXISTS (SELECT 1 FROM people_rules WHERE second_factor_required) AS lacksSecondFactor
      FROM sessions s JOIN admins a ON a.id = s.admin_id
      WHERE s.token_hash = ${tokenHash} AND s.revoked_at IS NULL
        AND a.disabled_at IS NULL`,
  );
  if (!session || !isLive(session, host, idleMs.provider, now)) return undefined;
  if (isToldAgain(session, now))
    await db.run(
      sql`UPDATE sessions SET last_seen_at = ${now}
        WHERE token_hash = ${tokenHash} AND last_seen_at <= ${now - 60_000}`,
    );
  return { ...session, tokenHash, actingAs: null, actingName: null };
}

async function actingSession(ctx: Context, held: HeldSession, host: string): Promise<Found | undefined> {
  const session = await ctx.lookup.operatorSession(held.tokenHash);
  if (!session || session.providerId !== held.providerId) return undefined;
  if (!isLive(session, host, idleMs.acting, ctx.now())) return undefined;
  const admin = await ctx.tenant(held.providerId).first(
    sql<
      Omit<AdminNamed, "role"> & { adminId: string }
    >`SELECT id AS adminId, username, name, email FROM admins
      WHERE id = ${session.adminId} AND disabled_at IS NULL`,
  );
  if (!admin) return undefined;
  await noteOperator(ctx, session);
  const { tokenHash, expiresAt, lastSeenAt, confirmedAt, lacksSecondFactor, operatorId } = session;
  return {
    tokenHash,
    host,
    expiresAt,
    lastSeenAt,
    confirmedAt,
    lacksSecondFactor,
    ...admin,
    role: "owner",
    actingAs: operatorId,
    actingName: session.name || session.username,
  };
}

/** The super admin who is signed in on the main domain, for pages that anybody may open. */
export async function platformAdminOf(
  ctx: Context,
  request: Request,
  tenant: Tenant,
  host: string,
): Promise<string | null> {
  if (!tenant.isMainHost) return null;
  return (await operatorAt(ctx, request, host))?.operatorId ?? null;
}

/** The browser of a visitor's call, and the network it comes from. */
export function visitorOf({ caller, request }: { caller: Caller; request: Request }): {
  buyerHash: string | null;
  network: string;
  /** Of the page; null where the request names none of ours. */
  language: Language | null;
} {
  const buyerHash = caller.kind === "visitor" ? caller.buyerHash : null;
  return { buyerHash, network: networkOf(request), language: preferredLanguage(request) };
}

export function only<Kind extends Caller["kind"]>(caller: Caller, ...kinds: Kind[]) {
  if (!kinds.some((kind) => kind === caller.kind)) throw refuse("not_signed_in", "sign_in_first");
  return caller as Extract<Caller, { kind: Kind }>;
}

export const providerOf = (caller: Caller) => only(caller, "provider");
