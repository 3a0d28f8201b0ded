import type { Context } from "../../context.ts";
import type { Admin } from "../../contract/admins.ts";
import type { Action } from "../../contract/texts/activity.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import type { Caller } from "../../http/session.ts";
import { actorOf, record, recordIfStatement } from "../audit/index.ts";
import { providerOfAdmin } from "./admin-names.ts";
import { endLostSecondFactor } from "./lost-second-factor.ts";
import { endActing, endInvitationsOf, revokeSessions } from "./provider-store.ts";

// Who may sign in: super admins, and the admins of each provider in its object. An admin is disabled, never deleted: what they
// did stays under their name. The platform may disable a provider's last owner, and enable them again.

type Operator = Extract<Caller, { kind: "platform" }>;
type Row = Omit<Admin, "createdAt" | "disabledAt" | "lastSeenAt" | "hasSecondFactor" | "isMe"> & {
  createdAt: number;
  disabledAt: number | null;
  lastSeenAt: number | null;
  hasSecondFactor: number;
};

const operators = (condition: Sql) =>
  sql<Row>`SELECT id, username, name, email, NULL AS providerId, created_at AS createdAt,
      disabled_at AS disabledAt, totp_since IS NOT NULL AS hasSecondFactor,
      (SELECT max(last_seen_at) FROM operator_sessions
        WHERE operator_id = operators.id AND provider_id IS NULL) AS lastSeenAt
    FROM operators WHERE ${condition} ORDER BY username_key`;

const admins = (providerId: string, condition: Sql) =>
  sql<Row>`SELECT id, username, name, email, ${providerId} AS providerId, created_at AS createdAt,
      disabled_at AS disabledAt, totp_since IS NOT NULL AS hasSecondFactor,
      (SELECT max(last_seen_at) FROM sessions
        WHERE admin_id = admins.id) AS lastSeenAt
    FROM admins WHERE removed_at IS NULL AND (${condition}) ORDER BY username_key`;

/** @param providerId null = the operators of the platform */
export async function listAdmins(ctx: Context, me: Operator, providerId: string | null): Promise<Admin[]> {
  if (providerId === null)
    return (await ctx.platform.all(operators(sql`true`))).map((row) => answer(row, me));
  // A made-up id has no object to be asked.
  if (!(await ctx.lookup.providerById(providerId))) return [];
  return (await ctx.tenant(providerId).all(admins(providerId, sql`true`))).map((row) => answer(row, me));
}

/**
 * Ends all their sessions. Guards stand in the statement: of two who disable each other at once one stays. @throws
 * AppError not_found, refused for oneself and for the last operator
 */
export async function disableAdmin(ctx: Context, me: Operator, id: string): Promise<Admin> {
  if (id === me.adminId) throw refuse("refused", "not_yourself");
  const home = (await providerOfAdmin(ctx, id)) ?? null;
  return home === null ? disableOperator(ctx, me, id) : disableOwnAdmin(ctx, me, { id, home });
}

async function disableOperator(ctx: Context, me: Operator, id: string): Promise<Admin> {
  const now = ctx.now();
  await ctx.platform.batch([
    sql`UPDATE operators SET disabled_at = ${now}
      WHERE id = ${id} AND disabled_at IS NULL
        AND EXISTS (SELECT 1 FROM operators AS other WHERE other.disabled_at IS NULL AND other.id <> ${id})`,
    sql`UPDATE operator_sessions SET revoked_at = ${now}
      WHERE operator_id = ${id} AND revoked_at IS NULL
      AND EXISTS (SELECT 1 FROM operators WHERE id = ${id} AND disabled_at IS NOT NULL)`,
    recordIfStatement(
      ctx,
      await line(ctx, me, { id, home: null, action: "admin.disable" }),
      sql`EXISTS (SELECT 1 FROM operators WHERE id = ${id} AND disabled_at = ${now})`,
    ),
  ]);
  const operator = await adminById(ctx, me, { id, home: null });
  if (operator.disabledAt === null) throw refuse("refused", "last_super_admin");
  return operator;
}

/** Of a provider. Super admins who act as this one are out, too. */
async function disableOwnAdmin(ctx: Context, me: Operator, who: Place & { home: string }): Promise<Admin> {
  const { id, home } = who;
  const now = ctx.now();
  const [disabled] = await ctx.tenant(home).batch([
    sql`UPDATE admins SET disabled_at = ${now}
      WHERE id = ${id} AND disabled_at IS NULL RETURNING 1`,
    revokeSessions(ctx, sql`admin_id = ${id}`),
    endInvitationsOf(ctx, sql`SELECT id FROM admins WHERE id = ${id}`),
  ]);
  await endActing(ctx, home, id);
  const admin = await adminById(ctx, me, who);
  if (disabled.length > 0) await record(ctx, await line(ctx, me, { ...who, action: "admin.disable" }));
  return admin;
}

/** @throws AppError not_found */
export async function enableAdmin(ctx: Context, me: Operator, id: string): Promise<Admin> {
  const who = { id, home: (await providerOfAdmin(ctx, id)) ?? null };
  const before = await adminById(ctx, me, who);
  if (before.disabledAt === null) return before;
  const entry = await line(ctx, me, { ...who, action: "admin.enable" });
  if (who.home === null)
    await ctx.platform.batch([
      recordIfStatement(
        ctx,
        entry,
        sql`EXISTS (SELECT 1 FROM operators WHERE id = ${id} AND disabled_at IS NOT NULL)`,
      ),
      sql`UPDATE operators SET disabled_at = NULL WHERE id = ${id}`,
    ]);
  else {
    const enabled = await ctx.tenant(who.home).run(
      sql`UPDATE admins SET disabled_at = NULL
        WHERE id = ${id} AND disabled_at IS NOT NULL AND removed_at IS NULL`,
    );
    if (enabled > 0) await record(ctx, entry);
  }
  return adminById(ctx, me, who);
}

/** Of a provider's admin who lost it; a super admin's is turned off by the command line. @throws AppError not_found */
export async function endAdminsSecondFactor(ctx: Context, me: Operator, id: string): Promise<Admin> {
  const home = await providerOfAdmin(ctx, id);
  if (!home) throw refuse("not_found", "no_such_admin");
  const { username, hasSecondFactor } = await adminById(ctx, me, { id, home });
  if (hasSecondFactor) await endLostSecondFactor(ctx, { id, providerId: home, username }, actorOf(me));
  return adminById(ctx, me, { id, home });
}

/** @property home the provider in whose object the admin lies; null = of the platform */
type Place = { id: string; home: string | null };

async function line(ctx: Context, me: Operator, about: Place & { action: Action }) {
  const { username } = await adminById(ctx, me, about);
  return {
    ...actorOf(me),
    providerId: about.home,
    action: about.action,
    subject: about.id,
    detail: { username },
  };
}

async function adminById(ctx: Context, me: Operator, { id, home }: Place): Promise<Admin> {
  const row =
    home === null
      ? await ctx.platform.first(operators(sql`id = ${id}`))
      : await ctx.tenant(home).first(admins(home, sql`id = ${id}`));
  if (!row) throw refuse("not_found", "no_such_admin");
  return answer(row, me);
}

function answer({ createdAt, disabledAt, lastSeenAt, hasSecondFactor, ...row }: Row, me: Operator): Admin {
  const moment = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return {
    ...row,
    createdAt: new Date(createdAt).toISOString(),
    disabledAt: moment(disabledAt),
    lastSeenAt: moment(lastSeenAt),
    hasSecondFactor: hasSecondFactor === 1,
    isMe: row.id === me.adminId,
  };
}
