import type { Context } from "../../context.ts";
import type { Plan, PlanInput } from "../../contract/plans.ts";
import { gigabyte } from "../../contract/values/data.ts";
import { leastPriceCents, parsePrice } from "../../contract/values/money.ts";
import { plans } from "../../db/schema/tenant.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { insertInto } from "../../db/table-rows.ts";
import { refuse } from "../../errors.ts";
import { planAnswer, planById } from "./store.ts";

function columnsOf(input: PlanInput) {
  const priceCents = parsePrice(input.price);
  if (priceCents === undefined || priceCents < leastPriceCents) throw refuse("invalid", "plan_price");
  return {
    name: input.name,
    priceCents,
    durationHours: input.durationHours,
    downKbps: Math.round(input.speedMbps * 1_000),
    upKbps: Math.round((input.uploadMbps ?? input.speedMbps) * 1_000),
    dataBytes: input.dataLimitGB === undefined ? null : Math.round(input.dataLimitGB * gigabyte),
    devices: input.devices,
    isActive: input.isActive,
  };
}

export async function createPlan(ctx: Context, providerId: string, input: PlanInput): Promise<Plan> {
  const db = ctx.tenant(providerId);
  const now = ctx.now();
  const row = {
    id: crypto.randomUUID(),
    ...columnsOf(input),
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
  const change = columnsOf(input);
  const before = await planById(db, id);
  const changed = await db.run(
    sql`UPDATE plans SET name = ${change.name}, price_cents = ${change.priceCents},
        duration_hours = ${change.durationHours}, down_kbps = ${change.downKbps}, up_kbps = ${change.upKbps},
        data_bytes = ${change.dataBytes}, devices = ${change.devices}, is_active = ${change.isActive},
        updated_at = ${ctx.now()}
      WHERE id = ${id} AND archived_at IS NULL`,
  );
  const row = changed > 0 ? await planById(db, id) : null;
  if (!row || !before) throw refuse("not_found", "plan_gone");
  return { before: planAnswer(before), plan: planAnswer(row) };
}

/** Archived, not deleted: payments and vouchers refer to it. Answers its row, none where there is nothing to archive. */
export function archivePlanStatement(id: string, at: number): Sql {
  return sql`UPDATE plans SET archived_at = ${at}, updated_at = ${at}
    WHERE id = ${id} AND archived_at IS NULL
    RETURNING id`;
}
