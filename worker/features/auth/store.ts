import type { Context } from "../../context.ts";
import { admins, sessions } from "../../db/schema/platform.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { insertInto } from "../../db/table-rows.ts";

export type AdminFound = {
  id: string;
  providerId: string | null;
  username: string;
  name: string;
  email: string;
  role: string;
  passwordHash: string;
  disabledAt: number | null;
  /** Since when a code is asked for beside the password. */
  totpSince: number | null;
  /** When somebody last signed in with this admin's own password; null = never. */
  lastLogInAt: number | null;
};

export async function findAdmin(ctx: Context, usernameKey: string): Promise<AdminFound | undefined> {
  const admin = await ctx.platform.first(
    sql<AdminFound>`SELECT id, provider_id AS providerId, username, name, email, role,
        password_hash AS passwordHash, disabled_at AS disabledAt, totp_since AS totpSince,
        (SELECT max(created_at) FROM sessions WHERE admin_id = admins.id AND acting_as IS NULL) AS lastLogInAt
      FROM admins WHERE username_key = ${usernameKey}`,
  );
  return admin;
}

/** Changes nothing when the username is taken, in any case of letters. */
export function insertAdmin(admin: Omit<typeof admins.$inferInsert, "disabledAt">): Sql {
  return insertInto(admins, admin);
}

export function insertSession(session: typeof sessions.$inferInsert): Sql {
  return insertInto(sessions, session);
}

export function revokeSession(ctx: Context, tokenHash: string): Sql {
  return sql`UPDATE sessions SET revoked_at = ${ctx.now()}
    WHERE token_hash = ${tokenHash} AND revoked_at IS NULL`;
}

/** Ends a session, and those in which its super admin acts for providers from it. */
export function revokeWithActing(ctx: Context, session: { adminId: string; tokenHash: string }): Sql {
  return sql`UPDATE sessions SET revoked_at = ${ctx.now()}
    WHERE (token_hash = ${session.tokenHash}
      OR (acting_as = ${session.adminId} AND opened_by = ${session.tokenHash})) AND revoked_at IS NULL`;
}

/** For the batch that opens a session from another one: where that ended meanwhile, the new one ends with it. */
export function revokeOrphans(ctx: Context, opener: { adminId: string; tokenHash: string }): Sql {
  return sql`UPDATE sessions SET revoked_at = ${ctx.now()}
    WHERE acting_as = ${opener.adminId} AND opened_by = ${opener.tokenHash} AND revoked_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM sessions AS opener
      WHERE opener.token_hash = ${opener.tokenHash} AND opener.revoked_at IS NULL)`;
}

/** @throws Error for an admin who is not there; a session's always is */
export async function passwordHashOf(ctx: Context, adminId: string): Promise<string> {
  const admin = await ctx.platform.first(
    sql<{ hash: string }>`SELECT password_hash AS hash FROM admins WHERE id = ${adminId}`,
  );
  if (!admin) throw new Error("a session without its admin");
  return admin.hash;
}

/** Ends this admin's sessions but the one of this token; those in which they act for a provider, too. */
export function revokeOtherSessions(ctx: Context, adminId: string, tokenHash: string): Sql {
  return sql`UPDATE sessions SET revoked_at = ${ctx.now()}
    WHERE (admin_id = ${adminId} OR acting_as = ${adminId}) AND token_hash <> ${tokenHash}
      AND revoked_at IS NULL`;
}

/** Removes up to 500 sessions that ended more than a day ago. */
export function deleteEndedSessions(ctx: Context): Sql {
  const before = ctx.now() - 86_400_000;
  return sql`DELETE FROM sessions WHERE token_hash IN (
    SELECT token_hash FROM sessions WHERE expires_at < ${before} OR revoked_at < ${before} LIMIT 500)`;
}
