import type { Offline } from "../../contract/users.ts";
import { trialPlanId } from "../../contract/values/free-trial.ts";
import { isOpenAt, opensAt, windowsOf } from "../../contract/values/open-hours.ts";
import { among, sql } from "../../db/sql.ts";
import type { TenantDb } from "../../db/tenant-db.ts";
import { firstIdIn, type RouterAway } from "../entitlements/index.ts";
import { termsOfRow, type UserRow } from "./user-rows.ts";

/** A paid purchase is given this long to reach its router before anybody worries (`transactions/activation.ts`). */
const worryAfterMs = 30_000;

export type Around = {
  now: number;
  away: ReadonlyMap<string, RouterAway>;
  /** `<router> <device>` of those whom a user of another system keeps out. */
  foreign: ReadonlySet<string>;
  /** By a device's address, the one that has its purchase now. */
  elsewhere: ReadonlyMap<string, string>;
};

/** Of a device that is not online. */
export function whyOffline(row: UserRow, { now, away, foreign, elsewhere }: Around): Offline {
  const because = (
    cause: Offline["cause"],
    more: Partial<Offline> & { since?: number | null } = {},
  ): Offline => {
    const { since = null, ...rest } = more;
    const at = since === null ? null : new Date(since).toISOString();
    return { cause, at, macAddress: null, transactionId: null, ...rest };
  };
  const other = elsewhere.get(row.mac);
  if (other !== undefined) return because("other_device", { macAddress: other });
  if (row.eId === null) return because("no_plan");
  if (row.status === "cut_off") return because("cut_off");
  if (row.status === "expired") return because(...overBy(row));
  const { hours } = termsOfRow(row) ?? {};
  if (hours && !isOpenAt(windowsOf(hours), now))
    return because("closed", { since: opensAt(windowsOf(hours), now) });
  const router = away.get(row.routerId);
  if (router) return because("router_away", { since: router.since });
  if (foreign.has(`${row.routerId} ${row.mac}`)) return because("foreign_user");
  if (row.eState === "running") return because("device_away");
  // What was given is no sale that could be tried again.
  const transactionId = termsOfRow(row)?.planId === trialPlanId ? null : row.eSourceId;
  const isNew = (row.eCreatedAt ?? 0) + worryAfterMs > now;
  return isNew ? because("activating") : because("not_activated", { transactionId });
}

function overBy(row: UserRow): [Offline["cause"], { since: number | null }] {
  const since = row.eEndedAt ?? row.eEndsAt;
  if (row.eState === "lapsed") return ["lapsed", { since }];
  return [row.eEndReason === "data" ? "data_over" : "time_over", { since }];
}

/** Of devices that have nothing now: which other device has what they had. Parts of a purchase have ids that begin alike. */
export async function purchasesElsewhere(
  db: TenantDb,
  rows: readonly UserRow[],
): Promise<ReadonlyMap<string, string>> {
  const macs = rows.filter(({ eId }) => eId === null).map(({ mac }) => mac);
  if (macs.length === 0) return new Map();
  const found = await db.all(
    sql<{
      mac: string;
      other: string;
    }>`WITH had AS (SELECT mac, ${firstIdIn(sql`entitlement_id`)} AS id
        FROM devices WHERE mac IN ${among(macs)})
      SELECT had.mac AS mac, other.mac AS other FROM had
      CROSS JOIN entitlements AS part ON part.id >= had.id AND part.id < had.id || '/'
        AND part.state IN ('waiting', 'running')
      CROSS JOIN devices AS other ON other.entitlement_id = part.id AND other.detached_at IS NULL
      WHERE other.mac <> had.mac AND NOT EXISTS (SELECT 1 FROM devices AS own
        WHERE own.entitlement_id = part.id AND own.mac = had.mac AND own.detached_at IS NULL)
      ORDER BY part.created_at, other.attached_at`,
  );
  return new Map(found.map(({ mac, other }) => [mac, other]));
}
