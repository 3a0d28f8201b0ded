import type { UserStatus } from "../../contract/users.ts";
import { packed, unpacked } from "../../db/packed-rows.ts";
import type { Terms } from "../../db/schema/tenant.ts";
import type { Statement, TenantDb } from "../../db/tenant-db.ts";

// Devices of a provider, each with the purchase that counts for it now: the one that runs, else the newest.

/** Its columns that begin with `e` are of the purchase, null where there is none. */
export type UserRow = {
  mac: string;
  phone: string | null;
  /** Where the purchase is, else where the device was last. */
  routerId: string;
  bytesUp: number;
  bytesDown: number;
  seconds: number;
  firstSeenAt: number;
  lastSeenAt: number;
  status: UserStatus;
  eId: string | null;
  eState: "waiting" | "running" | "cut_off" | "ended" | "lapsed" | null;
  eEndReason: string | null;
  eTerms: string | null;
  eUsedBytes: number | null;
  eStartedAt: number | null;
  eEndsAt: number | null;
  eEndedAt: number | null;
};

export type UsersWanted = {
  now: number;
  mac?: string;
  status?: UserStatus | undefined;
  routerId?: string | undefined;
  /** Part of an address or of a phone number in any spelling, of the user's name, or of a plan's. */
  q?: string | undefined;
  /** Only these devices, or all but these. */
  among?: { macs: ReadonlySet<string>; isIn: boolean } | undefined;
};

/**
 * What runs at the moment `?2`, by device. The words of the partial index of live purchases, a plus that keeps the planner
 * from reading the whole history by the primary key, and a CROSS JOIN that keeps it from beginning with the devices.
 */
const running = `SELECT devices.mac AS mac, entitlements.id AS id, max(entitlements.created_at) AS created_at
  FROM entitlements CROSS JOIN devices ON devices.provider_id = ?1 AND devices.entitlement_id = entitlements.id
    AND devices.detached_at IS NULL
  WHERE +entitlements.provider_id = ?1 AND entitlements.state IN ('waiting', 'running', 'cut_off')
    AND entitlements.state = 'running' AND entitlements.ends_at > ?2
    AND entitlements.router_id IN (SELECT router_id FROM provider_routers WHERE provider_id = ?1)
  GROUP BY devices.mac`;

const status = `CASE WHEN r.id IS NOT NULL THEN 'active'
  WHEN e.state = 'cut_off' AND coalesce(e.ends_at, ?2 + 1) > ?2 THEN 'cut_off'
  WHEN e.state IN ('ended', 'lapsed') OR e.ends_at <= ?2 THEN 'expired'
  ELSE 'inactive' END`;

/** @param onlyRunning spares looking at everybody else */
const from = (
  onlyRunning: boolean,
) => `FROM hotspot_users u ${onlyRunning ? "" : "LEFT"} JOIN (${running}) r ON r.mac = u.mac
  LEFT JOIN entitlements e ON e.provider_id = ?1 AND e.id = coalesce(r.id, u.entitlement_id) AND e.state <> 'moved'
  WHERE u.provider_id = ?1`;

const columns = `u.mac, u.phone, coalesce(e.router_id, u.router_id) AS routerId, u.bytes_up AS bytesUp,
  u.bytes_down AS bytesDown, u.seconds, u.first_seen_at AS firstSeenAt, u.last_seen_at AS lastSeenAt, ${status} AS status,
  e.id AS eId, e.state AS eState, e.end_reason AS eEndReason, e.terms AS eTerms, e.used_bytes AS eUsedBytes,
  e.started_at AS eStartedAt, e.ends_at AS eEndsAt, e.ended_at AS eEndedAt`;

const names = [
  ...(["mac", "phone", "routerId", "bytesUp", "bytesDown", "seconds", "firstSeenAt", "lastSeenAt"] as const),
  ...(["status", "eId", "eState", "eEndReason", "eTerms", "eUsedBytes", "eStartedAt", "eEndsAt"] as const),
  "eEndedAt" as const,
];

/** Last seen first, with the number of all that fit. */
export async function usersPage(
  db: TenantDb,
  wanted: UsersWanted & { limit: number; offset: number },
): Promise<{ rows: UserRow[]; total: number }> {
  const { fits, values } = fitting(wanted);
  const chosen = `${from(wanted.status === "active")} ${fits}`;
  const next = values.length + 3;
  const all = fits === "" && wanted.status !== "active";
  const [rows, count] = await db.batch([
    packed(
      db,
      names,
      `SELECT ${columns} ${chosen} ORDER BY u.last_seen_at DESC, u.mac LIMIT ?${next} OFFSET ?${next + 1}`,
      wanted.now,
      ...values,
      wanted.limit,
      wanted.offset,
    ),
    all
      ? db.statement("SELECT count(*) AS total FROM hotspot_users WHERE provider_id = ?1")
      : db.statement(`SELECT count(*) AS total ${chosen}`, wanted.now, ...values),
  ]);
  return { rows: unpacked<UserRow>(names, rows), total: Number(count?.[0]?.total ?? 0) };
}

/** Null for a device that this provider does not have. */
export async function userRow(db: TenantDb, mac: string, now: number): Promise<UserRow | null> {
  const [row] = await db.all<UserRow>(
    db.statement(`SELECT ${columns} ${from(false)} AND u.mac = ?3`, now, mac),
  );
  return row ?? null;
}

/**
 * Those that are neither active nor expired: their newest purchase waits, is cut off, or is none. Devices that a removed
 * router took from it count as well.
 */
const open = `SELECT count(*) FROM entitlements CROSS JOIN devices ON devices.provider_id = ?1
    AND devices.entitlement_id = entitlements.id
  CROSS JOIN hotspot_users ON hotspot_users.provider_id = ?1 AND hotspot_users.mac = devices.mac
    AND hotspot_users.entitlement_id = entitlements.id
  WHERE +entitlements.provider_id = ?1 AND entitlements.state IN ('waiting', 'running', 'cut_off')
    AND coalesce(entitlements.ends_at, ?2 + 1) > ?2 AND hotspot_users.mac NOT IN (SELECT mac FROM active)
    AND entitlements.router_id IN (SELECT router_id FROM provider_routers WHERE provider_id = ?1)`;

export type Counted = { total: number; active: number; expired: number };

/** By what lives, not by everybody's last purchase: this is asked for all day long. For `countedUsers`. */
export function countStatement(db: TenantDb, now: number): Statement {
  return db.statement(
    `WITH active AS (${running})
    SELECT (SELECT count(*) FROM hotspot_users WHERE provider_id = ?1) AS total,
      (SELECT count(*) FROM active) AS active, (${open}) AS open,
      (SELECT count(*) FROM hotspot_users WHERE provider_id = ?1 AND entitlement_id IS NULL
        AND mac NOT IN (SELECT mac FROM active)) AS without`,
    now,
  );
}

export function countedUsers(rows: readonly Record<string, unknown>[] | undefined): Counted {
  const [row] = (rows ?? []) as { total: number; active: number; open: number; without: number }[];
  const { total, active, open: notOver, without } = row ?? { total: 0, active: 0, open: 0, without: 0 };
  return { total, active, expired: Math.max(0, total - active - notOver - without) };
}

function fitting({ status: wantedStatus, routerId, q, among }: UsersWanted) {
  const conditions: string[] = [];
  const values: string[] = [];
  const parameter = (value: string) => `?${values.push(value) + 2}`;
  if (wantedStatus && wantedStatus !== "active") conditions.push(`(${status}) = ${parameter(wantedStatus)}`);
  if (routerId) conditions.push(`coalesce(e.router_id, u.router_id) = ${parameter(routerId)}`);
  if (among) {
    const macs = parameter(JSON.stringify([...among.macs]));
    conditions.push(`u.mac ${among.isIn ? "IN" : "NOT IN"} (SELECT value FROM json_each(${macs}))`);
  }
  if (q?.trim()) conditions.push(`(${placesOf(q, parameter).join(" OR ")})`);
  return { fits: conditions.map((condition) => `AND ${condition}`).join(" "), values };
}

function placesOf(typed: string, parameter: (value: string) => string): string[] {
  const q = typed.trim().toUpperCase();
  const words = parameter(q);
  const places = [
    `instr(upper(json_extract(e.terms, '$.planName')), ${words}) > 0`,
    // The name that the console makes of an address: user-0c0a01.
    `instr('USER-' || substr(replace(u.mac, ':', ''), 7), ${words}) > 0`,
  ];
  const compact = q.replace(/[\s:.-]/g, "");
  if (/^[0-9A-F]{1,12}$/.test(compact))
    places.push(`instr(replace(u.mac, ':', ''), ${parameter(compact)}) > 0`);
  const digits = q.replace(/[\s+().-]/g, "");
  if (/^\d{1,15}$/.test(digits)) {
    places.push(`instr(u.phone, ${parameter(digits)}) > 0`);
    // As numbers are said in Kenya: 0712 … is kept as 254712 …
    if (digits.startsWith("0")) places.push(`instr(u.phone, ${parameter(`254${digits.slice(1)}`)}) = 1`);
  }
  return places;
}

export function termsOfRow(row: UserRow): Terms | null {
  return row.eTerms === null ? null : (JSON.parse(row.eTerms) as Terms);
}
