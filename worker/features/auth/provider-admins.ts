import type { Context } from "../../context.ts";
import type { Statement } from "../../db/tenant-db.ts";
import { AppError } from "../../errors.ts";
import { randomHex } from "../../keys.ts";
import { roles } from "./create-admin.ts";
import { hashPassword, passwordFault } from "./password.ts";
import { usernameFault, usernameKeyOf } from "./username.ts";

// What the operator does with the admins of a provider.

export type FirstAdmin = { id: string; username: string; name: string; email: string; role: string };

/** The username, for words about what an admin did. */
export async function adminName(ctx: Context, id: string): Promise<string> {
  const [admin] = await ctx.platform.all<{ username: string }>(
    ctx.platform.statement("SELECT username FROM admins WHERE id = ?1", id),
  );
  return admin?.username ?? id;
}

/** The one who came with the provider, or null where nobody is left. */
export async function firstAdmin(ctx: Context, providerId: string): Promise<FirstAdmin | null> {
  const [admin] = await ctx.platform.all<FirstAdmin>(
    ctx.platform.statement(
      `SELECT id, username, name, email, role FROM admins WHERE provider_id = ?1 AND disabled_at IS NULL
      ORDER BY created_at, id LIMIT 1`,
      providerId,
    ),
  );
  return admin ?? null;
}

export async function isUsernameTaken(ctx: Context, username: string): Promise<boolean> {
  const found = await ctx.platform.all(
    ctx.platform.statement("SELECT 1 FROM admins WHERE username_key = ?1", usernameKeyOf(username)),
  );
  return found.length > 0;
}

/** @throws AppError invalid for a username or a password that will not do */
export function checkCredentials({ username, password }: { username: string; password: string }): void {
  const fault = usernameFault(username) ?? passwordFault(password);
  if (fault) throw new AppError("invalid", fault);
}

/**
 * For the batch that makes the provider: writes its first admin if that batch made the provider, and nothing otherwise.
 * @returns the admin's id, new with every call, and the form by which usernames are compared
 */
export async function firstAdminStatement(
  ctx: Context,
  admin: { providerId: string; username: string; name: string; email: string; password: string },
): Promise<{ id: string; usernameKey: string; statement: Statement }> {
  checkCredentials(admin);
  const id = randomHex(128);
  const usernameKey = usernameKeyOf(admin.username);
  const statement = ctx.platform.statement(
    `INSERT INTO admins (id, provider_id, username, username_key, name, email, role, password_hash, created_at)
    SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9
    WHERE EXISTS (SELECT 1 FROM providers WHERE id = ?2) AND NOT EXISTS (SELECT 1 FROM admins WHERE provider_id = ?2)
    ON CONFLICT DO NOTHING`,
    id,
    admin.providerId,
    admin.username.trim(),
    usernameKey,
    admin.name,
    admin.email,
    roles.provider,
    await hashPassword(admin.password),
    ctx.now(),
  );
  return { id, usernameKey, statement };
}

/**
 * A new password for this admin, who is signed out everywhere. The operator's sessions stay: no password opened them.
 * @throws AppError invalid
 */
export async function newPasswordStatements(
  ctx: Context,
  adminId: string,
  password: string,
): Promise<Statement[]> {
  const fault = passwordFault(password);
  if (fault) throw new AppError("invalid", fault);
  const hash = await hashPassword(password);
  return [
    ctx.platform.statement("UPDATE admins SET password_hash = ?2 WHERE id = ?1", adminId, hash),
    ctx.platform.statement(
      "UPDATE sessions SET revoked_at = ?2 WHERE admin_id = ?1 AND acting_as IS NULL AND revoked_at IS NULL",
      adminId,
      ctx.now(),
    ),
  ];
}

/** Signs all admins of a provider out; whoever acts for it from the platform goes on. */
export function signOutStatement(ctx: Context, providerId: string): Statement {
  return ctx.platform.statement(
    `UPDATE sessions SET revoked_at = ?2 WHERE admin_id IN (SELECT id FROM admins WHERE provider_id = ?1)
      AND acting_as IS NULL AND revoked_at IS NULL`,
    providerId,
    ctx.now(),
  );
}
