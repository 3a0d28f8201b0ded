import type { Context } from "../../context.ts";
import type { Role } from "../../contract/values/roles.ts";
import { dayMs } from "../../contract/values/time.ts";
import { operatorSessions } from "../../db/schema/platform.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { insertInto } from "../../db/table-rows.ts";
import { isFree } from "./admin-names.ts";
import { operatorRole, usernameKeyOf } from "./username.ts";

// Super admins, and their sessions.

/** Who signs in, by the name that was typed. */
export type SignInFound = Found & ({ providerId: string; role: Role } | SuperAdmin);
type SuperAdmin = { providerId: null; role: string };
type Found = {
  id: string;
  username: string;
  name: string;
  email: string;
  passwordHash: string;
  disabledAt: number | null;
  /** Since when a code is asked for beside the password. */
  totpSince: number | null;
  /** When this password was last used to sign in; null = never. */
  lastLogInAt: number | null;
};

export async function findOperator(ctx: Context, usernameKey: string): Promise<SignInFound | undefined> {
  const found = await ctx.platform.first(
    sql<Found & Pick<SuperAdmin, "role">>`SELECT id, username, name, email, role,
        password_hash AS passwordHash, disabled_at AS disabledAt, totp_since AS totpSince,
        (SELECT max(created_at) FROM operator_sessions
          WHERE operator_id = operators.id AND provider_id IS NULL) AS lastLogInAt
      FROM operators WHERE username_key = ${usernameKey}`,
  );
  return found && { ...found, providerId: null };
}

export async function operatorName(ctx: Context, id: string): Promise<string> {
  const found = await ctx.platform.first(
    sql<{ username: string }>`SELECT username FROM operators WHERE id = ${id}`,
  );
  return found?.username ?? id;
}

type NewOperator = {
  id: string;
  username: string;
  name: string;
  email: string;
  passwordHash: string;
  createdAt: number;
  secondFactorDemanded?: boolean;
};

/** Changes nothing when the username is taken, in any case of letters. @param fact when one is made at all, judged inside the batch */
export function insertOperator(
  { id, username, name, email, passwordHash, createdAt, secondFactorDemanded = false }: NewOperator,
  fact: Sql = sql`true`,
): Sql {
  const key = usernameKeyOf(username);
  return sql`INSERT INTO operators
      (id, username, username_key, name, email, role, password_hash, created_at, second_factor_demanded)
    SELECT ${id}, ${username.trim()}, ${key}, ${name}, ${email}, ${operatorRole}, ${passwordHash},
      ${createdAt}, ${secondFactorDemanded}
    WHERE ${isFree(key)} AND (${fact}) ON CONFLICT DO NOTHING`;
}

export function insertSession(session: typeof operatorSessions.$inferInsert): Sql {
  return insertInto(operatorSessions, session);
}

/** Ends a session, and those in which its super admin acts for providers from it. */
export function revokeWithActing(ctx: Context, tokenHash: string): Sql {
  return sql`UPDATE operator_sessions SET revoked_at = ${ctx.now()}
    WHERE operator_id = (SELECT operator_id FROM operator_sessions WHERE token_hash = ${tokenHash})
      AND ${tokenHash} IN (token_hash, opened_by) AND revoked_at IS NULL`;
}

/** For the batch that opens a session from another one: where that ended meanwhile, the new one ends with it. */
export function revokeOrphans(ctx: Context, opener: { operatorId: string; tokenHash: string }): Sql {
  return sql`UPDATE operator_sessions SET revoked_at = ${ctx.now()}
    WHERE operator_id = ${opener.operatorId} AND opened_by = ${opener.tokenHash} AND revoked_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM operator_sessions AS opener
      WHERE opener.token_hash = ${opener.tokenHash} AND opener.revoked_at IS NULL)`;
}

/** Ends this super admin's sessions but the one of this token; those in which they act for a provider, too. */
export function revokeOtherSessions(ctx: Context, operatorId: string, tokenHash: string): Sql {
  return sql`UPDATE operator_sessions SET revoked_at = ${ctx.now()}
    WHERE operator_id = ${operatorId} AND token_hash <> ${tokenHash} AND revoked_at IS NULL`;
}

/** A session is of no use to any browser for so long before it is deleted. */
export const endedMs = dayMs;

/** Removes up to 500 sessions that ended more than a day ago. */
export function deleteEndedSessions(ctx: Context): Sql {
  const before = ctx.now() - endedMs;
  return sql`DELETE FROM operator_sessions WHERE token_hash IN (
    SELECT token_hash FROM operator_sessions WHERE expires_at < ${before} OR revoked_at < ${before} LIMIT 500)`;
}
