import type { Context } from "../../context.ts";
import { sql } from "../../db/sql.ts";
import { AppError, refuse } from "../../errors.ts";
import type { Caller } from "../../http/session.ts";
import { actorOf, recordStatement } from "../audit/index.ts";
import { countPasswordAttempt } from "./log-in-limits.ts";
import { hashPassword, passwordFault, verifyPassword } from "./password.ts";
import { revokeOtherSessions } from "./store.ts";
import { tellOperator } from "./tell-person.ts";

type SignedIn = Extract<Caller, { kind: "provider" | "platform" }>;

/** The super admin who calls, in their own console or in a provider's; null for a provider's own admin. */
export const operatorOf = (caller: SignedIn): string | null =>
  caller.kind === "platform" ? caller.adminId : caller.session.actingAs;

async function passwordHashOf(ctx: Context, caller: SignedIn): Promise<string> {
  const operatorId = operatorOf(caller);
  const row =
    caller.kind === "provider" && operatorId === null
      ? await ctx.tenant(caller.providerId).first(
          sql<{ hash: string }>`SELECT password_hash AS hash FROM admins
            WHERE id = ${caller.adminId}`,
        )
      : await ctx.platform.first(
          sql<{ hash: string }>`SELECT password_hash AS hash FROM operators WHERE id = ${operatorId}`,
        );
  if (!row) throw new Error("a session without its admin");
  return row.hash;
}

/** A super admin who acts for a provider gives their own. @throws AppError invalid for a wrong one, too_many */
export async function checkCurrentPassword(
  ctx: Context,
  caller: SignedIn,
  currentPassword: string,
): Promise<void> {
  const { adminId, network } = caller;
  await countPasswordAttempt(ctx, { adminId: operatorOf(caller) ?? adminId, network });
  if (!(await verifyPassword(currentPassword, await passwordHashOf(ctx, caller))))
    throw refuse("invalid", "current_password_wrong").at("currentPassword");
}

/** The hash of a new password, for who knows the current one. @throws AppError invalid, too_many */
export async function newPasswordHash(
  ctx: Context,
  caller: SignedIn,
  given: { currentPassword: string; newPassword: string },
): Promise<string> {
  const fault = passwordFault(given.newPassword);
  if (fault) throw new AppError("invalid", fault).at("newPassword");
  await checkCurrentPassword(ctx, caller, given.currentPassword);
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
    sql`UPDATE operators SET password_hash = ${hash} WHERE id = ${adminId}`,
    revokeOtherSessions(ctx, adminId, session.tokenHash),
    recordStatement(ctx, { ...actorOf(operator), action: "admin.password", subject: adminId }),
  ]);
  await tellOperator(ctx, adminId, "password");
}
