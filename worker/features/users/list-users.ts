import type { Context } from "../../context.ts";
import type { HotspotUser, UserStats, UserStatus } from "../../contract/users.ts";
import type { Sql } from "../../db/sql.ts";
import { devicesNow, type ToldTotals } from "../entitlements/index.ts";
import { assignedRouters, routersBriefly } from "../routers/index.ts";
import { unwrittenUsage } from "./unwritten-usage.ts";
import { type Surroundings, userAnswer } from "./user-answer.ts";
import { type Counted, countedUsers, countStatement, usersPage } from "./user-rows.ts";
import { purchasesElsewhere } from "./why-offline.ts";

export type UsersQuery = {
  page?: number | undefined;
  pageSize?: number | undefined;
  q?: string | undefined;
  status?: UserStatus | undefined;
  online?: "true" | "false" | undefined;
  routerId?: string | undefined;
  notRenewed?: "true" | undefined;
};

export async function listUsers(
  ctx: Context,
  providerId: string,
  { page = 1, pageSize = 1_000, online, notRenewed, ...query }: UsersQuery,
): Promise<{ users: HotspotUser[]; total: number }> {
  const db = ctx.tenant(providerId);
  const place = { now: ctx.now(), limit: pageSize, offset: (page - 1) * pageSize };
  const asked = surroundingsOf(ctx, providerId, routersBriefly);
  const among = online && { subjects: (await asked).online, isIn: online === "true" };
  const [{ rows, total }, surroundings] = await Promise.all([
    usersPage(db, { ...query, ...place, notRenewed: notRenewed === "true", among }),
    asked,
  ]);
  const [unwritten, elsewhere] = await Promise.all([
    unwrittenUsage(db, surroundings.told),
    purchasesElsewhere(db, rows),
  ]);
  const around = { ...surroundings, elsewhere, now: place.now };
  return { users: rows.map((row) => userAnswer(row, around, unwritten)), total };
}

/** @param read `routersBriefly` for what is listed and counted all day long */
export async function surroundingsOf(
  ctx: Context,
  providerId: string,
  read = assignedRouters,
): Promise<Omit<Surroundings, "now" | "elsewhere"> & { told: ToldTotals[] }> {
  const routers = await read(ctx, providerId);
  return {
    routers: new Map(routers.map((router) => [router.id, router])),
    ...(await devicesNow(ctx, providerId, routers)),
  };
}

/** Without what was paid: for every role. */
export async function userStats(ctx: Context, providerId: string): Promise<UserStats> {
  const [counted, { online }] = await Promise.all([
    ctx.tenant(providerId).all(countStatement(ctx.now())),
    surroundingsOf(ctx, providerId, routersBriefly),
  ]);
  const { active, total, expired } = countedUsers(counted);
  return { activeUsers: active, totalUsers: total, expiredUsers: expired, onlineUsers: online.size };
}

export type UserCounts = Counted & { online: number };

/**
 * Devices of a provider: all, those whose purchase runs, those whose last one is over, and those that its bridges report
 * as let out right now.
 * @param beside read in the same round trip, and handed back as they come
 */
export async function userCountsWith<Row>(
  ctx: Context,
  providerId: string,
  beside: Sql<Row>,
): Promise<{ counts: UserCounts; beside: Row[] }> {
  const db = ctx.tenant(providerId);
  const [[counted, rows], { online }] = await Promise.all([
    db.batch([countStatement(ctx.now()), beside]),
    surroundingsOf(ctx, providerId, routersBriefly),
  ]);
  return { counts: { ...countedUsers(counted), online: online.size }, beside: rows };
}
