import type { Context } from "../../context.ts";
import type { PendingAdmin } from "../../db/schema/platform/admins.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { log } from "../../log.ts";
import { usernameKeyOf } from "./username.ts";

// A username is given out in D1, for it is unique over the platform; the admin who has it is then written in the provider's
// object. The name holds what is to be written until it is there: an act that was cut off in between is finished, never lost.

/** Condition: neither a super admin nor any provider's admin has it. */
export function isFree(usernameKey: string): Sql {
  return sql`NOT EXISTS (SELECT 1 FROM operators WHERE username_key = ${usernameKey})
    AND NOT EXISTS (SELECT 1 FROM admin_names WHERE username_key = ${usernameKey})`;
}

export async function isUsernameTaken(ctx: Context, username: string): Promise<boolean> {
  const found = await ctx.platform.first(
    sql<{ free: number }>`SELECT ${isFree(usernameKeyOf(username))} AS free`,
  );
  return found?.free === 0;
}

export type NamedAdmin = { id: string; providerId: string; username: string; name: string } & PendingAdmin;

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

type Waiting = Omit<NamedAdmin, keyof PendingAdmin> & { usernameKey: string; pending: string };

const atOnce = 100;

/** Writes admins in their providers' objects, and forgets here what is there. Repeatable; what fails is tried by the next sweep. */
export async function deliverAdmins(ctx: Context, providerId: string | null = null): Promise<void> {
  const waiting = await ctx.platform.all(
    sql<Waiting>`SELECT admin_id AS id, provider_id AS providerId, username, name, username_key AS usernameKey,
        pending
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
  const { email, passwordHash, createdAt } = JSON.parse(waiting.pending) as PendingAdmin;
  // One that is there may have another password by now: it stays.
  await ctx.tenant(providerId).run(
    sql`INSERT INTO admins (id, username, username_key, name, email, role, password_hash,
        created_at)
      VALUES (${id}, ${username}, ${waiting.usernameKey}, ${name}, ${email}, 'owner',
        ${passwordHash}, ${createdAt}) ON CONFLICT (id) DO NOTHING`,
  );
  await ctx.platform.run(sql`UPDATE admin_names SET pending = NULL WHERE admin_id = ${id}`);
}

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
