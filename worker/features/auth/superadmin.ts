import type { Action } from "../../contract/texts/activity.ts";
import { type Text, textIn } from "../../contract/texts.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { randomHex } from "../../keys.ts";
import { hashPassword, passwordFault } from "./password.ts";
import { insertOperator } from "./store.ts";
import type { CommandDatabase, Row } from "./superadmin-database.ts";
import { usernameFault, usernameKeyOf } from "./username.ts";

export class NotDone extends Error {
  override readonly name = "NotDone";
}

// What `npm run superadmin` does. It works on SQL text, because a remote database is reached through wrangler only.

/** @returns the sentence to show @throws NotDone */
export async function createSuperAdmin(
  database: CommandDatabase,
  admin: { username: string; password: string; name: string | undefined; email: string | undefined },
): Promise<string> {
  const username = admin.username.trim();
  refuse(usernameFault(username) ?? passwordFault(admin.password));
  const id = randomHex(128);
  const [, , found] = await database.batch([
    insertOperator({
      id,
      username,
      name: admin.name ?? username,
      email: admin.email ?? "",
      passwordHash: await hashPassword(admin.password),
      createdAt: Date.now(),
    }),
    auditLine(id, "admin.create"),
    byUsername(username),
    firstLetter(id),
  ]);
  if (found?.[0]?.id !== id) {
    throw new NotDone(`The username ${username} is already taken. To set a new password: reset ${username}`);
  }
  return `Super admin ${username} can now sign in.`;
}

/** Also turns the second factor off (the phone may be lost), enables the admin and ends every session. @throws NotDone */
export async function resetSuperAdmin(
  database: CommandDatabase,
  admin: { username: string; password: string; name: string | undefined; email: string | undefined },
): Promise<string> {
  const username = admin.username.trim();
  refuse(passwordFault(admin.password));
  const [found] = await database.batch([byUsername(username)]);
  const known: Row | undefined = found?.[0];
  if (!known) throw new NotDone(`There is no super admin ${username}. To make one: create ${username}`);
  if (known.provider_id !== null) {
    throw new NotDone(`${username} is a provider's admin. Set that password in the super admin console.`);
  }
  const id = String(known.id);
  await database.batch([
    sql`UPDATE operators SET password_hash = ${await hashPassword(admin.password)}, disabled_at = NULL,
        name = coalesce(${admin.name ?? null}, name), email = coalesce(${admin.email ?? null}, email),
        totp_key = NULL, totp_since = NULL, totp_step = NULL, recovery_hashes = NULL
      WHERE id = ${id}`,
    sql`UPDATE operator_sessions SET revoked_at = ${Date.now()}
      WHERE operator_id = ${id} AND revoked_at IS NULL`,
    auditLine(id, "admin.reset"),
  ]);
  return `Super admin ${username} has a new password, needs no code of an authenticator app any more, and was signed out everywhere.`;
}

/** Where letters of alarm go. @throws NotDone */
export async function addressSuperAdmin(
  database: CommandDatabase,
  admin: { username: string; email: string },
): Promise<string> {
  const username = admin.username.trim();
  const [found] = await database.batch([byUsername(username)]);
  const known: Row | undefined = found?.[0];
  if (!known || known.provider_id !== null) throw new NotDone(`There is no super admin ${username}.`);
  const id = String(known.id);
  await database.batch([
    sql`UPDATE operators SET email = ${admin.email} WHERE id = ${id}`,
    auditLine(id, "admin.address"),
    firstLetter(id),
  ]);
  return `Letters for ${username} go to ${admin.email} from now on. The first one is on its way.`;
}

/** Ends every session they have. @throws NotDone, also for the last one who can sign in */
export async function disableSuperAdmin(database: CommandDatabase, username: string): Promise<string> {
  const name = username.trim();
  const [found] = await database.batch([byUsername(name)]);
  const known: Row | undefined = found?.[0];
  if (!known || known.provider_id !== null) throw new NotDone(`There is no super admin ${name}.`);
  const id = String(known.id);
  const now = Date.now();
  const [, , , after] = await database.batch([
    sql`UPDATE operators SET disabled_at = ${now} WHERE id = ${id} AND disabled_at IS NULL AND EXISTS (
      SELECT 1 FROM operators AS other
      WHERE other.disabled_at IS NULL AND other.id <> ${id})`,
    sql`UPDATE operator_sessions SET revoked_at = ${now}
      WHERE operator_id = ${id} AND revoked_at IS NULL
        AND EXISTS (SELECT 1 FROM operators WHERE id = ${id} AND disabled_at IS NOT NULL)`,
    auditLine(id, "admin.disable", now),
    sql`SELECT disabled_at FROM operators WHERE id = ${id}`,
  ]);
  if (after?.[0]?.disabled_at === null)
    throw new NotDone(`${name} is the last super admin who can sign in. Make another one first.`);
  return `Super admin ${name} can sign in no more, and was signed out everywhere. To undo it: reset ${name}`;
}

function byUsername(username: string): Sql {
  const key = usernameKeyOf(username);
  return sql`SELECT id, NULL AS provider_id FROM operators WHERE username_key = ${key}
    UNION ALL SELECT admin_id, provider_id FROM admin_names WHERE username_key = ${key}`;
}

/** Written only if the admin exists (or was disabled at that moment), so that what was refused leaves no line. */
function auditLine(adminId: string, action: Action, disabledAt: number | null = null): Sql {
  return sql`INSERT INTO audit (id, at, actor, actor_id, provider_id, action, subject, detail)
    SELECT ${randomHex(128)}, ${Date.now()}, 'system', NULL, NULL, ${action}, id,
      json_object('by', 'command line', 'username', username)
    FROM operators WHERE id = ${adminId} AND (${disabledAt} IS NULL OR disabled_at = ${disabledAt})`;
}

/** Whether letters arrive is seen before an alarm is the first. Each change of the address, also to the same one, sends one. */
function firstLetter(adminId: string): Sql {
  const now = Date.now();
  const text =
    "The platform tells you here what is not in order: its own work, gateways that refuse, differences of the books. This letter says that it reaches you; nothing has to be done.";
  return sql`INSERT INTO mail (id, recipient, subject, text, event, created_at, next_at)
    SELECT ${randomHex(128)}, email, 'Mlango: letters of alarm come here', ${text},
      ${`operator.address ${now}`} || ' ' || email, ${now}, ${now}
    FROM operators WHERE id = ${adminId} AND email LIKE '%_@_%' ON CONFLICT DO NOTHING`;
}

function refuse(fault: Text | undefined): void {
  if (fault) throw new NotDone(textIn("en", fault));
}
