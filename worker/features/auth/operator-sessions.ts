import type { Context } from "../../context.ts";
import type { OpenSession } from "../../contract/sessions.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { type Caller, idleMs } from "../../http/session.ts";
import { type AuditEntry, actorOf, recordIfStatement } from "../audit/index.ts";
import { idCharacters, type SessionRow, sessionAnswer } from "./session.ts";

// Where a super admin is signed in: in their own console, and in those of providers for whom they act.

type Operator = Extract<Caller, { kind: "platform" }>;

/** Those that still work, last seen first. */
export async function openSessions(
  ctx: Context,
  operatorId: string,
  { session }: Operator,
): Promise<OpenSession[]> {
  const now = ctx.now();
  const rows = await ctx.platform.all(
    sql<SessionRow>`SELECT substr(s.token_hash, 1, ${idCharacters}) AS id, s.browser, s.host,
        s.created_at AS createdAt, s.last_seen_at AS lastSeenAt, s.token_hash = ${session.tokenHash} AS isThis,
        p.business_name AS actingFor
      FROM operator_sessions s LEFT JOIN providers p ON p.id = s.provider_id
      WHERE s.operator_id = ${operatorId} AND s.revoked_at IS NULL AND s.expires_at > ${now}
        AND s.last_seen_at > iif(s.provider_id IS NULL, ${now - idleMs.platform}, ${now - idleMs.acting})
      ORDER BY s.last_seen_at DESC, s.created_at DESC`,
  );
  return rows.map(sessionAnswer);
}

/** Ends one, and what was opened from it. @param id null = all of them @returns whether there was one */
export async function endSessions(
  ctx: Context,
  operatorId: string,
  id: string | null,
  line: AuditEntry,
): Promise<boolean> {
  const [ended] = await ctx.platform.batch([
    sql`UPDATE operator_sessions SET revoked_at = ${ctx.now()}
      WHERE operator_id = ${operatorId} AND revoked_at IS NULL AND (${id} IS NULL
        OR ${id} IN (substr(token_hash, 1, ${idCharacters}), substr(opened_by, 1, ${idCharacters})))
      RETURNING 1`,
    recordIfStatement(ctx, line, sql`changes() > 0`),
  ]);
  return ended.length > 0;
}

/** Another's, or one's own. @throws AppError not_found */
export async function sessionsOfOperator(ctx: Context, me: Operator, id: string): Promise<OpenSession[]> {
  await usernameOf(ctx, id);
  return openSessions(ctx, id, me);
}

/** @param sessionId null = all of them @throws AppError not_found, for one session also where it had ended */
export async function endSessionsOfOperator(
  ctx: Context,
  me: Operator,
  { id, sessionId }: { id: string; sessionId: string | null },
): Promise<void> {
  const username = await usernameOf(ctx, id);
  const action = sessionId === null ? "admin.signed_out" : "admin.session_ended_by_other";
  const line = { ...actorOf(me), action, subject: id, detail: { username } } as const;
  const isEnded = await endSessions(ctx, id, sessionId, line);
  if (!isEnded && sessionId !== null) throw refuse("not_found", "session_ended");
}

async function usernameOf(ctx: Context, id: string): Promise<string> {
  const found = await ctx.platform.first(
    sql<{ username: string }>`SELECT username FROM operators WHERE id = ${id}`,
  );
  if (!found) throw refuse("not_found", "no_such_admin");
  return found.username;
}
