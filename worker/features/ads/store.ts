import { and, asc, sql as condition, desc, eq, inArray, isNull, type SQL } from "drizzle-orm";
import type { Context, PlatformRows } from "../../context.ts";
import type { Advertisement } from "../../contract/ads.ts";
import type { Subject } from "../../contract/values/subject.ts";
import { ads } from "../../db/schema/platform.ts";
import { names, type Sql, sql } from "../../db/sql.ts";
import type { TenantDb } from "../../db/tenant-db.ts";

export type AdRow = typeof ads.$inferSelect;

/** Switched on and not archived, in the order in which they show; whatever their dates. */
export function switchedOnAds(rows: PlatformRows): Promise<AdRow[]> {
  return rows.select(ads, {
    where: and(eq(ads.isActive, true), isNull(ads.archivedAt)),
    orderBy: [desc(ads.priority), asc(ads.createdAt), asc(ads.id)],
  });
}

/** Null when it is unknown or archived. */
export async function adById(ctx: Context, id: string): Promise<AdRow | null> {
  const [row] = await ctx.platform.select(ads, { where: unarchived(id), limit: 1 });
  return row ?? null;
}

export function unarchived(id: string): SQL {
  return condition`${ads.id} = ${id} AND ${isNull(ads.archivedAt)}`;
}

export function adAnswer(row: AdRow): Advertisement {
  const { id, title, description, content, imageUrl, externalUrl, displayDuration, priority } = row;
  const { startDate, endDate, targetAudience, isActive } = row;
  return {
    id,
    title,
    description,
    content,
    imageUrl,
    externalUrl,
    displayDuration,
    priority,
    startDate,
    endDate,
    targetAudience,
    isActive,
  };
}

type AdList = { q: string; limit: number; offset: number };

export async function adPage(
  ctx: Context,
  { q, limit, offset }: AdList,
): Promise<{ rows: AdRow[]; total: number }> {
  const has = condition`(instr(lower(${ads.title}), ${q}) > 0 OR instr(lower(${ads.description}), ${q}) > 0)`;
  const [rows, [count]] = await Promise.all([
    ctx.platform.select(ads, {
      where: and(isNull(ads.archivedAt), ...(q === "" ? [] : [has])),
      orderBy: [desc(ads.createdAt), desc(ads.id)],
      limit,
      offset,
    }),
    ctx.platform.all(
      sql<{ total: number }>`SELECT count(*) AS total FROM ads WHERE archived_at IS NULL
        AND (instr(lower(title), ${q}) > 0 OR instr(lower(description), ${q}) > 0)`,
    ),
  ]);
  return { rows, total: count?.total ?? 0 };
}

export type AdSums = { total: number; active: number; views: number; clicks: number };

/** Over all that are not archived. @param now UTC ms */
export async function adSums(ctx: Context, now: number): Promise<AdSums> {
  const sums = await ctx.platform.first(
    sql<AdSums>`SELECT count(*) AS total, coalesce(sum(view_count), 0) AS views,
        coalesce(sum(click_count), 0) AS clicks,
        coalesce(sum(is_active AND (starts_at IS NULL OR starts_at <= ${now})
          AND (ends_at IS NULL OR ends_at > ${now})), 0)
          AS active
      FROM ads WHERE archived_at IS NULL`,
  );
  return sums ?? { total: 0, active: 0, views: 0, clicks: 0 };
}

export function countStatement(id: string, what: "view" | "click"): Sql {
  const counter = names(`${what}_count`);
  return sql`UPDATE ads SET ${counter} = ${counter} + 1 WHERE id = ${id}`;
}

type DeviceDay = { subject: Subject; day: string };

/** What one call adds. An empty `adId` says that the device wants no more today. */
export type Exposure = {
  adId: string;
  views: number;
  clicks: number;
  seconds: number;
  interacted: boolean;
  wantsWebsite: boolean;
};

export const seenEnough: Exposure = {
  adId: "",
  views: 0,
  clicks: 0,
  seconds: 0,
  interacted: false,
  wantsWebsite: false,
};

export function exposureStatement(
  { subject, day }: DeviceDay,
  one: Exposure,
  at: number,
): Sql<{ views: number; clicks: number }> {
  return sql<{ views: number; clicks: number }>`INSERT INTO ad_exposures
      (subject, day, ad_id, views, clicks, seconds, interacted, wants_website, at)
    VALUES (${subject}, ${day}, ${one.adId}, ${one.views}, ${one.clicks}, ${one.seconds},
      ${one.interacted}, ${one.wantsWebsite}, ${at})
    ON CONFLICT (subject, day, ad_id) DO UPDATE SET
      views = views + excluded.views, clicks = clicks + excluded.clicks,
      seconds = max(seconds, excluded.seconds), interacted = max(interacted, excluded.interacted),
      wants_website = max(wants_website, excluded.wants_website), at = excluded.at
    RETURNING views, clicks`;
}

/** What decides which advertisements a device sees; a batch of these is read by `deviceSeen`. */
export function deviceStatements({ subject, day }: DeviceDay): [seen: Sql<{ adId: string }>, known: Sql] {
  return [
    sql<{ adId: string }>`SELECT ad_id AS adId FROM ad_exposures
      WHERE subject = ${subject} AND day = ${day} AND (ad_id = '' OR views > 0)`,
    sql`SELECT 1 AS known FROM hotspot_users WHERE subject = ${subject}`,
  ];
}

/** @property returning this device had access from this provider before */
export type DeviceSeen = { returning: boolean; seen: ReadonlySet<string> };

/** From the rows of `deviceStatements`. */
export function deviceSeen(seen: readonly { adId: string }[], known: readonly unknown[]): DeviceSeen {
  return { returning: known.length > 0, seen: new Set(seen.map(({ adId }) => adId)) };
}

export async function wantedAds(db: TenantDb, subject: Subject, days: [string, string]): Promise<string[]> {
  const rows = await db.all(
    sql<{ adId: string }>`SELECT ad_id AS adId, max(at) AS last FROM ad_exposures
      WHERE subject = ${subject} AND day IN (${days[0]}, ${days[1]})
        AND wants_website = 1
      GROUP BY ad_id ORDER BY last DESC LIMIT 20`,
  );
  return rows.map(({ adId }) => adId);
}

export async function websitesOf(rows: PlatformRows, ids: readonly string[]): Promise<Map<string, AdRow>> {
  if (ids.length === 0) return new Map();
  const found = await rows.select(ads, {
    where: and(inArray(ads.id, [...ids]), isNull(ads.archivedAt)),
  });
  return new Map(found.map((row) => [row.id, row]));
}
