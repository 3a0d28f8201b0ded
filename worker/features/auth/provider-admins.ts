import type { Context } from "../../context.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { AppError } from "../../errors.ts";
import { randomHex } from "../../keys.ts";
import { adminNameStatement } from "./admin-names.ts";
import { hashPassword, passwordFault } from "./password.ts";
import { revokeSessions, savePassword } from "./provider-store.ts";
import { tellPerson } from "./tell-person.ts";
import { usernameFault } from "./username.ts";

// What the operator does with the admins of a provider.

/** @param within where the two stand in the body, as `adminCredentials.` @throws AppError invalid for one that will not do */
export function checkCredentials(
  given: {
    username: string;
    password: string;
    /** As in `usernameFault`. */
    isProved?: true;
  },
  within = "",
): void {
  const nameFault = usernameFault(given.username, given.isProved);
  if (nameFault) throw new AppError("invalid", nameFault).at(`${within}username`);
  const fault = passwordFault(given.password);
  if (fault) throw new AppError("invalid", fault).at(`${within}password`);
}

/** Gives the first admin a name if its batch made the provider; `deliverAdmins` makes the admin. @returns the admin's id */
export async function firstAdminStatement(
  ctx: Context,
  admin: { providerId: string; username: string; name: string; email: string; password: string },
): Promise<{ id: string; statement: Sql }> {
  checkCredentials(admin);
  const { providerId, username, name, email } = admin;
  const id = randomHex(128);
  const passwordHash = await hashPassword(admin.password);
  const statement = adminNameStatement(
    {
      id,
      providerId,
      username,
      name,
      email,
      passwordHash,
      createdAt: ctx.now(),
      role: "owner",
      invitationId: null,
    },
    sql`EXISTS (SELECT 1 FROM providers WHERE id = ${providerId})
      AND NOT EXISTS (SELECT 1 FROM admin_names WHERE provider_id = ${providerId})`,
  );
  return { id, statement };
}

/** As they were named when the provider was made. */
export async function firstAdminName(
  ctx: Context,
  providerId: string,
): Promise<{ id: string; username: string } | undefined> {
  return ctx.platform.first(
    sql<{ id: string; username: string }>`SELECT admin_id AS id, username FROM admin_names
      WHERE provider_id = ${providerId} ORDER BY rowid LIMIT 1`,
  );
}

/** Signs the admin out everywhere, who is told by letter; the operator's sessions stay: no password opened them. @throws AppError invalid */
export async function setPassword(
  ctx: Context,
  given: { providerId: string; adminId: string; password: string; network: string },
): Promise<void> {
  const { providerId, adminId, password, network } = given;
  const fault = passwordFault(password);
  if (fault) throw new AppError("invalid", fault);
  const hash = await hashPassword(password);
  await ctx
    .tenant(providerId)
    .batch([...savePassword(ctx, adminId, hash), revokeSessions(ctx, sql`admin_id = ${adminId}`)]);
  await tellPerson(ctx, { providerId, adminId }, "password", network);
}

/** Signs all admins of a provider out; whoever acts for it from the platform goes on. */
export async function signOutAdmins(ctx: Context, providerId: string): Promise<void> {
  await ctx.tenant(providerId).run(revokeSessions(ctx, sql`true`));
}
