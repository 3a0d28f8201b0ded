import type { Context } from "../../context.ts";
import type { Sql } from "../../db/sql.ts";
import { cookieHeader, cookies } from "../../http/session.ts";
import { randomHex, sha256 } from "../../keys.ts";
import { browserName } from "./browser-name.ts";
import { insertSession } from "./store.ts";

/** However busy a session is, it ends after this. Idle ends are in `http/session.ts`. */
const lifeMs = { provider: 7 * 86_400_000, platform: 12 * 3_600_000, acting: 2 * 3_600_000 } as const;

type NewSession = {
  audience: "provider" | "platform";
  adminId: string;
  providerId: string | null;
  /** Host with port, as the browser named it: the session is worth nothing on another. */
  host: string;
  /** As the browser calls itself. */
  userAgent: string | null;
  /** The super admin who acts for the provider in it, and the session from which they opened it. */
  acting?: { adminId: string; session: string; confirmedAt: number };
};

/**
 * A new session under a new 256-bit token. Only its SHA-256 is stored; the token itself exists in the cookie alone.
 * @returns the row to write, and the `Set-Cookie` header to send once it is written
 */
export function newSession(ctx: Context, session: NewSession): { statement: Sql; setCookie: string } {
  const token = randomHex(256);
  const { acting } = session;
  const life = lifeMs[acting ? "acting" : session.audience];
  const now = ctx.now();
  const statement = insertSession({
    tokenHash: sha256(token),
    adminId: session.adminId,
    audience: session.audience,
    providerId: session.providerId,
    host: session.host,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: now + life,
    actingAs: acting?.adminId ?? null,
    openedBy: acting?.session ?? null,
    // No password is asked for between the two consoles: what was given in the one counts in the other.
    confirmedAt: acting?.confirmedAt ?? now,
    browser: browserName(session.userAgent),
  });
  return { statement, setCookie: cookieHeader(cookies[session.audience], token, Math.floor(life / 1_000)) };
}

/** The header that makes the browser forget. */
export function forgetCookie(audience: "provider" | "platform"): string {
  return cookieHeader(cookies[audience], "", 0);
}
