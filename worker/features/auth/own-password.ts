import type { Context } from "../../context.ts";
import { sql } from "../../db/sql.ts";
import { AppError, refuse } from "../../errors.ts";
import type { Caller } from "../../http/session.ts";
import { actorOf, recordStatement } from "../audit/index.ts";
import { countPasswordAttempt } from "./log-in-limits.ts";
import { hashPassword, passwordFault, verifyPassword } from "./password.ts";
import { passwordHashOf, revokeOtherSessions } from "./store.ts";

type SignedIn = Extract<Caller, { kind: "provider" | "platform" }>;

/** @throws AppError invalid for a wrong one, too_many */
export async function checkCurrentPassword(
  ctx: Context,
  { adminId, network }: Pick<SignedIn, "adminId" | "network">,
  currentPassword: string,
): Promise<void> {
  await countPasswordAttempt(ctx, { adminId, network });
  if (!(await verifyPassword(currentPassword, await passwordHashOf(ctx, adminId))))
    throw refuse("invalid", "current_password_wrong");
}

/** The hash of a new password, for who knows the current one. @throws AppError invalid, too_many */
export async function newPasswordHash(
  ctx: Context,
  who: Pick<SignedIn, "adminId" | "network">,
  given: { currentPassword: string; newPassword: string },
): Promise<string> {
  const fault = passwordFault(given.newPassword);
  if (fault) throw new AppError("invalid", fault);
  await checkCurrentPassword(ctx, who, given.currentPassword);
  return hashPassword(given.newPassword);
}

/** A super admin's own; every other session of theirs ends. @throws AppError invalid, too_many */
export async function changeOwnPassword(
  ctx: Context,
  operator: Extract<Caller, { kind: "platform" }>,
  given: { currentPassword: string; newPassword: string },
): Promise<void> {
  const { adminId, session } = operator;
  const hash = await newPasswordHash(ctx, operator, given);
  await ctx.platform.batch([
    sql`UPDATE admins SET password_hash = ${hash} WHERE id = ${adminId}`,
    revokeOtherSessions(ctx, adminId, session.tokenHash),
    recordStatement(ctx, { ...actorOf(operator), action: "admin.password", subject: adminId }),
  ]);
}
