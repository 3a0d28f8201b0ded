import type { Context } from "../../context.ts";
import type { Profile, ProfileInput } from "../../contract/profile.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import type { Caller } from "../../http/session.ts";
import { actorOf, changesOf, recordStatement } from "../audit/index.ts";
import { newPasswordHash } from "./own-password.ts";
import { revokeSessions, savePassword } from "./provider-store.ts";
import { tellPerson } from "./tell-person.ts";

type SignedIn = Extract<Caller, { kind: "provider" }>;

/** An admin sees and changes nobody but themselves. @throws AppError not_found */
export async function ownProfile(
  ctx: Context,
  { providerId, adminId, session }: SignedIn,
  id: string,
): Promise<Profile> {
  if (id !== adminId) throw refuse("not_found", "no_such_profile");
  const { name, email, username, role } = session;
  const row = await ctx
    .tenant(providerId)
    .first(
      sql<{ confirmed: string | null }>`SELECT confirmed_email AS confirmed FROM admins WHERE id = ${id}`,
    );
  return { name, email, username, role, isEmailConfirmed: row?.confirmed === email };
}

/** A new password ends all other sessions of this admin. @throws AppError not_found, forbidden, invalid, too_many */
export async function updateProfile(
  ctx: Context,
  caller: SignedIn,
  { id, input }: { id: string; input: ProfileInput },
): Promise<Profile> {
  const before = await ownProfile(ctx, caller, id);
  if (caller.session.actingAs !== null) throw refuse("forbidden", "acting_only");
  const { name, email, currentPassword = "", newPassword } = input;
  const passwordHash = newPassword
    ? await newPasswordHash(ctx, caller, { currentPassword, newPassword })
    : undefined;
  const { providerId, session } = caller;
  await ctx
    .tenant(providerId)
    .batch([
      sql`UPDATE admins SET name = ${name}, email = ${email} WHERE id = ${id}`,
      ...(passwordHash === undefined
        ? []
        : [
            ...savePassword(ctx, id, passwordHash),
            revokeSessions(ctx, sql`admin_id = ${id} AND token_hash <> ${session.tokenHash}`),
          ]),
    ]);
  await ctx.platform.batch([
    sql`UPDATE admin_names SET name = ${name} WHERE admin_id = ${id}`,
    recordStatement(ctx, {
      ...actorOf(caller),
      action: "admin.profile",
      subject: id,
      detail: { ...changesOf(before, { name, email }), password: passwordHash !== undefined },
    }),
  ]);
  const who = { providerId, adminId: id };
  if (passwordHash !== undefined) await tellPerson(ctx, who, "password", caller.network);
  if (before.email !== email) await tellPerson(ctx, who, "email", caller.network);
  const isEmailConfirmed = before.isEmailConfirmed && before.email === email;
  return { ...before, name, email, isEmailConfirmed };
}
