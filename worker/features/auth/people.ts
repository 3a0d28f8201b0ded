import type { Context } from "../../context.ts";
import type { Person } from "../../contract/people.ts";
import type { Action } from "../../contract/texts/activity.ts";
import type { Role } from "../../contract/values/roles.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import type { Caller } from "../../http/session.ts";
import { actorOf, record } from "../audit/index.ts";
import { givenOn } from "../rate-limits/index.ts";
import { withoutFactor } from "./factor-store.ts";
import { endLostSecondFactor } from "./lost-second-factor.ts";
import { endActing, endInvitationsOf, revokeSessions } from "./provider-store.ts";

// What an owner does with the provider's other people. Nobody changes themselves, and the guard of each statement keeps one owner
// who can sign in: of two who do it to each other at once one stays.

type Owner = Extract<Caller, { kind: "provider" }>;

type Row = Omit<Person, "createdAt" | "disabledAt" | "lastSeenAt" | "hasSecondFactor" | "isMe"> & {
  createdAt: number;
  disabledAt: number | null;
  lastSeenAt: number | null;
  hasSecondFactor: number;
};

const people = (condition: Sql, now: number) =>
  sql<Row>`SELECT id, username, name, email, role, created_at AS createdAt, disabled_at AS disabledAt,
      free_minutes AS freeMinutes, ${givenOn(sql`admins.id`, now)} AS givenMinutes,
      totp_since IS NOT NULL AS hasSecondFactor,
      (SELECT max(last_seen_at) FROM sessions WHERE admin_id = admins.id) AS lastSeenAt
    FROM admins WHERE removed_at IS NULL AND (${condition}) ORDER BY username_key`;

export async function listPeople(ctx: Context, me: Owner): Promise<Person[]> {
  const rows = await ctx.tenant(me.providerId).all(people(sql`true`, ctx.now()));
  return rows.map((row) => answer(row, me));
}

/** Condition on `admins`: somebody else is an owner who can sign in, or this one is none. */
const leavesAnOwner = sql`(role <> 'owner' OR disabled_at IS NOT NULL OR EXISTS (SELECT 1 FROM admins AS other
  WHERE other.role = 'owner' AND other.disabled_at IS NULL AND other.id <> admins.id))`;

/** @throws AppError not_found, refused for oneself and for the last owner */
export async function changePersonRole(
  ctx: Context,
  me: Owner,
  { id, role }: { id: string; role: Role },
): Promise<Person> {
  const before = await otherPerson(ctx, me, id);
  await ctx.tenant(me.providerId).batch([
    sql`UPDATE admins SET role = ${role}
      WHERE id = ${id} AND removed_at IS NULL AND (${role} = 'owner' OR ${leavesAnOwner})`,
    endInvitationsOf(ctx, sql`SELECT id FROM admins WHERE id = ${id} AND role <> 'owner'`),
  ]);
  const person = await personById(ctx, me, id);
  if (person.role !== role) throw refuse("refused", "last_owner");
  const detail = { username: person.username, from: before.role, to: role };
  if (before.role !== role) await note(ctx, me, { action: "admin.role", subject: id, detail });
  return person;
}

/** @throws AppError not_found, refused for oneself */
export async function setFreeMinutes(
  ctx: Context,
  me: Owner,
  { id, minutes }: { id: string; minutes: number },
): Promise<Person> {
  const before = await otherPerson(ctx, me, id);
  await ctx.tenant(me.providerId).run(sql`UPDATE admins SET free_minutes = ${minutes} WHERE id = ${id}`);
  const detail = { username: before.username, from: before.freeMinutes, to: minutes };
  if (before.freeMinutes !== minutes)
    await note(ctx, me, { action: "admin.free_minutes", subject: id, detail });
  return personById(ctx, me, id);
}

/** Ends all they have open. @throws AppError not_found, refused for oneself and for the last owner */
export async function disablePerson(ctx: Context, me: Owner, id: string): Promise<Person> {
  await otherPerson(ctx, me, id);
  const now = ctx.now();
  const [disabled] = await ctx.tenant(me.providerId).batch([
    sql`UPDATE admins SET disabled_at = ${now}
      WHERE id = ${id} AND disabled_at IS NULL AND ${leavesAnOwner} RETURNING 1`,
    ...endAll(ctx, id),
  ]);
  const person = await personById(ctx, me, id);
  if (person.disabledAt === null) throw refuse("refused", "last_owner");
  await endActing(ctx, me.providerId, id);
  const detail = { username: person.username };
  if (disabled.length > 0) await note(ctx, me, { action: "admin.disable", subject: id, detail });
  return person;
}

/** @throws AppError not_found, refused for oneself */
export async function enablePerson(ctx: Context, me: Owner, id: string): Promise<Person> {
  await otherPerson(ctx, me, id);
  const enabled = await ctx.tenant(me.providerId).run(
    sql`UPDATE admins SET disabled_at = NULL
      WHERE id = ${id} AND disabled_at IS NOT NULL AND removed_at IS NULL`,
  );
  const person = await personById(ctx, me, id);
  const detail = { username: person.username };
  if (enabled > 0) await note(ctx, me, { action: "admin.enable", subject: id, detail });
  return person;
}

/** @throws AppError not_found, refused for oneself */
export async function endPersonSessions(ctx: Context, me: Owner, id: string): Promise<void> {
  const { username } = await otherPerson(ctx, me, id);
  await ctx.tenant(me.providerId).run(revokeSessions(ctx, sql`admin_id = ${id}`));
  await note(ctx, me, { action: "admin.signed_out", subject: id, detail: { username } });
}

/** Of somebody who lost it. @throws AppError not_found, refused for oneself */
export async function endPersonSecondFactor(ctx: Context, me: Owner, id: string): Promise<Person> {
  const { username, hasSecondFactor } = await otherPerson(ctx, me, id);
  const { providerId } = me;
  if (hasSecondFactor) await endLostSecondFactor(ctx, { id, providerId, username }, actorOf(me));
  return personById(ctx, me, id);
}

/** Their name stays given out: what they did is told under it. @throws AppError not_found, refused for oneself and for the last owner */
export async function removePerson(ctx: Context, me: Owner, id: string): Promise<void> {
  const { username } = await otherPerson(ctx, me, id);
  const now = ctx.now();
  const [removed] = await ctx.tenant(me.providerId).batch([
    sql`UPDATE admins SET removed_at = ${now}, disabled_at = coalesce(disabled_at, ${now}), email = '',
        password_hash = '', ${withoutFactor}
      WHERE id = ${id} AND removed_at IS NULL AND ${leavesAnOwner} RETURNING 1`,
    ...endAll(ctx, id),
  ]);
  if (removed.length === 0) throw refuse("refused", "last_owner");
  await endActing(ctx, me.providerId, id);
  await note(ctx, me, { action: "admin.remove", subject: id, detail: { username } });
}

/** In the batch that disables: nothing ends where its guard kept them. */
function endAll(ctx: Context, id: string): Sql[] {
  const disabled = sql`SELECT id FROM admins WHERE id = ${id} AND disabled_at IS NOT NULL`;
  return [revokeSessions(ctx, sql`admin_id IN (${disabled})`), endInvitationsOf(ctx, disabled)];
}

/** Whoever acts for the provider is none of its people. */
const isMe = (me: Owner, id: string) => me.session.actingAs === null && me.adminId === id;

async function otherPerson(ctx: Context, me: Owner, id: string): Promise<Person> {
  const person = await personById(ctx, me, id);
  if (person.isMe) throw refuse("refused", "not_yourself_owner");
  return person;
}

async function personById(ctx: Context, me: Owner, id: string): Promise<Person> {
  const row = await ctx.tenant(me.providerId).first(people(sql`id = ${id}`, ctx.now()));
  if (!row) throw refuse("not_found", "no_such_person");
  return answer(row, me);
}

function answer({ createdAt, disabledAt, lastSeenAt, hasSecondFactor, ...row }: Row, me: Owner): Person {
  const moment = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return {
    ...row,
    createdAt: new Date(createdAt).toISOString(),
    disabledAt: moment(disabledAt),
    lastSeenAt: moment(lastSeenAt),
    hasSecondFactor: hasSecondFactor === 1,
    isMe: isMe(me, row.id),
  };
}

function note(
  ctx: Context,
  me: Owner,
  line: { action: Action; subject: string; detail: Record<string, unknown> },
): Promise<void> {
  return record(ctx, { ...actorOf(me), ...line });
}
