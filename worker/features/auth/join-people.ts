import type { Context } from "../../context.ts";
import type { ProviderAdmin } from "../../contract/auth.ts";
import type { PersonInvitation } from "../../contract/people.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import type { HeldSession } from "../../http/cookies.ts";
import { randomHex, sha256 } from "../../keys.ts";
import { record } from "../audit/index.ts";
import { adminNameStatement, deliverAdmins } from "./admin-names.ts";
import { countInvitationAttempt } from "./log-in-limits.ts";
import { hashPassword } from "./password.ts";
import { openPersonInvitations } from "./person-invitations.ts";
import { checkCredentials } from "./provider-admins.ts";
import { endHeld } from "./provider-store.ts";
import { newAdminSession } from "./session.ts";
import { tellPerson } from "./tell-person.ts";

type Link = { providerId: string; code: string; network: string };

/** Who stole an owner's session could let others in. */
async function tellInviter(
  ctx: Context,
  { providerId, invitationId, network }: { providerId: string; invitationId: string; network: string },
): Promise<void> {
  const inviter = await ctx
    .tenant(providerId)
    .first(sql<{ id: string }>`SELECT invited_by AS id FROM admin_invitations WHERE id = ${invitationId}`);
  if (inviter) await tellPerson(ctx, { providerId, adminId: inviter.id }, "joined", network);
}

/** @throws AppError too_many; forbidden where the link opens nothing */
export async function readPersonInvitation(
  ctx: Context,
  { providerId, code, network }: Link,
): Promise<PersonInvitation> {
  await countInvitationAttempt(ctx, network);
  const [invitation] = await openPersonInvitations(ctx, providerId, sql`code_hash = ${sha256(code)}`);
  if (!invitation) throw refuse("forbidden", "person_invitation_ended");
  return invitation;
}

type Acceptance = Link & {
  username: string;
  password: string;
  /** Host with port. */
  host: string;
  userAgent: string | null;
  /** The session of a console that this browser holds: it ends. */
  held: HeldSession | undefined;
};

/**
 * The username is given out in D1; then the provider's object makes the admin if the link is still open, and ends it, in one
 * act. @returns the header to send @throws AppError forbidden, invalid, conflict, too_many
 */
export async function acceptPersonInvitation(
  ctx: Context,
  given: Acceptance,
): Promise<{ admin: ProviderAdmin; setCookie: string }> {
  const { id: invitationId, name, email, role } = await readPersonInvitation(ctx, given);
  const { providerId, password, host, userAgent, network } = given;
  checkCredentials(given);
  const [id, username] = [randomHex(128), given.username.trim()];
  const passwordHash = await hashPassword(password);
  const pending = { email, role, passwordHash, createdAt: ctx.now(), invitationId };
  const written = await ctx.platform.run(
    adminNameStatement({ id, providerId, username, name, ...pending }, sql`true`),
  );
  if (written === 0) throw refuse("conflict", "username_taken").at("username");
  await deliverAdmins(ctx, providerId);
  const secrets = { passwordHash, totpSince: null };
  const session = newAdminSession(ctx, { providerId, adminId: id, ...secrets, host, userAgent });
  const began = (await ctx.tenant(providerId).batch(session.statements)).at(-1);
  // Somebody else was quicker, or it was withdrawn meanwhile.
  if (began?.length !== 1) throw refuse("forbidden", "person_invitation_ended");
  await endHeld(ctx, given.held);
  const actor = { actor: "provider", actorId: id, providerId, network } as const;
  await record(ctx, { ...actor, action: "admin.log_in", subject: id, detail: { host } });
  await tellInviter(ctx, { providerId, invitationId, network });
  return {
    admin: { id, username, name, email, role, providerId, actingAs: null },
    setCookie: session.setCookie,
  };
}
