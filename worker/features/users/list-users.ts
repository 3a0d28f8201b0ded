import type { Context } from "../../context.ts";
import type { HotspotUser, UserStatus } from "../../contract/users.ts";
import { onlineDevices } from "../access/index.ts";
import { assignedRouters } from "../routers/index.ts";
import { type Surroundings, userAnswer } from "./user-answer.ts";
import { countUsers, usersPage } from "./user-rows.ts";

export type UsersQuery = {
  page?: number | undefined;
  pageSize?: number | undefined;
  q?: string | undefined;
  status?: UserStatus | undefined;
  online?: "true" | "false" | undefined;
  routerId?: string | undefined;
};

/** A page of the provider's devices, last seen first, and how many fit. */
export async function listUsers(
  ctx: Context,
  providerId: string,
  { page = 1, pageSize = 1_000, online, ...query }: UsersQuery,
): Promise<{ users: HotspotUser[]; total: number }> {
  const db = ctx.tenant(providerId);
  const place = { now: ctx.now(), limit: pageSize, offset: (page - 1) * pageSize };
  const around = surroundingsOf(ctx, providerId);
  const among = online && { macs: (await around).online, isIn: online === "true" };
  const [{ rows, total }, surroundings] = await Promise.all([
    usersPage(db, { ...query, ...place, among }),
    around,
  ]);
  return { users: rows.map((row) => userAnswer(row, surroundings)), total };
}

export async function surroundingsOf(ctx: Context, providerId: string): Promise<Surroundings> {
  const routers = await assignedRouters(ctx, providerId);
  return {
    routers: new Map(routers.map((router) => [router.id, router])),
    online: await onlineDevices(ctx, providerId, routers),
  };
}

export type UserCounts = { total: number; active: number; expired: number; online: number };

/**
 * Devices of a provider: all, those whose purchase runs, those whose last one is over, and those that its bridges report
 * as let out right now.
 */
export async function userCounts(ctx: Context, providerId: string): Promise<UserCounts> {
  const [counts, { online }] = await Promise.all([
    countUsers(ctx.tenant(providerId), ctx.now()),
    surroundingsOf(ctx, providerId),
  ]);
  return { ...counts, online: online.size };
}
