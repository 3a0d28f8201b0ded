import type { Context } from "../../context.ts";
import type { OpenSession } from "../../contract/sessions.ts";
import { dayMs, hourMs } from "../../contract/values/time.ts";
import type { Sql } from "../../db/sql.ts";
import { consoleCookie, cookieHeader, cookies } from "../../http/cookies.ts";
import { randomHex, sha256 } from "../../keys.ts";
import { beginSession } from "./provider-store.ts";
import { insertSession } from "./store.ts";

/** However busy a session is, it ends after this. Idle ends are in `http/session.ts`. */
const lifeMs = { provider: 7 * dayMs, platform: 12 * hourMs, acting: 2 * hourMs } as const;

type NewSession = {
  /** Host with port, as the browser named it: the session is worth nothing on another. */
  host: string;
  /** As the browser calls itself. */
  userAgent: string | null;
};

type AdminSession = NewSession & {
  providerId: string;
  adminId: string;
  passwordHash: string;
  /** Since when they have a second factor, of which a code was given. */
  totpSince: number | null;
};

/** Only the token's SHA-256 is stored. @returns the rows to write, in the provider's object, and the header to send once they are written */
export function newAdminSession(ctx: Context, session: AdminSession) {
  const token = randomHex(256);
  const life = lifeMs.provider;
  const { providerId, adminId, passwordHash, totpSince, host, userAgent } = session;
  const statements = beginSession(ctx, {
    tokenHash: sha256(token),
    adminId,
    passwordHash,
    totpSince,
    host,
    expiresAt: ctx.now() + life,
    browser: browserName(userAgent),
  });
  return { statements, setCookie: setCookie("provider", consoleCookie(providerId, token), life) };
}

type OperatorSession = NewSession & {
  operatorId: string;
  /** The provider and its admin for whom they act in it, and the session from which they opened it. */
  acting?: { providerId: string; adminId: string; session: string; confirmedAt: number };
};

/** The same for a super admin. @returns the row to write */
export function newOperatorSession(
  ctx: Context,
  session: OperatorSession,
): { statement: Sql; setCookie: string } {
  const token = randomHex(256);
  const { acting, operatorId, host, userAgent } = session;
  const life = lifeMs[acting ? "acting" : "platform"];
  const now = ctx.now();
  const statement = insertSession({
    tokenHash: sha256(token),
    operatorId,
    host,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: now + life,
    providerId: acting?.providerId ?? null,
    adminId: acting?.adminId ?? null,
    openedBy: acting?.session ?? null,
    // No password is asked for between the two consoles: what was given in the one counts in the other.
    confirmedAt: acting?.confirmedAt ?? now,
    browser: browserName(userAgent),
  });
  const header = acting
    ? setCookie("provider", consoleCookie(acting.providerId, token), life)
    : setCookie("platform", token, life);
  return { statement, setCookie: header };
}

function setCookie(audience: "provider" | "platform", value: string, life: number): string {
  return cookieHeader(cookies[audience], value, Math.floor(life / 1_000));
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

/** Of a session's token not even the whole hash is told: its beginning names it. */
export const idCharacters = 32;

export type SessionRow = Omit<OpenSession, "createdAt" | "lastSeenAt" | "isThis"> & {
  createdAt: number;
  lastSeenAt: number;
  isThis: number;
};

export function sessionAnswer({ createdAt, lastSeenAt, isThis, ...row }: SessionRow): OpenSession {
  return {
    ...row,
    createdAt: new Date(createdAt).toISOString(),
    lastSeenAt: new Date(lastSeenAt).toISOString(),
    isThis: isThis === 1,
  };
}
