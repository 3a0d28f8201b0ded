import type { Context } from "../../context.ts";
import type { PlatformAdmin } from "../../contract/auth.ts";
import type { Invitation } from "../../contract/invitations.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { randomHex, sha256 } from "../../keys.ts";
import { recordIfStatement, recordStatement } from "../audit/index.ts";
import { notifyOperators } from "../mail/index.ts";
import { isOpen, openInvitations } from "./invitations.ts";
import { countInvitationAttempt } from "./log-in-limits.ts";
import { hashPassword } from "./password.ts";
import { checkCredentials } from "./provider-admins.ts";
import { newOperatorSession } from "./session.ts";
import { insertOperator, revokeWithActing } from "./store.ts";
import { operatorRole } from "./username.ts";

/** @throws AppError too_many; forbidden where the link opens nothing */
export async function readInvitation(
  ctx: Context,
  { code, network }: { code: string; network: string },
): Promise<Invitation> {
  await countInvitationAttempt(ctx, network);
  const [invitation] = await openInvitations(ctx, sql`i.code_hash = ${sha256(code)}`);
  if (!invitation) throw refuse("forbidden", "invitation_ended");
  return invitation;
}

type Acceptance = {
  code: string;
  username: string;
  password: string;
  network: string;
  /** Host with port. */
  host: string;
  userAgent: string | null;
  /** Hash of the operator's session that this browser holds: it ends. */
  held: string | undefined;
};

/**
 * Makes the operator, once, and signs them in; a second factor is demanded before anything else. Guards stand in the batch: of
 * two who use one link at once one is made. @returns the header to send @throws AppError forbidden, invalid, conflict, too_many
 */
export async function acceptInvitation(
  ctx: Context,
  given: Acceptance,
): Promise<{ admin: PlatformAdmin; setCookie: string }> {
  const { name, email, invitedBy, id: invitationId } = await readInvitation(ctx, given);
  const { network, password } = given;
  checkCredentials(given);
  const [id, username] = [randomHex(128), given.username.trim()];
  const isMade = sql`EXISTS (SELECT 1 FROM operators WHERE id = ${id})`;
  const actor = { actor: "platform", actorId: id, providerId: null, network } as const;
  const passwordHash = await hashPassword(password);
  const [, ended] = await ctx.platform.batch([
    insertOperator(
      { id, username, name, email, passwordHash, createdAt: ctx.now(), secondFactorDemanded: true },
      sql`EXISTS (SELECT 1 FROM operator_invitations AS i WHERE i.id = ${invitationId} AND ${isOpen(ctx)})`,
    ),
    sql`UPDATE operator_invitations SET ended_at = ${ctx.now()} WHERE id = ${invitationId} AND ${isMade}
      RETURNING 1`,
    recordIfStatement(
      ctx,
      { ...actor, action: "admin.create", subject: id, detail: { username, invitedBy } },
      isMade,
    ),
  ]);
  if (ended.length === 0) {
    await readInvitation(ctx, given);
    throw refuse("conflict", "username_taken").at("username");
  }
  await notifyOperators(ctx, {
    event: `operator ${id}`,
    subject: `${username} is a super admin now`,
    text: `${name} (${username}) accepted the invitation of ${invitedBy} and can sign in to the super admin console.\nIf nobody expected that, disable the account at ${ctx.settings.MAIN_ORIGIN}/superadmin/operators.`,
  });
  const session = newOperatorSession(ctx, { operatorId: id, host: given.host, userAgent: given.userAgent });
  await ctx.platform.batch([
    ...(given.held === undefined ? [] : [revokeWithActing(ctx, given.held)]),
    session.statement,
    recordStatement(ctx, { ...actor, action: "admin.log_in", subject: id, detail: { host: given.host } }),
  ]);
  return { admin: { id, username, name, email, role: operatorRole }, setCookie: session.setCookie };
}
