import type { Context } from "../../context.ts";
import { dayStart, nairobiDay } from "../../contract/values/duration.ts";
import { hourMs } from "../../contract/values/time.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { type AppError, refuse } from "../../errors.ts";
import type { Caller } from "../../http/session.ts";

// Time that a provider's people give away: more minutes for what was bought, and free vouchers. Owners, and whoever acts for the
// provider, give what they like; everybody else has so many minutes a day as an owner allows.

/** Who gives. `adminId`: whose minutes it takes; null = of somebody who has no limit. */
export type Giver = { providerId: string; adminId: string | null };

export function giverOf({ providerId, adminId, session }: Extract<Caller, { kind: "provider" }>): Giver {
  return { providerId, adminId: session.role === "owner" ? null : adminId };
}

const keptMs = 48 * hourMs;

/** Minutes that this admin has given on the day of `now`. */
export const givenOn = (adminId: Sql, now: number): Sql =>
  sql`(SELECT coalesce(sum(minutes), 0) FROM gifts WHERE admin_id = ${adminId} AND given_at >= ${dayStart(nairobiDay(now))})`;

/** Takes the minutes if they are there, one row then; the same id takes them once. Before what gives them, in its batch. */
export function takeMinutes(
  adminId: string,
  { id, minutes, at }: { id: string; minutes: number; at: number },
): Sql[] {
  return [
    sql`DELETE FROM gifts WHERE given_at < ${at - keptMs}`,
    sql`INSERT OR IGNORE INTO gifts (id, admin_id, minutes, given_at)
      SELECT ${id}, id, ${minutes}, ${at} FROM admins
      WHERE id = ${adminId} AND disabled_at IS NULL
        AND ${givenOn(sql`admins.id`, at)} + ${minutes} <= free_minutes
      RETURNING id`,
  ];
}

/** Nothing was given after all. */
export const returnMinutes = (id: string, unless: Sql = sql`false`): Sql =>
  sql`DELETE FROM gifts WHERE id = ${id} AND NOT (${unless})`;

/** What they may give in a day, and have given. @returns most: null = as many as they like */
export async function freeMinutes(
  ctx: Context,
  { providerId, adminId }: Giver,
): Promise<{ most: number | null; given: number }> {
  if (adminId === null) return { most: null, given: 0 };
  const row = await ctx.tenant(providerId).first(
    sql<{ most: number; given: number }>`SELECT free_minutes AS most,
        ${givenOn(sql`admins.id`, ctx.now())} AS given
      FROM admins WHERE id = ${adminId}`,
  );
  return row ?? { most: 0, given: 0 };
}

/** That the minutes are not there, with how many are. */
export async function noMinutes(ctx: Context, giver: Giver): Promise<AppError> {
  const { most, given } = await freeMinutes(ctx, giver);
  if (!most) return refuse("refused", "gifts_none");
  return refuse("refused", "gifts_limit", { left: Math.max(0, most - given), most });
}
