import type { Context } from "../../context.ts";
import type { Plan, PlanInput } from "../../contract/plans.ts";
import { gigabyte, megabyte } from "../../contract/values/data.ts";
import { parsePrice } from "../../contract/values/money.ts";
import { parseTimeOfDay } from "../../contract/values/open-hours.ts";
import { plans } from "../../db/schema/tenant.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { changed, insertInto } from "../../db/table-rows.ts";
import { refuse } from "../../errors.ts";
import { planAnswer, planById } from "./store.ts";

/** @throws AppError invalid */
async function columnsOf(ctx: Context, providerId: string, input: PlanInput) {
  const downKbps = kbpsOf(input);
  return {
    name: input.name,
    priceCents: centsOf(input.price),
    durationMinutes: minutesOf(input),
    downKbps,
    upKbps: input.uploadMbps === undefined ? downKbps : Math.round(input.uploadMbps * 1_000),
    dataBytes: input.dataLimitGB === undefined ? null : Math.round(input.dataLimitGB * gigabyte),
    fairUseBytes: input.fairUseGB === undefined ? null : Math.round(input.fairUseGB * gigabyte),
    fairUseKbps: input.fairUseMbps === undefined ? null : Math.round(input.fairUseMbps * 1_000),
    devices: input.devices,
    isActive: input.isActive,
    isHidden: input.isHidden,
    routerIds: await ownRouters(ctx, providerId, input.routerIds),
    regularPriceCents: input.regularPrice === undefined ? null : centsOf(input.regularPrice),
    soldUntil: input.soldUntil === undefined ? null : Date.parse(input.soldUntil),
    openFrom: parseTimeOfDay(input.hours?.from ?? "") ?? null,
    openUntil: parseTimeOfDay(input.hours?.until ?? "") ?? null,
    topUpBytes: input.topUp === undefined ? null : input.topUp.megabytes * megabyte,
    topUpPriceCents: input.topUp === undefined ? null : centsOf(input.topUp.price),
  };
}

const kbpsOf = ({ speedMbps = 0, speedKbps = speedMbps * 1_000 }: PlanInput) => speedKbps;
const minutesOf = ({ durationHours = 0, durationMinutes = durationHours * 60 }: PlanInput) => durationMinutes;

/** Of a price that the contract took. */
function centsOf(price: string): number {
  const cents = parsePrice(price);
  if (cents === undefined) throw new Error(`no price: ${price}`);
  return cents;
}

async function ownRouters(
  ctx: Context,
  providerId: string,
  ids: readonly string[] | undefined,
): Promise<string[] | null> {
  if (ids === undefined) return null;
  const asked = [...new Set(ids)];
  const found = await Promise.all(asked.map((id) => ctx.lookup.routerById(id)));
  if (found.some((router) => router?.providerId !== providerId))
    throw refuse("invalid", "plan_routers").at("routerIds");
  return asked;
}

export async function createPlan(ctx: Context, providerId: string, input: PlanInput): Promise<Plan> {
  const db = ctx.tenant(providerId);
  const now = ctx.now();
  const row = {
    id: crypto.randomUUID(),
    ...(await columnsOf(ctx, providerId, input)),
    createdAt: now,
    updatedAt: now,
    archivedAt: null,
  };
  await db.run(insertInto(plans, row));
  return planAnswer(row);
}

/** @returns the plan as it was, and as it is @throws AppError invalid, not_found */
export async function updatePlan(
  ctx: Context,
  providerId: string,
  id: string,
  input: PlanInput,
): Promise<{ before: Plan; plan: Plan }> {
  const db = ctx.tenant(providerId);
  const change = await columnsOf(ctx, providerId, input);
  const before = await planById(db, id);
  const count = await db.run(
    sql`UPDATE plans SET ${changed(plans, { ...change, updatedAt: ctx.now() })}
      WHERE id = ${id} AND archived_at IS NULL`,
  );
  const row = count > 0 ? await planById(db, id) : null;
  if (!row || !before) throw refuse("not_found", "plan_gone");
  return { before: planAnswer(before), plan: planAnswer(row) };
}

/** Archived, not deleted: payments and vouchers refer to it. Answers its row, none where there is nothing to archive. */
export function archivePlanStatement(id: string, at: number): Sql {
  return sql`UPDATE plans SET archived_at = ${at}, updated_at = ${at}
    WHERE id = ${id} AND archived_at IS NULL
    RETURNING id`;
}
