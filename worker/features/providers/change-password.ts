import type { Context } from "../../context.ts";
import { say, type Text } from "../../contract/texts.ts";
import { refuse } from "../../errors.ts";
import { type Actor, recordStatement } from "../audit/index.ts";
import { type FirstAdmin, firstAdmin, newPasswordStatements } from "../auth/index.ts";
import { providerById } from "./store.ts";

/** The provider's first admin. @throws AppError not_found */
export async function adminOfProvider(ctx: Context, id: string): Promise<FirstAdmin> {
  await providerById(ctx, id);
  const admin = await firstAdmin(ctx, id);
  if (!admin) throw refuse("not_found", "provider_no_admin");
  return admin;
}

/**
 * A new password for the provider's first admin, who is signed out everywhere.
 * @returns the sentence to show @throws AppError not_found, invalid
 */
export async function changePassword(
  ctx: Context,
  id: string,
  newPassword: string,
  actor: Actor,
): Promise<Text> {
  const admin = await adminOfProvider(ctx, id);
  await ctx.platform.batch([
    ...(await newPasswordStatements(ctx, admin.id, newPassword)),
    recordStatement(ctx, { ...actor, providerId: id, action: "admin.password", subject: admin.id }),
  ]);
  return say("provider_password_changed", { username: admin.username });
}
