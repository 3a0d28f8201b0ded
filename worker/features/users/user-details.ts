import type { Context } from "../../context.ts";
import type { BoughtTopUp, HotspotUser, UserPurchase } from "../../contract/users.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { shillings } from "../../contract/values/money.ts";
import { macOf, type Subject } from "../../contract/values/subject.ts";
import { dayMs } from "../../contract/values/time.ts";
import type { Terms } from "../../db/schema/tenant.ts";
import { sql } from "../../db/sql.ts";
import type { TenantDb } from "../../db/tenant-db.ts";
import { type PaidTopUp, topUpsOf } from "../entitlements/index.ts";
import { knownUser } from "./known-user.ts";
import { surroundingsOf } from "./list-users.ts";
import { withLiveUsage } from "./live-usage.ts";
import { sumOf, unwrittenUsage } from "./unwritten-usage.ts";
import { endOf, iso, userAnswer } from "./user-answer.ts";
import { purchasesElsewhere } from "./why-offline.ts";

const usageDays = 30;
const purchasesShown = 100;

export type UsageDay = { day: string; bytesUploaded: number; bytesDownloaded: number; seconds: number };
export type UserDetails = { user: HotspotUser; purchases: UserPurchase[]; usage: UsageDay[] };

/** Newest first, with what it used on each of the last 30 days in Nairobi. @throws AppError not_found */
export async function userDetails(
  ctx: Context,
  providerId: string,
  { id, isLive }: { id: string; isLive: boolean },
): Promise<UserDetails> {
  const db = ctx.tenant(providerId);
  const row = await knownUser(ctx, providerId, id);
  const [surroundings, elsewhere, purchases, days] = await Promise.all([
    surroundingsOf(ctx, providerId),
    purchasesElsewhere(db, [row]),
    purchasesOf(db, row.subject),
    usageOf(db, row.subject, ctx.now()),
  ]);
  const { told, routers, online } = surroundings;
  const bridgeId = routers.get(row.routerId)?.bridgeId ?? null;
  const isAsked = isLive && online.has(row.subject);
  const unwritten = await unwrittenUsage(
    db,
    isAsked ? await withLiveUsage(ctx, told, { providerId, row, bridgeId }) : told,
  );
  const ofDevice = unwritten.filter(({ subject }) => subject === row.subject);
  return {
    user: userAnswer(row, { ...surroundings, elsewhere, now: ctx.now() }, unwritten),
    purchases: purchases.map((purchase) => {
      const more = unwritten.filter(({ entitlementId }) => entitlementId === purchase.entitlementId);
      return {
        ...purchase,
        usedBytes: purchase.usedBytes + sumOf(more, "bytesUp") + sumOf(more, "bytesDown"),
      };
    }),
    usage: days.map(({ day, ...known }) => {
      const more = ofDevice.filter(({ at }) => nairobiDay(at) === day);
      return {
        day,
        bytesUploaded: known.bytesUploaded + sumOf(more, "bytesUp"),
        bytesDownloaded: known.bytesDownloaded + sumOf(more, "bytesDown"),
        seconds: known.seconds + sumOf(more, "seconds"),
      };
    }),
  };
}

type PurchaseRow = {
  id: string;
  source: UserPurchase["source"];
  sourceId: string;
  terms: string;
  state: UserPurchase["state"];
  createdAt: number;
  startedAt: number | null;
  endsAt: number | null;
  endedAt: number | null;
  usedBytes: number;
  paidCents: number | null;
  subjects: string | null;
  detachedAt: number | null;
  topUps: string;
};

/** One that went on at another router has a row for each; the last that this device had stands for it. */
async function purchasesOf(db: TenantDb, subject: Subject): Promise<UserPurchase[]> {
  const rows = await db.all(
    sql<PurchaseRow>`SELECT e.id, e.source, e.source_id AS sourceId, e.terms, e.state,
        e.created_at AS createdAt, e.started_at AS startedAt, e.ends_at AS endsAt, e.ended_at AS endedAt,
        e.used_bytes AS usedBytes, own.detached_at AS detachedAt,
        (SELECT amount_cents FROM payments WHERE id = e.source_id) AS paidCents,
        (SELECT group_concat(subject) FROM (SELECT devices.subject FROM devices
          WHERE devices.entitlement_id = e.id AND devices.detached_at IS NULL
          ORDER BY devices.attached_at, devices.subject)) AS subjects,
        ${topUpsOf(sql`e.id`)} AS topUps
      FROM devices own JOIN entitlements e ON e.id = own.entitlement_id
      WHERE own.subject = ${subject}
      ORDER BY e.created_at DESC, e.source_id, length(e.id) DESC, e.id DESC LIMIT ${purchasesShown}`,
  );
  const last = new Map<string, PurchaseRow>();
  for (const row of rows) if (!last.has(row.sourceId)) last.set(row.sourceId, row);
  return [...last.values()].map(purchaseAnswer);
}

function purchaseAnswer(row: PurchaseRow): UserPurchase {
  const terms = JSON.parse(row.terms) as Terms;
  return {
    entitlementId: row.id,
    source: row.source,
    sourceId: row.sourceId,
    planName: terms.planName,
    amount: shillings(row.paidCents ?? terms.priceCents),
    state: row.detachedAt === null ? row.state : stateElsewhere(row),
    createdAt: new Date(row.createdAt).toISOString(),
    startedAt: iso(row.startedAt),
    expiresAt: iso(endOf(row)),
    usedBytes: row.usedBytes,
    devices: row.subjects === null ? [] : row.subjects.split(",").map((subject) => macOf(subject as Subject)),
    devicesBought: terms.devices,
    topUps: (JSON.parse(row.topUps) as PaidTopUp[]).map(topUpAnswer),
  };
}

function topUpAnswer({
  id,
  paidAt,
  bytes,
  givesBytes,
  cents,
  receipt,
  refundedCents,
}: PaidTopUp): BoughtTopUp {
  return {
    id,
    paidAt: new Date(paidAt).toISOString(),
    bytes,
    receipt,
    amount: shillings(cents),
    refunded: shillings(refundedCents),
    isTakenBack: givesBytes < bytes,
  };
}

/** It lives on, but not on this device: on another one, or, its router removed, on none yet. */
function stateElsewhere({ state, subjects }: PurchaseRow): UserPurchase["state"] {
  return subjects === null && (state === "waiting" || state === "running") ? "waiting" : "moved";
}

/** Every day is there, oldest first. */
async function usageOf(db: TenantDb, subject: Subject, now: number): Promise<UsageDay[]> {
  const days = Array.from({ length: usageDays }, (_, back) =>
    nairobiDay(now - (usageDays - 1 - back) * dayMs),
  );
  const rows = await db.all(
    sql<UsageDay>`SELECT day, bytes_up AS bytesUploaded, bytes_down AS bytesDownloaded, seconds
      FROM usage_daily WHERE subject = ${subject} AND day >= ${days[0] ?? ""}`,
  );
  const known = new Map(rows.map((row) => [row.day, row]));
  return days.map((day) => known.get(day) ?? { day, bytesUploaded: 0, bytesDownloaded: 0, seconds: 0 });
}
