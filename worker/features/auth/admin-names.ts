import type { Context } from "../../context.ts";
import type { PendingAdmin } from "../../db/schema/platform/admins.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { log } from "../../log.ts";
import { recordIfStatement } from "../audit/index.ts";
import { isOpen } from "./person-invitations.ts";
import { usernameKeyOf } from "./username.ts";

// A username is given out in D1, for it is unique over the platform; the admin who has it is then written in the provider's
// object. The name holds what is to be written until it is there: an act that was cut off in between is finished, never lost. Who
// comes by an invitation is made there only if that is still open.

/** Condition: neither a super admin nor any provider's admin has it. @param but who gives way, if they have it */
export function isFree(usernameKey: string, but: { adminId: string } | null = null): Sql {
  return sql`NOT EXISTS (SELECT 1 FROM operators WHERE username_key = ${usernameKey})
    AND NOT EXISTS (SELECT 1 FROM admin_names WHERE username_key = ${usernameKey}
      AND admin_id IS NOT ${but?.adminId ?? null})`;
}

export async function isUsernameTaken(ctx: Context, username: string): Promise<boolean> {
  const found = await ctx.platform.first(
    sql<{ free: number }>`SELECT ${isFree(usernameKeyOf(username))} AS free`,
  );
  return found?.free === 0;
}

type NamedAdmin = { id: string; providerId: string; username: string; name: string } & PendingAdmin;

/** Changes nothing where the name is taken. @param fact when the admin is made at all, judged inside the batch */
export function adminNameStatement(
  { id, providerId, username, name, ...pending }: NamedAdmin,
  fact: Sql,
): Sql {
  const key = usernameKeyOf(username);
  return sql`INSERT INTO admin_names (username_key, username, name, admin_id, provider_id, pending)
    SELECT ${key}, ${username.trim()}, ${name}, ${id}, ${providerId}, ${JSON.stringify(pending)}
    WHERE ${isFree(key)} AND (${fact}) ON CONFLICT DO NOTHING`;
}

type Waiting = Omit<NamedAdmin, keyof PendingAdmin> & { pending: string };

const atOnce = 100;

/** Writes admins in their providers' objects, and forgets here what is there. Repeatable; what fails is tried by the next sweep. */
export async function deliverAdmins(ctx: Context, providerId: string | null = null): Promise<void> {
  const waiting = await ctx.platform.all(
    sql<Waiting>`SELECT admin_id AS id, provider_id AS providerId, username, name, pending
      FROM admin_names WHERE pending IS NOT NULL AND (${providerId} IS NULL OR provider_id = ${providerId})
      LIMIT ${atOnce}`,
  );
  for (const admin of waiting)
    try {
      await deliver(ctx, admin);
    } catch (cause) {
      log("error", "admin not delivered yet", cause, { provider: admin.providerId });
    }
}

async function deliver(ctx: Context, { id, providerId, username, name, ...waiting }: Waiting) {
  const admin = JSON.parse(waiting.pending) as PendingAdmin;
  const { email, role, passwordHash, createdAt, invitationId } = admin;
  const confirmed = admin.isEmailConfirmed ? email : null;
  // One that is there may have another password by now, or be removed: it stays.
  const [, , found] = await ctx.tenant(providerId).batch([
    sql`INSERT INTO admins (id, username, username_key, name, email, role, password_hash, created_at,
        confirmed_email)
      SELECT ${id}, ${username}, ${usernameKeyOf(username)}, ${name}, ${email}, ${role}, ${passwordHash},
        ${createdAt}, ${confirmed}
      WHERE ${invitationId} IS NULL OR EXISTS
        (SELECT 1 FROM admin_invitations WHERE id = ${invitationId} AND ${isOpen(ctx)})
      ON CONFLICT (id) DO NOTHING`,
    sql`UPDATE admin_invitations SET ended_at = ${ctx.now()}
      WHERE id = ${invitationId} AND ended_at IS NULL AND EXISTS (SELECT 1 FROM admins WHERE id = ${id})`,
    sql`SELECT 1 FROM admins WHERE id = ${id}`,
  ]);
  // The invitation has ended, by which this one was to be made: the name is free again.
  if (found.length === 0) await ctx.platform.run(sql`DELETE FROM admin_names WHERE admin_id = ${id}`);
  else if (invitationId === null) await ctx.platform.run(delivered(id));
  else {
    const actor = { actor: "provider", actorId: id, providerId } as const;
    const line = { ...actor, action: "admin.create", subject: id, detail: { username, role } } as const;
    await ctx.platform.batch([delivered(id), recordIfStatement(ctx, line, sql`changes() > 0`)]);
  }
}

const delivered = (id: string) =>
  sql`UPDATE admin_names SET pending = NULL WHERE admin_id = ${id} AND pending IS NOT NULL`;

/** Whose admin has this name, of the providers that are there. */
export async function providerOfName(ctx: Context, usernameKey: string): Promise<string | undefined> {
  const found = await ctx.platform.first(
    sql<{ id: string }>`SELECT p.id FROM admin_names n JOIN providers p ON p.id = n.provider_id
      WHERE n.username_key = ${usernameKey} AND p.status IN ('active', 'suspended')`,
  );
  return found?.id;
}

export async function providerOfAdmin(ctx: Context, adminId: string): Promise<string | undefined> {
  const found = await ctx.platform.first(
    sql<{ id: string }>`SELECT provider_id AS id FROM admin_names WHERE admin_id = ${adminId}`,
  );
  return found?.id;
}
