import type { Context } from "../../context.ts";
import type { Admin } from "../../contract/admins.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import type { Caller } from "../../http/session.ts";
import { actorOf, recordIfStatement } from "../audit/index.ts";

// Who may sign in. Nobody is deleted: what they did stays under their name.

type Operator = Extract<Caller, { kind: "platform" }>;
type Row = Omit<Admin, "createdAt" | "disabledAt" | "lastSeenAt" | "hasSecondFactor" | "isMe"> & {
  createdAt: number;
  disabledAt: number | null;
  lastSeenAt: number | null;
  hasSecondFactor: number;
};

const columns = sql`a.id, a.username, a.name, a.email, a.provider_id AS providerId, a.created_at AS createdAt,
  a.disabled_at AS disabledAt, a.totp_since IS NOT NULL AS hasSecondFactor,
  (SELECT max(last_seen_at) FROM sessions WHERE admin_id = a.id AND acting_as IS NULL) AS lastSeenAt`;

/** @param providerId null = the operators of the platform */
export async function listAdmins(ctx: Context, me: Operator, providerId: string | null): Promise<Admin[]> {
  const rows = await ctx.platform.all(
    sql<Row>`SELECT ${columns} FROM admins a WHERE a.provider_id IS ${providerId} ORDER BY a.username_key`,
  );
  return rows.map((row) => answer(row, me));
}

/**
 * Ends all their sessions. Guards stand in the statement: of two who disable each other at once one stays. @throws
 * AppError not_found, refused for oneself and for the last operator
 */
export async function disableAdmin(ctx: Context, me: Operator, id: string): Promise<Admin> {
  if (id === me.adminId) throw refuse("refused", "not_yourself");
  const now = ctx.now();
  const { platform } = ctx;
  await platform.batch([
    sql`UPDATE admins SET disabled_at = ${now}
      WHERE id = ${id} AND disabled_at IS NULL AND (provider_id IS NOT NULL
        OR EXISTS (SELECT 1 FROM admins AS other
          WHERE other.provider_id IS NULL AND other.disabled_at IS NULL AND other.id <> ${id}))`,
    sql`UPDATE sessions SET revoked_at = ${now}
      WHERE (admin_id = ${id} OR acting_as = ${id}) AND revoked_at IS NULL
      AND EXISTS (SELECT 1 FROM admins WHERE id = ${id} AND disabled_at IS NOT NULL)`,
    await line(ctx, me, {
      id,
      action: "admin.disable",
      where: sql`id = ${id} AND disabled_at = ${now}`,
    }),
  ]);
  const admin = await adminById(ctx, me, id);
  if (admin.disabledAt === null) throw refuse("refused", "last_super_admin");
  return admin;
}

/** @throws AppError not_found */
export async function enableAdmin(ctx: Context, me: Operator, id: string): Promise<Admin> {
  const { platform } = ctx;
  const before = await adminById(ctx, me, id);
  if (before.disabledAt === null) return before;
  await platform.batch([
    await line(ctx, me, {
      id,
      action: "admin.enable",
      where: sql`id = ${id} AND disabled_at IS NOT NULL`,
    }),
    sql`UPDATE admins SET disabled_at = NULL WHERE id = ${id}`,
  ]);
  return adminById(ctx, me, id);
}

async function line(ctx: Context, me: Operator, about: { id: string; action: string; where: Sql }) {
  const { providerId, username } = await adminById(ctx, me, about.id);
  return recordIfStatement(
    ctx,
    { ...actorOf(me), providerId, action: about.action, subject: about.id, detail: { username } },
    sql`EXISTS (SELECT 1 FROM admins WHERE ${about.where})`,
  );
}

async function adminById(ctx: Context, me: Operator, id: string): Promise<Admin> {
  const row = await ctx.platform.first(sql<Row>`SELECT ${columns} FROM admins a WHERE a.id = ${id}`);
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
