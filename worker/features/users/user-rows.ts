import type { UserStatus } from "../../contract/users.ts";
import type { Subject } from "../../contract/values/subject.ts";
import { dayMs, nairobiMs } from "../../contract/values/time.ts";
import { packed, unpacked } from "../../db/packed-rows.ts";
import type { Terms } from "../../db/schema/tenant.ts";
import { among, joined, type Sql, sql, whereAll } from "../../db/sql.ts";
import type { TenantDb } from "../../db/tenant-db.ts";
import { firstIdIn, isPartBackOf, isUnpaidOf, withTopUps } from "../entitlements/index.ts";

// Devices of a provider, each with the purchase that counts for it now: the one that runs, else the newest.

/** A device and its purchase; columns that begin with `e` are of the purchase, null where there is none. */
export type HeldRow = {
  subject: Subject;
  /** Where the purchase is, else where the device was last. */
  routerId: string;
  status: UserStatus;
  eId: string | null;
  eState: "waiting" | "running" | "cut_off" | "ended" | "lapsed" | null;
  eEndReason: string | null;
  eTerms: string | null;
  eSourceId: string | null;
  eCreatedAt: number | null;
  eTopUpBytes: number | null;
  eEndsAt: number | null;
  eEndedAt: number | null;
  /** 1: it was cut off, and its money went back or never came. */
  eIsUnpaid: 0 | 1;
  /** 1: it was cut off, and some of its money went back. */
  eIsPartBack: 0 | 1;
};

export type UserRow = HeldRow & {
  phone: string | null;
  bytesUp: number;
  bytesDown: number;
  seconds: number;
  firstSeenAt: number;
  lastSeenAt: number;
  eUsedBytes: number | null;
  eStartedAt: number | null;
};

export type UsersWanted = {
  now: number;
  subject?: Subject;
  status?: UserStatus | undefined;
  routerId?: string | undefined;
  /** Part of an address or of a phone number in any spelling, of the user's name, or of a plan's. */
  q?: string | undefined;
  /** Only those whose bought time ended lately, and for which nothing was bought since. */
  notRenewed?: boolean;
  /** Only these devices, or all but these. */
  among?: { subjects: ReadonlySet<Subject>; isIn: boolean } | undefined;
};

/**
 * Purchases that are not over, each with its devices. The words of the index `entitlements_due`, and a CROSS JOIN that keeps
 * the planner from beginning with the devices.
 */
const live: Sql = sql`FROM entitlements CROSS JOIN devices ON devices.entitlement_id = entitlements.id
  WHERE entitlements.state IN ('waiting', 'running', 'cut_off')`;

/** What runs now, by device. @param which of the devices; all unless told */
const running = (
  now: number,
  which = sql``,
): Sql => sql`SELECT devices.subject AS subject, entitlements.id AS id, max(entitlements.created_at) AS created_at
  ${live} AND entitlements.state = 'running' AND entitlements.ends_at > ${now} AND devices.detached_at IS NULL ${which}
  GROUP BY devices.subject`;

const statusAt = (now: number): Sql => sql`CASE WHEN r.id IS NOT NULL THEN 'active'
  WHEN e.state = 'cut_off' AND coalesce(e.ends_at, ${now + 1}) > ${now} THEN 'cut_off'
  WHEN e.state IN ('ended', 'lapsed') OR e.ends_at <= ${now} THEN 'expired'
  ELSE 'inactive' END`;

/** @param onlyRunning spares looking at everybody else */
const from = (now: number, onlyRunning: boolean): Sql => sql`FROM hotspot_users u
  ${onlyRunning ? sql`` : sql`LEFT`} JOIN (${running(now)}) r ON r.subject = u.subject
  ${purchase}`;

const purchase = sql`LEFT JOIN entitlements e ON e.id = coalesce(r.id, u.entitlement_id)
  AND e.state <> 'moved'`;

const inOrder = sql`u.last_seen_at DESC, u.subject`;

/** Where nothing is looked for, the page is cut before purchases are; a plus keeps its devices from being looked up in each purchase. */
const pageOfAll = (now: number, { limit, offset }: { limit: number; offset: number }): Sql =>
  sql`WITH page AS (SELECT u.* FROM hotspot_users u
      ORDER BY ${inOrder} LIMIT ${limit} OFFSET ${offset})
    SELECT ${columns(now)} FROM page u
    LEFT JOIN (${running(now, sql`AND +devices.subject IN (SELECT subject FROM page)`)}) r ON r.subject = u.subject
    ${purchase} ORDER BY ${inOrder}`;

const ofPurchase = sql`e.id AS eId, e.state AS eState, e.end_reason AS eEndReason, e.terms AS eTerms,
  e.source_id AS eSourceId, e.created_at AS eCreatedAt, e.top_up_bytes AS eTopUpBytes, e.ends_at AS eEndsAt,
  e.ended_at AS eEndedAt, iif(e.state = 'cut_off', ${isUnpaidOf("e")}, 0) AS eIsUnpaid,
  iif(e.state = 'cut_off', ${isPartBackOf("e")}, 0) AS eIsPartBack`;

const columns = (
  now: number,
): Sql => sql`u.subject, u.phone, coalesce(e.router_id, u.router_id) AS routerId, u.bytes_up AS bytesUp,
  u.bytes_down AS bytesDown, u.seconds, u.first_seen_at AS firstSeenAt, u.last_seen_at AS lastSeenAt,
    ${statusAt(now)} AS status, ${ofPurchase}, e.used_bytes AS eUsedBytes, e.started_at AS eStartedAt`;

const names = [
  ...([
    "subject",
    "phone",
    "routerId",
    "bytesUp",
    "bytesDown",
    "seconds",
    "firstSeenAt",
    "lastSeenAt",
  ] as const),
  ...(["status", "eId", "eState", "eEndReason", "eTerms"] as const),
  ...(["eSourceId", "eCreatedAt", "eUsedBytes", "eTopUpBytes", "eStartedAt", "eEndsAt"] as const),
  ...(["eEndedAt", "eIsUnpaid", "eIsPartBack"] as const),
];

/** Last seen first, with the number of all that fit. */
export async function usersPage(
  db: TenantDb,
  wanted: UsersWanted & { limit: number; offset: number },
): Promise<{ rows: UserRow[]; total: number }> {
  const { now, limit, offset } = wanted;
  const conditions = fitting(wanted);
  const isNarrowed = conditions.length > 0 || wanted.status === "active";
  const chosen = sql`${from(now, wanted.status === "active")} ${whereAll(conditions)}`;
  const [rows, [count]] = await db.batch([
    packed(
      names,
      isNarrowed
        ? sql`SELECT ${columns(now)} ${chosen} ORDER BY ${inOrder} LIMIT ${limit} OFFSET ${offset}`
        : pageOfAll(now, wanted),
    ),
    isNarrowed
      ? sql<{ total: number }>`SELECT count(*) AS total ${chosen}`
      : sql<{
          total: number;
        }>`SELECT count(*) AS total FROM hotspot_users`,
  ]);
  return { rows: unpacked<UserRow>(names, rows), total: count?.total ?? 0 };
}

/** Of `e`, the purchase that counts for a device: it was bought, and ended by itself yesterday or the day before in Nairobi. */
function endedLately(now: number): Sql {
  const today = Math.floor((now + nairobiMs) / dayMs) * dayMs - nairobiMs;
  return sql`e.state = 'ended' AND e.end_reason IN ('time', 'data') AND e.source IN ('payment', 'voucher')
    AND e.ended_at >= ${today - 2 * dayMs} AND e.ended_at < ${today}`;
}

/** How many `notRenewed` lists: begins with what ended in those two days, so that it reads no more than that. */
export function countNotRenewed(now: number): Sql<{ count: number }> {
  return sql<{ count: number }>`SELECT count(*) AS count
    FROM provider_routers CROSS JOIN entitlements e ON e.router_id = provider_routers.router_id
      AND e.ended_at IS NOT NULL AND ${endedLately(now)}
    CROSS JOIN devices ON devices.entitlement_id = e.id
    CROSS JOIN hotspot_users u ON u.subject = devices.subject AND u.entitlement_id = e.id
    WHERE devices.subject NOT IN (SELECT subject FROM (${running(now)}))`;
}

/** Null for a device that this provider does not have. */
export async function userRow(db: TenantDb, subject: Subject, now: number): Promise<UserRow | null> {
  const row = await db.first(
    sql<UserRow>`SELECT ${columns(now)} ${from(now, false)} WHERE u.subject = ${subject}`,
  );
  return row ?? null;
}

/** @property subjects JSON: those that it has now @property isQueued 1: another purchase runs on its device */
export type PaidForRow = HeldRow & { paymentId: string; subjects: string; isQueued: 0 | 1 };

/** What completed payments bought, each as far as it has come: at its last router, with its devices there. */
export const paidFor = (paymentIds: readonly string[], now: number): Sql<PaidForRow> =>
  sql<PaidForRow>`WITH paid AS (SELECT id, subject, ${firstIdIn(sql`entitlement_id`)} AS first_id FROM payments
      WHERE id IN ${among(paymentIds)} AND status = 'completed' AND entitlement_id IS NOT NULL)
    SELECT paid.id AS paymentId, coalesce(e.subject, paid.subject, '') AS subject, e.router_id AS routerId,
      ${statusAt(now)} AS status, ${ofPurchase},
      (SELECT json_group_array(devices.subject) FROM devices
        WHERE devices.entitlement_id = e.id AND devices.detached_at IS NULL) AS subjects,
      EXISTS (SELECT 1 ${live} AND entitlements.state = 'running' AND entitlements.ends_at > ${now}
        AND entitlements.id <> e.id AND devices.subject = e.subject AND devices.detached_at IS NULL) AS isQueued
    FROM paid CROSS JOIN entitlements e ON e.id = (SELECT part.id FROM entitlements AS part
        WHERE part.id >= paid.first_id AND part.id < paid.first_id || '/' ORDER BY length(part.id) DESC, part.id DESC LIMIT 1)
    LEFT JOIN entitlements r ON r.id = e.id AND r.state = 'running' AND r.ends_at > ${now}
    WHERE e.state <> 'moved'`;

export type Counted = { total: number; active: number; expired: number };

/** By what lives, not by everybody's last purchase: this is asked for all day long. For `countedUsers`. */
export type UserCounts = { total: number; active: number; open: number; without: number };

/** `open`: the newest purchase waits, is cut off, or is none; or a removed router took the device from it. */
export function countStatement(now: number): Sql<UserCounts> {
  return sql<UserCounts>`WITH live AS MATERIALIZED (SELECT devices.subject AS subject, entitlements.id AS id,
      entitlements.state = 'running' AND coalesce(entitlements.ends_at, 0) > ${now} AND devices.detached_at IS NULL AS runs
      ${live} AND coalesce(entitlements.ends_at, ${now + 1}) > ${now})
    SELECT (SELECT count(*) FROM hotspot_users) AS total,
      (SELECT count(DISTINCT subject) FROM live WHERE runs) AS active,
      (SELECT count(*) FROM live CROSS JOIN hotspot_users ON hotspot_users.subject = live.subject AND hotspot_users.entitlement_id = live.id
        WHERE NOT live.runs AND live.subject NOT IN (SELECT subject FROM live WHERE runs)) AS open,
      (SELECT count(*) FROM hotspot_users WHERE entitlement_id IS NULL
        AND subject NOT IN (SELECT subject FROM live WHERE runs)) AS without`;
}

export function countedUsers([row]: readonly UserCounts[]): Counted {
  const { total, active, open: notOver, without } = row ?? { total: 0, active: 0, open: 0, without: 0 };
  return { total, active, expired: Math.max(0, total - active - notOver - without) };
}

function fitting({ now, status, routerId, q, notRenewed, among: listed }: UsersWanted): Sql[] {
  const conditions: Sql[] = [];
  if (notRenewed) conditions.push(endedLately(now));
  if (status && status !== "active") conditions.push(sql`(${statusAt(now)}) = ${status}`);
  if (routerId) conditions.push(sql`coalesce(e.router_id, u.router_id) = ${routerId}`);
  if (listed) {
    const subjects = among([...listed.subjects]);
    conditions.push(listed.isIn ? sql`u.subject IN ${subjects}` : sql`u.subject NOT IN ${subjects}`);
  }
  if (q?.trim()) conditions.push(sql`(${joined(placesOf(q), " OR ")})`);
  return conditions;
}

function placesOf(typed: string): Sql[] {
  const q = typed.trim().toUpperCase();
  const places = [
    sql`instr(upper(json_extract(e.terms, '$.planName')), ${q}) > 0`,
    // The name that the console makes of an address: user-0c0a01. A subject's kind stands before it.
    sql`instr('USER-' || substr(replace(u.subject, ':', ''), 13), ${q}) > 0`,
  ];
  const compact = q.replace(/[\s:.-]/g, "");
  if (/^[0-9A-F]{1,12}$/.test(compact)) places.push(sql`instr(replace(u.subject, ':', ''), ${compact}) > 0`);
  const digits = q.replace(/[\s+().-]/g, "");
  if (/^\d{1,15}$/.test(digits)) {
    places.push(sql`instr(u.phone, ${digits}) > 0`);
    // As numbers are said in Kenya: 0712 … is kept as 254712 …
    if (digits.startsWith("0")) places.push(sql`instr(u.phone, ${`254${digits.slice(1)}`}) = 1`);
  }
  return places;
}

export function termsOfRow(row: HeldRow): Terms | null {
  return row.eTerms === null ? null : withTopUps(JSON.parse(row.eTerms) as Terms, row.eTopUpBytes ?? 0);
}
