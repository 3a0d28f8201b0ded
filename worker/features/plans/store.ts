import { and, asc, desc, eq, isNull } from "drizzle-orm";
import type { Context } from "../../context.ts";
import type { Plan, PlanForVisitors } from "../../contract/plans.ts";
import { gigabyte } from "../../contract/values/data.ts";
import { hourMs } from "../../contract/values/duration.ts";
import { priceString } from "../../contract/values/money.ts";
import { plans, type Terms } from "../../db/schema/tenant.ts";
import type { TenantDb } from "../../db/tenant-db.ts";
import { VersionCache } from "../../version-cache.ts";

export type PlanRow = typeof plans.$inferSelect;

export function activePlans(db: TenantDb): Promise<PlanRow[]> {
  return db.select(plans, {
    where: and(eq(plans.isActive, true), isNull(plans.archivedAt)),
    orderBy: [asc(plans.priceCents), asc(plans.createdAt)],
  });
}

export function allPlans(db: TenantDb): Promise<PlanRow[]> {
  return db.select(plans, { where: isNull(plans.archivedAt), orderBy: [desc(plans.createdAt)] });
}

/** Null when it is unknown, another provider's, or archived. */
export async function planById(db: TenantDb, id: string): Promise<PlanRow | null> {
  const rows = await db.select(plans, { where: and(eq(plans.id, id), isNull(plans.archivedAt)), limit: 1 });
  return rows[0] ?? null;
}

export function planAnswer(row: PlanRow): Plan {
  return {
    id: row.id,
    name: row.name,
    price: priceString(row.priceCents),
    durationHours: row.durationHours,
    speedMbps: row.downKbps / 1_000,
    uploadMbps: row.upKbps / 1_000,
    dataLimitGB: row.dataBytes === null ? null : row.dataBytes / gigabyte,
    devices: row.devices,
    isActive: row.isActive,
  };
}

/** Freezes a plan into what is sold. */
export function termsOf(row: PlanRow): Terms {
  return {
    planId: row.id,
    planName: row.name,
    priceCents: row.priceCents,
    durationMs: row.durationHours * hourMs,
    upKbps: row.upKbps,
    downKbps: row.downKbps,
    dataBytes: row.dataBytes,
    devices: row.devices,
  };
}

const kept = new VersionCache<PlanForVisitors[]>();

/** What visitors are shown, cheapest first. What is charged is always read afresh. */
export function soldPlans(ctx: Context, providerId: string): Promise<PlanForVisitors[]> {
  return kept.get(ctx, providerId, async () => (await activePlans(ctx.tenant(providerId))).map(planAnswer));
}
