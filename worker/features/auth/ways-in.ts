import type { Context } from "../../context.ts";
import { say, type Text } from "../../contract/texts.ts";
import type { WaysIn } from "../../contract/ways-in.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import type { ProviderCaller } from "../../http/session.ts";
import { type Actor, actorOf, record } from "../audit/index.ts";
import { listApiTokens } from "./api-tokens.ts";
import { countInvitationAttempt } from "./log-in-limits.ts";
import { adminOfUsedLink } from "./mailed-links.ts";
import { isOpen, openPersonInvitations } from "./person-invitations.ts";

// What still opens the provider in a person's name after a change of password: their API tokens, and the invitations that they gave out.
// A thief may have made some, a shop may need others: they are shown, and their owner may end them all at once.

/** Of one of a provider's people: without the invitations' links and the tokens' secrets, which are not stored. */
export async function waysIn(
  ctx: Context,
  { providerId, adminId }: { providerId: string; adminId: string },
): Promise<WaysIn> {
  const [tokens, invitations] = await Promise.all([
    listApiTokens(ctx, providerId, sql`t.made_by = ${adminId}`),
    openPersonInvitations(ctx, providerId, sql`invited_by = ${adminId}`),
  ]);
  return {
    tokens: tokens
      .filter(({ isLive }) => isLive)
      .map(({ name, createdAt, lastUsedAt }) => ({ name, createdAt, lastUsedAt })),
    invitations: invitations.map(({ name, role, createdAt }) => ({ name, role, createdAt })),
  };
}

/** For who is signed in. Repeatable. @returns the sentence to show */
export async function endWaysIn(ctx: Context, me: ProviderCaller): Promise<Text> {
  const { providerId, adminId } = me;
  return end(ctx, { providerId, adminId }, sql`SELECT ${adminId}`, actorOf(me));
}

/** For who set a new password by this link a moment ago. Repeatable. @throws AppError forbidden, too_many */
export async function endWaysInAfterReset(
  ctx: Context,
  { providerId, code, network }: { providerId: string; code: string; network: string },
): Promise<Text> {
  await countInvitationAttempt(ctx, network);
  const who = adminOfUsedLink(ctx, code);
  const admin = await ctx.tenant(providerId).first(sql<{ id: string }>`${who}`);
  if (!admin) throw refuse("forbidden", "mailed_link_ended");
  const actor = { actor: "provider", actorId: admin.id, providerId, network } as const;
  return end(ctx, { providerId, adminId: admin.id }, who, actor);
}

/** @param who statement that names them, judged inside the batch */
async function end(
  ctx: Context,
  { providerId, adminId }: { providerId: string; adminId: string },
  who: Sql,
  actor: Actor,
): Promise<Text> {
  const now = ctx.now();
  const [tokens, invitations] = await ctx
    .tenant(providerId)
    .batch([
      sql`UPDATE api_tokens SET revoked_at = ${now} WHERE made_by IN (${who}) AND revoked_at IS NULL RETURNING id`,
      sql`UPDATE admin_invitations SET ended_at = ${now} WHERE invited_by IN (${who}) AND ${isOpen(ctx)} RETURNING id`,
    ]);
  const detail = { tokens: tokens?.length ?? 0, invitations: invitations?.length ?? 0 };
  if (detail.tokens + detail.invitations > 0)
    await record(ctx, { ...actor, action: "admin.ways_in_ended", subject: adminId, detail });
  return say("ways_in_ended");
}
