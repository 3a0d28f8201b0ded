import type { Context } from "../../context.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { AppError } from "../../errors.ts";
import { randomHex } from "../../keys.ts";
import { roles } from "./create-admin.ts";
import { hashPassword, passwordFault } from "./password.ts";
import { usernameFault, usernameKeyOf } from "./username.ts";

// What the operator does with the admins of a provider.

export type FirstAdmin = { id: string; username: string; name: string; email: string; role: string };

export async function adminName(ctx: Context, id: string): Promise<string> {
  const admin = await ctx.platform.first(
    sql<{ username: string }>`SELECT username FROM admins WHERE id = ${id}`,
  );
  return admin?.username ?? id;
}

/** The one who came with the provider, or null where nobody is left. */
export async function firstAdmin(ctx: Context, providerId: string): Promise<FirstAdmin | null> {
  const admin = await ctx.platform.first(
    sql<FirstAdmin>`SELECT id, username, name, email, role FROM admins
      WHERE provider_id = ${providerId} AND disabled_at IS NULL ORDER BY created_at, id LIMIT 1`,
  );
  return admin ?? null;
}

export async function isUsernameTaken(ctx: Context, username: string): Promise<boolean> {
  const found = await ctx.platform.all(
    sql`SELECT 1 FROM admins WHERE username_key = ${usernameKeyOf(username)}`,
  );
  return found.length > 0;
}

/** @throws AppError invalid for a username or a password that will not do */
export function checkCredentials({ username, password }: { username: string; password: string }): void {
  const fault = usernameFault(username) ?? passwordFault(password);
  if (fault) throw new AppError("invalid", fault);
}

/** Writes the first admin if its batch made the provider. @returns the admin's id, and the username as compared */
export async function firstAdminStatement(
  ctx: Context,
  admin: { providerId: string; username: string; name: string; email: string; password: string },
): Promise<{ id: string; usernameKey: string; statement: Sql }> {
  checkCredentials(admin);
  const id = randomHex(128);
  const usernameKey = usernameKeyOf(admin.username);
  const statement = sql`INSERT INTO admins (id, provider_id, username, username_key, name, email, role,
      password_hash, created_at)
    SELECT ${id}, ${admin.providerId}, ${admin.username.trim()}, ${usernameKey}, ${admin.name},
      ${admin.email}, ${roles.provider}, ${await hashPassword(admin.password)}, ${ctx.now()}
    WHERE EXISTS (SELECT 1 FROM providers WHERE id = ${admin.providerId})
      AND NOT EXISTS (SELECT 1 FROM admins WHERE provider_id = ${admin.providerId})
    ON CONFLICT DO NOTHING`;
  return { id, usernameKey, statement };
}

/** Signs the admin out everywhere; the operator's sessions stay: no password opened them. @throws AppError invalid */
export async function newPasswordStatements(ctx: Context, adminId: string, password: string): Promise<Sql[]> {
  const fault = passwordFault(password);
  if (fault) throw new AppError("invalid", fault);
  const hash = await hashPassword(password);
  return [
    sql`UPDATE admins SET password_hash = ${hash} WHERE id = ${adminId}`,
    sql`UPDATE sessions SET revoked_at = ${ctx.now()}
      WHERE admin_id = ${adminId} AND acting_as IS NULL AND revoked_at IS NULL`,
  ];
}

/** Signs all admins of a provider out; whoever acts for it from the platform goes on. */
export function signOutStatement(ctx: Context, providerId: string): Sql {
  return sql`UPDATE sessions SET revoked_at = ${ctx.now()}
    WHERE admin_id IN (SELECT id FROM admins WHERE provider_id = ${providerId})
    AND acting_as IS NULL AND revoked_at IS NULL`;
}
