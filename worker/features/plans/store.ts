import { and, asc, desc, eq, isNull } from "drizzle-orm";
import type { Context } from "../../context.ts";
import type { Plan, PlanForVisitors } from "../../contract/plans.ts";
import { gigabyte, megabyte } from "../../contract/values/data.ts";
import { chargedShillings, priceString } from "../../contract/values/money.ts";
import { shownHours } from "../../contract/values/open-hours.ts";
import { minuteMs } from "../../contract/values/time.ts";
import { plans, type Terms, type TopUp } from "../../db/schema/tenant.ts";
import type { TenantDb } from "../../db/tenant-db.ts";
import { VersionCache } from "../../version-cache.ts";

type PlanRow = typeof plans.$inferSelect;

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
    durationHours: row.durationMinutes / 60,
    durationMinutes: row.durationMinutes,
    speedMbps: row.downKbps / 1_000,
    uploadMbps: row.upKbps / 1_000,
    dataLimitGB: row.dataBytes === null ? null : row.dataBytes / gigabyte,
    fairUseGB: row.fairUseBytes === null ? null : row.fairUseBytes / gigabyte,
    fairUseMbps: row.fairUseKbps === null ? null : row.fairUseKbps / 1_000,
    devices: row.devices,
    isActive: row.isActive,
    isHidden: row.isHidden,
    routerIds: row.routerIds,
    regularPrice: row.regularPriceCents === null ? null : priceString(row.regularPriceCents),
    soldUntil: row.soldUntil === null ? null : new Date(row.soldUntil).toISOString(),
    hours: shownHours(hoursOf(row).hours),
    topUp:
      row.topUpBytes === null || row.topUpPriceCents === null
        ? null
        : { megabytes: row.topUpBytes / megabyte, price: priceString(row.topUpPriceCents) },
  };
}

/** Whether a visitor may buy it there and then. @param routerId null = not known yet */
export function isSold(row: PlanRow, routerId: string | null, now: number): boolean {
  const isThere = row.routerIds === null || (routerId !== null && row.routerIds.includes(routerId));
  return row.isActive && !row.isHidden && isThere && (row.soldUntil === null || row.soldUntil > now);
}

/** Freezes a plan into what is sold, at what it is charged: books, lists and slips say the same. */
export function termsOf(row: PlanRow): Terms {
  return {
    planId: row.id,
    planName: row.name,
    priceCents: chargedShillings(row.priceCents) * 100,
    durationMs: row.durationMinutes * minuteMs,
    upKbps: row.upKbps,
    downKbps: row.downKbps,
    dataBytes: row.dataBytes,
    devices: row.devices,
    ...fairUseOf(row),
    ...hoursOf(row),
    ...topUpOf(row),
  };
}

function hoursOf({ openFrom, openUntil }: PlanRow): Pick<Terms, "hours"> {
  return openFrom === null || openUntil === null ? {} : { hours: { from: openFrom, until: openUntil } };
}

function topUpOf(row: PlanRow): Pick<Terms, "topUp"> {
  const { topUpBytes: bytes, topUpPriceCents: priceCents } = row;
  if (bytes === null || priceCents === null) return {};
  return { topUp: { bytes, priceCents, share: shareOf(row, priceCents) } };
}

/** As much of a plan's time and data as of its price is paid; time in whole minutes. */
function shareOf({ priceCents, durationMinutes, dataBytes }: PlanRow, paidCents: number): TopUp["share"] {
  const part = chargedShillings(paidCents) / chargedShillings(priceCents);
  return {
    durationMs: Math.ceil(durationMinutes * part) * minuteMs,
    dataBytes: dataBytes === null ? null : Math.ceil(dataBytes * part),
  };
}

/** The upload is slowed to the same speed, where it is not slower already. */
function fairUseOf({ fairUseBytes, fairUseKbps, upKbps }: PlanRow): Pick<Terms, "fairUse"> {
  if (fairUseBytes === null || fairUseKbps === null) return {};
  return {
    fairUse: { afterBytes: fairUseBytes, upKbps: Math.min(upKbps, fairUseKbps), downKbps: fairUseKbps },
  };
}

const kept = new VersionCache<PlanRow[]>();

/** What visitors of this router are shown, cheapest first. What is charged is always read afresh. */
export async function soldPlans(
  ctx: Context,
  providerId: string,
  routerId: string | null,
): Promise<PlanForVisitors[]> {
  const active = await kept.get(ctx, providerId, () => activePlans(ctx.tenant(providerId)));
  return active.filter((row) => isSold(row, routerId, ctx.now())).map(answerForVisitors);
}

function answerForVisitors(row: PlanRow): PlanForVisitors {
  const answer = planAnswer(row);
  const {
    durationMinutes: _minutes,
    isHidden: _hidden,
    routerIds: _routers,
    topUp: _topUp,
    ...shown
  } = answer;
  return shown;
}
