import type { Context } from "../../context.ts";
import type { PersonInvitation } from "../../contract/people.ts";
import type { Role } from "../../contract/values/roles.ts";
import { dayMs } from "../../contract/values/time.ts";
import { adminInvitations } from "../../db/schema/tenant.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { insertInto } from "../../db/table-rows.ts";
import { refuse } from "../../errors.ts";
import type { Caller } from "../../http/session.ts";
import { randomHex, sha256 } from "../../keys.ts";
import { actorOf, record } from "../audit/index.ts";

// Links by which somebody becomes one of a provider's people.

type Owner = Extract<Caller, { kind: "provider" }>;

const lifeMs = 7 * dayMs;
const keptMs = 30 * dayMs;

/** Condition on `admin_invitations`. Once false it stays so. */
export function isOpen(ctx: Context): Sql {
  return sql`ended_at IS NULL AND expires_at > ${ctx.now()}`;
}

type Row = Omit<PersonInvitation, "createdAt" | "expiresAt"> & { createdAt: number; expiresAt: number };

export async function openPersonInvitations(
  ctx: Context,
  providerId: string,
  condition: Sql = sql`true`,
): Promise<PersonInvitation[]> {
  const rows = await ctx.tenant(providerId).all(
    sql<Row>`SELECT id, name, email, role, created_at AS createdAt, expires_at AS expiresAt,
        (SELECT coalesce(nullif(name, ''), username) FROM admins WHERE admins.id = invited_by) AS invitedBy
      FROM admin_invitations WHERE (${isOpen(ctx)}) AND (${condition}) ORDER BY created_at DESC, id`,
  );
  return rows.map((row) => ({
    ...row,
    createdAt: new Date(row.createdAt).toISOString(),
    expiresAt: new Date(row.expiresAt).toISOString(),
  }));
}

/** Only the code's hash is stored. @param host of the provider, with port @returns the link, which is in this answer alone */
export async function invitePerson(
  ctx: Context,
  me: Owner,
  { name, email = "", role }: { name: string; email?: string | undefined; role: Role },
): Promise<{ invitation: PersonInvitation; address: string }> {
  const { providerId, adminId: invitedBy } = me;
  const id = randomHex(128);
  const code = randomHex(256);
  const now = ctx.now();
  await ctx.tenant(providerId).batch([
    sql`DELETE FROM admin_invitations WHERE expires_at < ${now - keptMs}`,
    insertInto(adminInvitations, {
      id,
      codeHash: sha256(code),
      name,
      email,
      role,
      invitedBy,
      createdAt: now,
      expiresAt: now + lifeMs,
    }),
  ]);
  const [invitation] = await openPersonInvitations(ctx, providerId, sql`id = ${id}`);
  if (!invitation) throw new Error("an invitation that ended as it was made");
  await record(ctx, { ...actorOf(me), action: "admin.invite", subject: id, detail: { name, role } });
  return { invitation, address: `${await consoleOf(ctx, providerId)}#invitation=${code}` };
}

/** Address of the provider's own console. */
export async function consoleOf(ctx: Context, providerId: string): Promise<string> {
  const provider = await ctx.lookup.providerById(providerId);
  if (!provider) throw refuse("not_found", "no_such_provider");
  const page = new URL("/admin", ctx.settings.MAIN_ORIGIN);
  page.hostname = `${provider.subdomain}.${page.hostname}`;
  return page.href;
}

/** @throws AppError not_found where it had ended */
export async function withdrawPersonInvitation(ctx: Context, me: Owner, id: string): Promise<void> {
  const [ended] = await ctx.tenant(me.providerId).batch([
    sql<{ name: string }>`UPDATE admin_invitations SET ended_at = ${ctx.now()}
      WHERE id = ${id} AND ${isOpen(ctx)} RETURNING name`,
  ]);
  const [invitation] = ended;
  if (!invitation) throw refuse("not_found", "no_such_invitation");
  const { name } = invitation;
  await record(ctx, { ...actorOf(me), action: "admin.withdraw_invitation", subject: id, detail: { name } });
}
