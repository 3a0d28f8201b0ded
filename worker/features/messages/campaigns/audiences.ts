import type { Context } from "../../../context.ts";
import type { CampaignGroup } from "../../../contract/campaigns.ts";
import {
  apartHours,
  type CampaignAudience,
  endedWithinDays,
  unseenForDays,
} from "../../../contract/values/campaign-audiences.ts";
import { dayMs, hourMs } from "../../../contract/values/time.ts";
import { type Sql, sql } from "../../../db/sql.ts";
import { routersBriefly } from "../../routers/index.ts";

// Who is reached is judged by what the users page lists: a device's phone, when it was seen last, and its access.

/**
 * `reach`: who agreed, wants messages, and was not written to by a campaign within a day. `known`: what their devices had. Reads each
 * device once, and no history.
 */
const reached = (now: number): Sql => sql`WITH reach AS (
    SELECT c.phone, c.agreed_at FROM message_consents c WHERE c.withdrawn_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM message_opt_outs o WHERE o.phone = c.phone)
      AND NOT EXISTS (SELECT 1 FROM messages m WHERE m.phone = c.phone AND m.kind = 'campaign'
        AND m.created_at > ${now - apartHours * hourMs})),
  known AS (
    SELECT u.phone, max(u.last_seen_at) AS seen_at,
      max(coalesce(e.state IN ('waiting', 'running', 'cut_off'), 0)) AS is_live,
      max(coalesce(e.ended_at, e.ends_at)) AS ended_at
    FROM hotspot_users u CROSS JOIN reach r ON r.phone = u.phone LEFT JOIN entitlements e ON e.id = u.entitlement_id
    GROUP BY u.phone),
  people AS MATERIALIZED (
    SELECT r.phone, coalesce(k.seen_at, r.agreed_at) AS seen_at, coalesce(k.is_live, 0) AS is_live, k.ended_at
    FROM reach r LEFT JOIN known k ON k.phone = r.phone)`;

/** Of `people`. */
function isIn(audience: CampaignAudience, routerId: string | null, now: number): Sql {
  switch (audience) {
    case "all":
      return sql`true`;
    case "ended":
      return sql`NOT is_live AND ended_at > ${now - endedWithinDays * dayMs} AND ended_at <= ${now}`;
    case "unseen":
      return sql`NOT is_live AND seen_at <= ${now - unseenForDays * dayMs}`;
    case "router":
      return sql`phone IN (SELECT phone FROM hotspot_users WHERE router_id = ${routerId ?? ""} AND phone IS NOT NULL)`;
    default:
      return audience satisfies never;
  }
}

/** Their phones, `254…`, as a statement that selects `phone`. */
export const audienceStatement = (
  { audience, routerId }: { audience: CampaignAudience; routerId: string | null },
  now: number,
): Sql => sql`${reached(now)} SELECT phone FROM people WHERE ${isIn(audience, routerId, now)}`;

/** Each group with how many it has now; routers where there are several. */
export async function groupsNow(ctx: Context, providerId: string): Promise<CampaignGroup[]> {
  const now = ctx.now();
  const db = ctx.tenant(providerId);
  const routers = await routersBriefly(ctx, providerId);
  const counted = (audience: CampaignAudience) => sql`coalesce(sum(${isIn(audience, null, now)}), 0)`;
  const [counts, atRouters] = await Promise.all([
    db.first(
      sql<{
        all: number;
        ended: number;
        unseen: number;
      }>`${reached(now)} SELECT ${counted("all")} AS "all", ${counted("ended")} AS ended, ${counted("unseen")} AS unseen FROM people`,
    ),
    routers.length < 2
      ? []
      : db.all(
          sql<{ routerId: string; people: number }>`${reached(now)} SELECT u.router_id AS routerId,
              count(DISTINCT u.phone) AS people
            FROM hotspot_users u JOIN people p ON p.phone = u.phone GROUP BY u.router_id`,
        ),
  ]);
  const noRouter = { routerId: null, routerName: null };
  return [
    { audience: "all", ...noRouter, people: counts?.all ?? 0 },
    { audience: "ended", ...noRouter, people: counts?.ended ?? 0 },
    { audience: "unseen", ...noRouter, people: counts?.unseen ?? 0 },
    ...(routers.length < 2 ? [] : routers).map(({ id, name }) => ({
      audience: "router" as const,
      routerId: id,
      routerName: name,
      people: atRouters.find(({ routerId }) => routerId === id)?.people ?? 0,
    })),
  ];
}
