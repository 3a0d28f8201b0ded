import type { Context } from "../../context.ts";
import { admins, sessions } from "../../db/schema/platform.ts";
import type { Statement } from "../../db/tenant-db.ts";

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
  const [admin] = await ctx.platform.all<AdminFound>(
    ctx.platform.statement(
      `SELECT id, provider_id AS providerId, username, name, email, role, password_hash AS passwordHash,
        disabled_at AS disabledAt, totp_since AS totpSince,
        (SELECT max(created_at) FROM sessions WHERE admin_id = admins.id AND acting_as IS NULL) AS lastLogInAt
      FROM admins WHERE username_key = ?1`,
      usernameKey,
    ),
  );
  return admin;
}

/** Changes nothing when the username is taken, in any case of letters. */
export function insertAdmin(
  db: Pick<Context, "platform">,
  admin: Omit<typeof admins.$inferInsert, "disabledAt">,
): Statement {
  return db.platform.insert(admins, admin);
}

export function insertSession(ctx: Context, session: typeof sessions.$inferInsert): Statement {
  return ctx.platform.insert(sessions, session);
}

export function revokeSession(ctx: Context, tokenHash: string): Statement {
  return ctx.platform.statement(
    "UPDATE sessions SET revoked_at = ?1 WHERE token_hash = ?2 AND revoked_at IS NULL",
    ctx.now(),
    tokenHash,
  );
}

/** Ends a session, and those in which its super admin acts for providers from it. */
export function revokeWithActing(ctx: Context, session: { adminId: string; tokenHash: string }): Statement {
  return ctx.platform.statement(
    `UPDATE sessions SET revoked_at = ?1
    WHERE (token_hash = ?2 OR (acting_as = ?3 AND opened_by = ?2)) AND revoked_at IS NULL`,
    ctx.now(),
    session.tokenHash,
    session.adminId,
  );
}

/** For the batch that opens a session from another one: where that ended meanwhile, the new one ends with it. */
export function revokeOrphans(ctx: Context, opener: { adminId: string; tokenHash: string }): Statement {
  return ctx.platform.statement(
    `UPDATE sessions SET revoked_at = ?1 WHERE acting_as = ?2 AND opened_by = ?3 AND revoked_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM sessions AS opener WHERE opener.token_hash = ?3 AND opener.revoked_at IS NULL)`,
    ctx.now(),
    opener.adminId,
    opener.tokenHash,
  );
}

/** @throws Error for an admin who is not there; a session's always is */
export async function passwordHashOf(ctx: Context, adminId: string): Promise<string> {
  const [admin] = await ctx.platform.all<{ hash: string }>(
    ctx.platform.statement("SELECT password_hash AS hash FROM admins WHERE id = ?1", adminId),
  );
  if (!admin) throw new Error("a session without its admin");
  return admin.hash;
}

/** Ends this admin's sessions but the one of this token; those in which they act for a provider, too. */
export function revokeOtherSessions(ctx: Context, adminId: string, tokenHash: string): Statement {
  return ctx.platform.statement(
    `UPDATE sessions SET revoked_at = ?1
    WHERE (admin_id = ?2 OR acting_as = ?2) AND token_hash <> ?3 AND revoked_at IS NULL`,
    ctx.now(),
    adminId,
    tokenHash,
  );
}

/** Removes up to 500 sessions that ended more than a day ago. */
export function deleteEndedSessions(ctx: Context): Statement {
  return ctx.platform.statement(
    `DELETE FROM sessions WHERE token_hash IN (
      SELECT token_hash FROM sessions WHERE expires_at < ?1 OR revoked_at < ?1 LIMIT 500)`,
    ctx.now() - 86_400_000,
  );
}
