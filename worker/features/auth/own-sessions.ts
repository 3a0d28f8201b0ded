import type { Context } from "../../context.ts";
import type { OpenSession } from "../../contract/sessions.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { type Caller, idleMs } from "../../http/session.ts";
import { actorOf, record, recordStatement } from "../audit/index.ts";
import { endSessions, openSessions } from "./operator-sessions.ts";
import { checkCurrentPassword, operatorOf } from "./own-password.ts";
import { revokeSessions } from "./provider-store.ts";
import { idCharacters, type SessionRow, sessionAnswer } from "./session.ts";

// Where one is signed in.

type Admin = Extract<Caller, { kind: "provider" }>;
type Operator = Extract<Caller, { kind: "platform" }>;
type SignedIn = Admin | Operator;

/** A super admin who acts for a provider gives their own. @throws AppError invalid for a wrong one, too_many */
export async function confirmPassword(
  ctx: Context,
  caller: SignedIn,
  currentPassword: string,
): Promise<void> {
  await checkCurrentPassword(ctx, caller, currentPassword);
  const operatorId = operatorOf(caller);
  const { tokenHash } = caller.session;
  const subject = operatorId ?? caller.adminId;
  const line = { ...actorOf(caller), action: "admin.password_confirmed", subject } as const;
  if (caller.kind === "provider" && operatorId === null) {
    await ctx.tenant(caller.providerId).run(
      sql`UPDATE sessions SET confirmed_at = ${ctx.now()}
        WHERE token_hash = ${tokenHash}`,
    );
    await record(ctx, line);
  } else
    await ctx.platform.batch([
      sql`UPDATE operator_sessions SET confirmed_at = ${ctx.now()} WHERE token_hash = ${tokenHash}`,
      recordStatement(ctx, line),
    ]);
}

/** Those that still work, last seen first. @throws AppError forbidden for a super admin who acts for a provider */
export async function ownSessions(ctx: Context, caller: SignedIn): Promise<OpenSession[]> {
  refuseActing(caller);
  return caller.kind === "provider" ? adminSessions(ctx, caller) : openSessions(ctx, caller.adminId, caller);
}

async function adminSessions(ctx: Context, { providerId, adminId, session }: Admin): Promise<OpenSession[]> {
  const now = ctx.now();
  const rows = await ctx.tenant(providerId).all(
    sql<SessionRow>`SELECT substr(token_hash, 1, ${idCharacters}) AS id, browser, host, created_at AS createdAt,
        last_seen_at AS lastSeenAt, token_hash = ${session.tokenHash} AS isThis, NULL AS actingFor
      FROM sessions
      WHERE admin_id = ${adminId} AND revoked_at IS NULL
        AND expires_at > ${now} AND last_seen_at > ${now - idleMs.provider}
      ORDER BY last_seen_at DESC, created_at DESC`,
  );
  return rows.map(sessionAnswer);
}

/** Ends one of one's own, and what was opened from it. @throws AppError not_found, forbidden */
export async function endOwnSession(ctx: Context, caller: SignedIn, id: string): Promise<void> {
  refuseActing(caller);
  const line = { ...actorOf(caller), action: "admin.session_ended", subject: caller.adminId } as const;
  const gone = () => refuse("not_found", "session_ended");
  if (caller.kind === "provider") {
    const { providerId, adminId } = caller;
    const isIt = sql`admin_id = ${adminId} AND substr(token_hash, 1, ${idCharacters}) = ${id}`;
    if ((await ctx.tenant(providerId).run(revokeSessions(ctx, isIt))) === 0) throw gone();
    await record(ctx, line);
    return;
  }
  if (!(await endSessions(ctx, caller.adminId, id, line))) throw gone();
}

/** Ends all of one's own, this one too. @throws AppError forbidden */
export async function endOwnSessions(ctx: Context, caller: SignedIn): Promise<void> {
  refuseActing(caller);
  const line = { ...actorOf(caller), action: "admin.log_out_everywhere", subject: caller.adminId } as const;
  if (caller.kind === "provider") {
    await ctx.tenant(caller.providerId).run(revokeSessions(ctx, sql`admin_id = ${caller.adminId}`));
    await record(ctx, line);
  } else await endSessions(ctx, caller.adminId, null, line);
}

/** Who acts for a provider is shown in no list of its admins. */
function refuseActing(caller: SignedIn): void {
  if (caller.kind === "provider" && caller.session.actingAs !== null)
    throw refuse("forbidden", "acting_only");
}
