import type { Offline } from "../../contract/users.ts";
import { isOpenAt, opensAt, windowsOf } from "../../contract/values/open-hours.ts";
import { macOf, type Subject } from "../../contract/values/subject.ts";
import { among, sql } from "../../db/sql.ts";
import type { TenantDb } from "../../db/tenant-db.ts";
import { firstIdIn, type RouterAway } from "../entitlements/index.ts";
import { trialPlanId } from "../trials/index.ts";
import { type HeldRow, termsOfRow, type UserRow } from "./user-rows.ts";

/** A paid purchase is given this long to reach its router before anybody worries (`transactions/activation.ts`). */
const worryAfterMs = 30_000;

export type Around = {
  now: number;
  away: ReadonlyMap<string, RouterAway>;
  /** `<router> <device>` of those whom a user of another system keeps out. */
  foreign: ReadonlySet<string>;
  /** By a device's address, the one that has its purchase now. */
  elsewhere: ReadonlyMap<Subject, Subject>;
};

/** Of a device that is not online, or of a purchase that lets nobody in. */
export function whyOffline(row: HeldRow, { now, away, foreign, elsewhere }: Around): Offline {
  const because = (
    cause: Offline["cause"],
    more: Partial<Offline> & { since?: number | null } = {},
  ): Offline => {
    const { since = null, ...rest } = more;
    const at = since === null ? null : new Date(since).toISOString();
    return { cause, at, macAddress: null, transactionId: null, ...rest };
  };
  const other = elsewhere.get(row.subject);
  if (other !== undefined) return because("other_device", { macAddress: macOf(other) });
  if (row.eId === null) return because("no_plan");
  if (row.status === "cut_off") {
    if (row.eIsUnpaid === 1) return because("money_back");
    return because("cut_off", row.eIsPartBack === 1 ? { isPartBack: true } : {});
  }
  if (row.status === "expired") return because(...overBy(row));
  const { hours } = termsOfRow(row) ?? {};
  if (hours && !isOpenAt(windowsOf(hours), now))
    return because("closed", { since: opensAt(windowsOf(hours), now) });
  const router = away.get(row.routerId);
  if (router) return because("router_away", { since: router.since });
  if (foreign.has(`${row.routerId} ${row.subject}`)) return because("foreign_user");
  if (row.eState === "running") return because("device_away");
  // What was given is no sale that could be tried again.
  const transactionId = termsOfRow(row)?.planId === trialPlanId ? null : row.eSourceId;
  const isNew = (row.eCreatedAt ?? 0) + worryAfterMs > now;
  return isNew ? because("activating") : because("not_activated", { transactionId });
}

function overBy(row: HeldRow): [Offline["cause"], { since: number | null }] {
  const since = row.eEndedAt ?? row.eEndsAt;
  if (row.eState === "lapsed") return ["lapsed", { since }];
  return [row.eEndReason === "data" ? "data_over" : "time_over", { since }];
}

/** Of devices that have nothing now: which other device has what they had. Parts of a purchase have ids that begin alike. */
export async function purchasesElsewhere(
  db: TenantDb,
  rows: readonly UserRow[],
): Promise<ReadonlyMap<Subject, Subject>> {
  const subjects = rows.filter(({ eId }) => eId === null).map(({ subject }) => subject);
  if (subjects.length === 0) return new Map();
  const found = await db.all(
    sql<{
      subject: Subject;
      other: Subject;
    }>`WITH had AS (SELECT subject, ${firstIdIn(sql`entitlement_id`)} AS id
        FROM devices WHERE subject IN ${among(subjects)})
      SELECT had.subject AS subject, other.subject AS other FROM had
      CROSS JOIN entitlements AS part ON part.id >= had.id AND part.id < had.id || '/'
        AND part.state IN ('waiting', 'running')
      CROSS JOIN devices AS other ON other.entitlement_id = part.id AND other.detached_at IS NULL
      WHERE other.subject <> had.subject AND NOT EXISTS (SELECT 1 FROM devices AS own
        WHERE own.entitlement_id = part.id AND own.subject = had.subject AND own.detached_at IS NULL)
      ORDER BY part.created_at, other.attached_at`,
  );
  return new Map(found.map(({ subject, other }) => [subject, other]));
}
