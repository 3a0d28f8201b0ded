import type { Context } from "#worker/context";
import { sql } from "#worker/db/sql";
import { refuse } from "#worker/errors";
import { adminNameStatement, deliverAdmins } from "#worker/features/auth/admin-names";
import { hashPassword } from "#worker/features/auth/password";
import { checkCredentials } from "#worker/features/auth/provider-admins";
import { insertOperator } from "#worker/features/auth/store";
import { randomHex } from "#worker/keys";

type NewAdmin = {
  /** Null = an operator of the platform. */
  providerId: string | null;
  username: string;
  name: string;
  email: string;
  password: string;
};

/** @throws AppError invalid, conflict when the username is taken */
export async function createAdmin(
  ctx: Context,
  { providerId, username, name, email, password }: NewAdmin,
): Promise<string> {
  checkCredentials({ username, password });
  const id = randomHex(128);
  const passwordHash = await hashPassword(password);
  const admin = { id, username, name, email, passwordHash, createdAt: ctx.now() };
  const written = await ctx.platform.run(
    providerId === null
      ? insertOperator(admin)
      : adminNameStatement({ ...admin, providerId, role: "owner", invitationId: null }, sql`true`),
  );
  if (written === 0) throw refuse("conflict", "username_taken").at("username");
  if (providerId !== null) await deliverAdmins(ctx, providerId);
  return id;
}
