import type { Context } from "../../context.ts";
import type { Subject } from "../../contract/values/subject.ts";
import { sql } from "../../db/sql.ts";
import { firstIdOf } from "./purchase-id.ts";

/** @property device names it to visitors, who are told no addresses @property attachedAt UTC ms */
export type PlanDevice = { device: string; subject: Subject; attachedAt: number };

/** The devices that have a purchase now: the one that it was bought for, then those that joined, in order. */
export async function planDevices(
  ctx: Context,
  providerId: string,
  entitlementId: string,
): Promise<PlanDevice[]> {
  const rows = await ctx.tenant(providerId).all(
    sql<{ subject: Subject; attachedAt: number }>`SELECT devices.subject, devices.attached_at AS attachedAt
      FROM devices JOIN entitlements ON entitlements.id = devices.entitlement_id
      WHERE devices.entitlement_id = ${entitlementId} AND devices.detached_at IS NULL
      ORDER BY devices.subject <> entitlements.subject, devices.attached_at, devices.subject`,
  );
  return rows.map((row) => ({ device: deviceName(ctx, entitlementId, row.subject), ...row }));
}

export function deviceName(ctx: Context, entitlementId: string, subject: Subject): string {
  return ctx.keys.tag("plan-device", `${firstIdOf(entitlementId)} ${subject}`, 64);
}
