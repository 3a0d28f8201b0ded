import type { Context } from "../../context.ts";
import type { Role } from "../../contract/values/roles.ts";
import { type Sql, sql } from "../../db/sql.ts";
import type { HeldSession } from "../../http/cookies.ts";
import { endedMs, revokeWithActing, type SignInFound } from "./store.ts";

// The admins of a provider and their sessions, in its object.

export async function findAdmin(
  ctx: Context,
  providerId: string,
  usernameKey: string,
): Promise<SignInFound | undefined> {
  const found = await ctx.tenant(providerId).first(
    sql<Omit<SignInFound, "providerId" | "role"> & { role: Role }>`SELECT id, username, name, email, role,
        password_hash AS passwordHash, disabled_at AS disabledAt, totp_since AS totpSince,
        (SELECT max(created_at) FROM sessions
          WHERE admin_id = admins.id) AS lastLogInAt
      FROM admins WHERE username_key = ${usernameKey}`,
  );
  return found && { ...found, providerId };
}

type NewSession = {
  tokenHash: string;
  adminId: string;
  /** The one that was verified: where it is another one by now, no session begins. */
  passwordHash: string;
  /** The same of the second factor; null = none was asked for. */
  totpSince: number | null;
  host: string;
  expiresAt: number;
  browser: string | null;
};

/** In a batch on the provider's rows. Removes what ended long ago, so that sessions never become many. */
export function beginSession(ctx: Context, session: NewSession): Sql<{ began: number }>[] {
  const now = ctx.now();
  const { tokenHash, adminId, host, expiresAt, browser } = session;
  return [
    sql`DELETE FROM sessions WHERE min(expires_at, coalesce(revoked_at, expires_at)) < ${now - endedMs}`,
    sql`INSERT INTO sessions (token_hash, admin_id, host, created_at, last_seen_at, expires_at,
        confirmed_at, browser)
      SELECT ${tokenHash}, ${adminId}, ${host}, ${now}, ${now}, ${expiresAt}, ${now}, ${browser}
      FROM admins WHERE id = ${adminId} AND disabled_at IS NULL
        AND password_hash = ${session.passwordHash} AND totp_since IS ${session.totpSince}
      RETURNING 1 AS began`,
  ];
}

/** Condition on `sessions`, or on some of them. */
export function revokeSessions(ctx: Context, which: Sql): Sql {
  return sql`UPDATE sessions SET revoked_at = ${ctx.now()}
    WHERE ${which} AND revoked_at IS NULL`;
}

/** Of owners who are none any more. @param who statement that names them */
export function endInvitationsOf(ctx: Context, who: Sql): Sql {
  return sql`UPDATE admin_invitations SET ended_at = ${ctx.now()}
    WHERE invited_by IN (${who}) AND ended_at IS NULL`;
}

/** Super admins who act for the provider as this admin are out, too. */
export async function endActing(ctx: Context, providerId: string, adminId: string): Promise<void> {
  await ctx.platform.run(
    sql`UPDATE operator_sessions SET revoked_at = ${ctx.now()}
      WHERE provider_id = ${providerId} AND admin_id = ${adminId} AND revoked_at IS NULL`,
  );
}

/** What a browser held at a provider's console ends, whether an admin's own session or a super admin's. */
export async function endHeld(ctx: Context, held: HeldSession | undefined): Promise<void> {
  if (!held || !(await ctx.lookup.providerById(held.providerId))) return;
  await ctx.tenant(held.providerId).run(revokeSessions(ctx, sql`token_hash = ${held.tokenHash}`));
  await ctx.platform.run(revokeWithActing(ctx, held.tokenHash));
}

export type FirstAdmin = { id: string; username: string; name: string; email: string; role: Role };

/** The owner who is there longest, as the one who came with the provider; null where all are disabled. */
export async function firstAdmin(ctx: Context, providerId: string): Promise<FirstAdmin | null> {
  const admin = await ctx.tenant(providerId).first(
    sql<FirstAdmin>`SELECT id, username, name, email, role FROM admins
      WHERE role = 'owner' AND disabled_at IS NULL ORDER BY created_at, id LIMIT 1`,
  );
  return admin ?? null;
}

/** In a batch. Links for a new password are void with it. */
export function savePassword(ctx: Context, adminId: string, hash: string): Sql[] {
  return [
    sql`UPDATE admins SET password_hash = ${hash} WHERE id = ${adminId}`,
    sql`UPDATE mailed_links SET ended_at = ${ctx.now()}
      WHERE admin_id = ${adminId} AND kind = 'reset' AND ended_at IS NULL`,
  ];
}
