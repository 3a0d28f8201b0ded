import type { Context } from "../../context.ts";
import { sql } from "../../db/sql.ts";
import { AppError, refuse } from "../../errors.ts";
import { randomHex } from "../../keys.ts";
import { adminNameStatement, deliverAdmins } from "./admin-names.ts";
import { hashPassword, passwordFault } from "./password.ts";
import { insertOperator } from "./store.ts";
import { usernameFault } from "./username.ts";

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
  const fault = usernameFault(username) ?? passwordFault(password);
  if (fault) throw new AppError("invalid", fault);
  const id = randomHex(128);
  const passwordHash = await hashPassword(password);
  const admin = { id, username, name, email, passwordHash, createdAt: ctx.now() };
  const written = await ctx.platform.run(
    providerId === null
      ? insertOperator(admin)
      : adminNameStatement({ ...admin, providerId, role: "owner", invitationId: null }, sql`true`),
  );
  if (written === 0) throw refuse("conflict", "username_taken");
  if (providerId !== null) await deliverAdmins(ctx, providerId);
  return id;
}
