import type { Context } from "../../context.ts";
import type { Invitation } from "../../contract/invitations.ts";
import { dayMs } from "../../contract/values/time.ts";
import { operatorInvitations } from "../../db/schema/platform.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { insertInto } from "../../db/table-rows.ts";
import { refuse } from "../../errors.ts";
import type { Caller } from "../../http/session.ts";
import { randomHex, sha256 } from "../../keys.ts";
import { actorOf, recordIfStatement, recordStatement } from "../audit/index.ts";

type Operator = Extract<Caller, { kind: "platform" }>;

const lifeMs = 3 * dayMs;
const keptMs = 30 * dayMs;

/** Condition on `operator_invitations AS i`. An operator who was disabled invites nobody any more. */
export function isOpen(ctx: Context): Sql {
  return sql`i.ended_at IS NULL AND i.expires_at > ${ctx.now()}
    AND EXISTS (SELECT 1 FROM operators AS inviter WHERE inviter.id = i.invited_by AND inviter.disabled_at IS NULL)`;
}

type Row = Omit<Invitation, "createdAt" | "expiresAt"> & { createdAt: number; expiresAt: number };

export async function openInvitations(ctx: Context, condition: Sql = sql`true`): Promise<Invitation[]> {
  const rows = await ctx.platform.all(
    sql<Row>`SELECT i.id, i.name, i.email, o.username AS invitedBy, i.created_at AS createdAt,
        i.expires_at AS expiresAt
      FROM operator_invitations AS i JOIN operators AS o ON o.id = i.invited_by
      WHERE (${isOpen(ctx)}) AND (${condition}) ORDER BY i.created_at DESC, i.id`,
  );
  return rows.map((row) => ({
    ...row,
    createdAt: new Date(row.createdAt).toISOString(),
    expiresAt: new Date(row.expiresAt).toISOString(),
  }));
}

/** Only the code's hash is stored. @returns the link, which is in this answer alone */
export async function createInvitation(
  ctx: Context,
  me: Operator,
  { name, email = "" }: { name: string; email?: string | undefined },
): Promise<{ invitation: Invitation; address: string }> {
  const id = randomHex(128);
  const code = randomHex(256);
  const now = ctx.now();
  await ctx.platform.batch([
    sql`DELETE FROM operator_invitations WHERE expires_at < ${now - keptMs}`,
    insertInto(operatorInvitations, {
      id,
      codeHash: sha256(code),
      name,
      email,
      invitedBy: me.adminId,
      createdAt: now,
      expiresAt: now + lifeMs,
    }),
    recordStatement(ctx, { ...actorOf(me), action: "admin.invite", subject: id, detail: { name } }),
  ]);
  const [invitation] = await openInvitations(ctx, sql`i.id = ${id}`);
  // Disabled meanwhile.
  if (!invitation) throw refuse("not_signed_in", "sign_in_first");
  const page = new URL("/superadmin", ctx.settings.MAIN_ORIGIN);
  page.hash = `invitation=${code}`;
  return { invitation, address: page.href };
}

/** @throws AppError not_found where it had ended */
export async function withdrawInvitation(ctx: Context, me: Operator, id: string): Promise<void> {
  const gone = () => refuse("not_found", "no_such_invitation");
  const [invitation] = await openInvitations(ctx, sql`i.id = ${id}`);
  if (!invitation) throw gone();
  const detail = { name: invitation.name };
  const [ended] = await ctx.platform.batch([
    sql`UPDATE operator_invitations AS i SET ended_at = ${ctx.now()} WHERE i.id = ${id} AND ${isOpen(ctx)}
      RETURNING 1`,
    recordIfStatement(
      ctx,
      { ...actorOf(me), action: "admin.withdraw_invitation", subject: id, detail },
      sql`changes() > 0`,
    ),
  ]);
  if (ended.length === 0) throw gone();
}
