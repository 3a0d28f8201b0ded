import type { Context } from "../../context.ts";
import type { Sql } from "../../db/sql.ts";
import { cookieHeader, cookies } from "../../http/session.ts";
import { randomHex, sha256 } from "../../keys.ts";
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

/** Only the token's SHA-256 is stored. @returns the row to write, and the header to send once it is written */
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

export function forgetCookie(audience: "provider" | "platform"): string {
  return cookieHeader(cookies[audience], "", 0);
}

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\b(iPhone|iPad)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** `Chrome, Android`: enough to recognise one's own browsers in a list; of the header nothing else is kept. */
function browserName(userAgent: string | null): string | null {
  const named = (list: typeof browsers) => list.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const known = [named(browsers), named(systems)].filter((name) => name !== undefined);
  return known.length === 0 ? null : known.join(", ");
}
