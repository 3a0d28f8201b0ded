import type { TenantDb } from "../../db/tenant-db.ts";
import { type DayRange, paidSince, type Sum } from "../sales/index.ts";

export type SumOfPlan = Sum & { planName: string };

/** By the name under which each was sold, most revenue first. */
export async function paidByPlan(db: TenantDb, range: DayRange): Promise<SumOfPlan[]> {
  const since = await paidSince(db, range);
  return db.all<SumOfPlan>(
    db.statement(
      `SELECT json_extract(terms, '$.planName') AS planName, count(*) AS count, sum(amount_cents) AS cents FROM payments
      WHERE provider_id = ?1 AND created_at >= ?2 AND created_at < ?4 AND completed_at >= ?3 AND completed_at < ?4
      GROUP BY planName ORDER BY cents DESC, planName`,
      since,
      range.start,
      range.end,
    ),
  );
}

export type Payer = { phone: string; count: number; cents: number; first: number; last: number };

/**
 * Who paid in the range, most revenue first. `first` is this payer's first payment of all times, `last` the last one of
 * the range; UTC ms.
 */
export function payers(db: TenantDb, { start, end }: DayRange): Promise<Payer[]> {
  return db.all<Payer>(
    db.statement(
      `SELECT phone, count(CASE WHEN completed_at >= ?2 THEN 1 END) AS count,
        sum(CASE WHEN completed_at >= ?2 THEN amount_cents ELSE 0 END) AS cents, min(completed_at) AS first,
        max(completed_at) AS last
      FROM payments WHERE provider_id = ?1 AND created_at < ?3 AND completed_at < ?3
      GROUP BY phone HAVING max(completed_at) >= ?2 ORDER BY cents DESC, phone`,
      start,
      end,
    ),
  );
}

export type UsageSum = { bytesUp: number; bytesDown: number; seconds: number; devices: number };
export type UsageOfDay = UsageSum & { day: string };

/**
 * Usage is kept by device and day, so each device that was seen since the range began is looked up: reading all days of
 * all devices would cost the whole history.
 */
export async function usageIn(
  db: TenantDb,
  { from, to, start }: DayRange,
): Promise<{ days: UsageOfDay[]; devices: number }> {
  const used = `FROM hotspot_users CROSS JOIN usage_daily
    ON usage_daily.provider_id = ?1 AND usage_daily.mac = hotspot_users.mac
      AND usage_daily.day >= ?2 AND usage_daily.day <= ?3
    WHERE hotspot_users.provider_id = ?1 AND hotspot_users.last_seen_at >= ?4`;
  const [days, devices] = await db.batch([
    db.statement(
      `SELECT usage_daily.day, sum(usage_daily.bytes_up) AS bytesUp, sum(usage_daily.bytes_down) AS bytesDown,
        sum(usage_daily.seconds) AS seconds, count(*) AS devices ${used} GROUP BY usage_daily.day`,
      from,
      to,
      start,
    ),
    db.statement(`SELECT count(DISTINCT usage_daily.mac) AS devices ${used}`, from, to, start),
  ]);
  return { days: (days ?? []) as UsageOfDay[], devices: Number(devices?.[0]?.devices ?? 0) };
}
