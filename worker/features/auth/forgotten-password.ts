import type { Context } from "../../context.ts";
import type { WaysIn } from "../../contract/ways-in.ts";
import { sql } from "../../db/sql.ts";
import { AppError, refuse } from "../../errors.ts";
import type { Caller } from "../../http/session.ts";
import type { Tenant } from "../../http/tenant.ts";
import { sha256 } from "../../keys.ts";
import { record } from "../audit/index.ts";
import { providerOfName } from "./admin-names.ts";
import { countForgotten, countInvitationAttempt } from "./log-in-limits.ts";
import { adminOfLink, beginLives, endLinksOf, mailLink } from "./mailed-links.ts";
import { hashPassword, passwordFault } from "./password.ts";
import { endActing, revokeSessions } from "./provider-store.ts";
import { tellPerson } from "./tell-person.ts";
import { usernameKeyOf } from "./username.ts";
import { waysIn } from "./ways-in.ts";

type SignedIn = Extract<Caller, { kind: "provider" }>;
type Link = { providerId: string; code: string; network: string };

/**
 * Counted before anything is looked up, so that every name costs the same. @returns what is left to do, behind the
 * answer: how long it takes would tell whether there is such a name @throws AppError too_many
 */
export async function askPasswordReset(
  ctx: Context,
  { tenant, username, network }: { tenant: Tenant; username: string; network: string },
): Promise<() => Promise<void>> {
  const usernameKey = usernameKeyOf(username);
  await countForgotten(ctx, { usernameKey, network });
  return async () => {
    const { onMain, provider } = tenant;
    const providerId = onMain ? await providerOfName(ctx, usernameKey) : provider?.id;
    if (!providerId) return;
    const admin = await ctx
      .tenant(providerId)
      .first(sql<{ id: string }>`SELECT id FROM admins WHERE username_key = ${usernameKey}`);
    if (!admin) return;
    const wanted = { providerId, adminId: admin.id, kind: "reset", network } as const;
    if (!(await mailLink(ctx, wanted, sql`confirmed_email = email`))) return;
    const actor = { actor: "provider", actorId: null, providerId, network } as const;
    await record(ctx, { ...actor, action: "admin.password_forgotten", subject: admin.id });
  };
}

/**
 * Ends all sessions, also those in which an operator acts for this admin. @returns what else opens the provider in their name, and goes on
 * doing so @throws AppError invalid, forbidden, too_many
 */
export async function resetPassword(ctx: Context, given: Link & { password: string }): Promise<WaysIn> {
  const { providerId, code, network, password } = given;
  await countInvitationAttempt(ctx, network);
  const fault = passwordFault(password);
  if (fault) throw new AppError("invalid", fault).at("password");
  await beginLives(ctx, providerId, sql`code_hash = ${sha256(code)}`);
  const db = ctx.tenant(providerId);
  const whose = adminOfLink(ctx, "reset", code);
  // A password is not hashed for a link that opens nothing.
  const admin = await db.first(sql<{ id: string }>`${whose}`);
  if (!admin) throw refuse("forbidden", "mailed_link_ended");
  const hash = await hashPassword(password);
  const [changed = []] = await db.batch([
    sql`UPDATE admins SET password_hash = ${hash} WHERE id IN (${whose}) RETURNING id`,
    revokeSessions(ctx, sql`admin_id IN (${whose})`),
    endLinksOf(ctx, { kind: "reset", code }, whose),
  ]);
  if (changed.length === 0) throw refuse("forbidden", "mailed_link_ended");
  await endActing(ctx, providerId, admin.id);
  const actor = { actor: "provider", actorId: admin.id, providerId, network } as const;
  await record(ctx, { ...actor, action: "admin.password_reset", subject: admin.id });
  const who = { providerId, adminId: admin.id };
  await tellPerson(ctx, who, "password", network);
  return waysIn(ctx, who);
}

/** @throws AppError forbidden for who acts; refused without an address, where it is confirmed, or for the fourth in an hour */
export async function askEmailConfirmation(ctx: Context, caller: SignedIn): Promise<void> {
  if (caller.session.actingAs !== null) throw refuse("forbidden", "acting_only");
  const { providerId, adminId, session, network } = caller;
  if (!session.email.includes("@")) throw refuse("refused", "email_missing");
  const wanted = { providerId, adminId, kind: "confirm", network } as const;
  if (!(await mailLink(ctx, wanted, sql`confirmed_email IS NOT email`)))
    throw refuse("refused", "email_confirmation_none");
}

/** @throws AppError forbidden, too_many */
export async function confirmEmail(ctx: Context, { providerId, code, network }: Link): Promise<void> {
  await countInvitationAttempt(ctx, network);
  await beginLives(ctx, providerId, sql`code_hash = ${sha256(code)}`);
  const whose = adminOfLink(ctx, "confirm", code);
  const [confirmed = []] = await ctx
    .tenant(providerId)
    .batch([
      sql<{ id: string }>`UPDATE admins SET confirmed_email = email WHERE id IN (${whose}) RETURNING id`,
      endLinksOf(ctx, { kind: "confirm", code }, whose),
    ]);
  const [admin] = confirmed as { id: string }[];
  if (!admin) throw refuse("forbidden", "mailed_link_ended");
  const actor = { actor: "provider", actorId: admin.id, providerId, network } as const;
  await record(ctx, { ...actor, action: "admin.email_confirmed", subject: admin.id });
}
