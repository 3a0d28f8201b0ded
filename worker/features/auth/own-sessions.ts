import type { Context } from "../../context.ts";
import type { OpenSession } from "../../contract/sessions.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { type Caller, idleMs } from "../../http/session.ts";
import { actorOf, recordIfStatement, recordStatement } from "../audit/index.ts";
import { checkCurrentPassword } from "./own-password.ts";

// Where one is signed in. Of a session's token not even the whole hash is told: its beginning names it.

type SignedIn = Extract<Caller, { kind: "provider" | "platform" }>;

const idCharacters = 32;

/** A super admin who acts for a provider gives their own. @throws AppError invalid for a wrong one, too_many */
export async function confirmPassword(
  ctx: Context,
  caller: SignedIn,
  currentPassword: string,
): Promise<void> {
  const { session, network } = caller;
  const adminId = session.actingAs ?? caller.adminId;
  await checkCurrentPassword(ctx, { adminId, network }, currentPassword);
  await ctx.platform.batch([
    sql`UPDATE sessions SET confirmed_at = ${ctx.now()} WHERE token_hash = ${session.tokenHash}`,
    recordStatement(ctx, { ...actorOf(caller), action: "admin.password_confirmed", subject: adminId }),
  ]);
}

type Row = Omit<OpenSession, "createdAt" | "lastSeenAt" | "isThis"> & {
  createdAt: number;
  lastSeenAt: number;
  isThis: number;
};

/** Those that still work, last seen first. @throws AppError forbidden for a super admin who acts for a provider */
export async function ownSessions(ctx: Context, caller: SignedIn): Promise<OpenSession[]> {
  const now = ctx.now();
  const rows = await ctx.platform.all(
    sql<Row>`SELECT substr(s.token_hash, 1, ${idCharacters}) AS id, s.browser, s.host,
        s.created_at AS createdAt, s.last_seen_at AS lastSeenAt,
        s.token_hash = ${caller.session.tokenHash} AS isThis, CASE WHEN s.acting_as IS NULL THEN NULL
        ELSE p.business_name END AS actingFor
      FROM sessions s LEFT JOIN providers p ON p.id = s.provider_id
      WHERE ${ofCaller(caller)} AND s.revoked_at IS NULL AND s.expires_at > ${now}
        AND s.last_seen_at > CASE WHEN s.acting_as IS NULL THEN ${now - idleMs[caller.kind]}
          ELSE ${now - idleMs.acting} END
      ORDER BY s.last_seen_at DESC, s.created_at DESC`,
  );
  return rows.map(({ createdAt, lastSeenAt, isThis, ...row }) => ({
    ...row,
    createdAt: new Date(createdAt).toISOString(),
    lastSeenAt: new Date(lastSeenAt).toISOString(),
    isThis: isThis === 1,
  }));
}

/** Ends one of one's own, and what was opened from it. @throws AppError not_found, forbidden */
export async function endOwnSession(ctx: Context, caller: SignedIn, id: string): Promise<void> {
  const mine = ofCaller(caller);
  const now = ctx.now();
  const [ended] = await ctx.platform.batch([
    sql`UPDATE sessions AS s SET revoked_at = ${now} WHERE ${mine} AND s.revoked_at IS NULL
        AND ${id} IN (substr(s.token_hash, 1, ${idCharacters}), substr(s.opened_by, 1, ${idCharacters}))
      RETURNING token_hash`,
    recordIfStatement(
      ctx,
      { ...actorOf(caller), ...{ action: "admin.session_ended", subject: caller.adminId } },
      sql`EXISTS (SELECT 1 FROM sessions
        WHERE substr(token_hash, 1, ${idCharacters}) = ${id} AND revoked_at = ${now}
          AND (admin_id = ${caller.adminId} OR acting_as = ${caller.adminId}))`,
    ),
  ]);
  if (ended.length === 0) throw refuse("not_found", "session_ended");
}

/** Ends all of one's own, this one too. @throws AppError forbidden */
export async function endOwnSessions(ctx: Context, caller: SignedIn): Promise<void> {
  await ctx.platform.batch([
    sql`UPDATE sessions AS s SET revoked_at = ${ctx.now()}
      WHERE ${ofCaller(caller)} AND s.revoked_at IS NULL`,
    recordStatement(ctx, {
      ...actorOf(caller),
      ...{ action: "admin.log_out_everywhere", subject: caller.adminId },
    }),
  ]);
}

/** Condition on `sessions AS s`. Who acts for a provider is shown in no list of its admins. */
function ofCaller(caller: SignedIn): Sql {
  if (caller.session.actingAs !== null) throw refuse("forbidden", "acting_only");
  return caller.kind === "platform"
    ? sql`(s.admin_id = ${caller.adminId} OR s.acting_as = ${caller.adminId})`
    : sql`s.admin_id = ${caller.adminId} AND s.acting_as IS NULL`;
}
