import type { Context } from "../../context.ts";
import type { CampaignGroup } from "../../contract/campaigns.ts";
import {
  apartHours,
  type CampaignAudience,
  endedWithinDays,
  unseenForDays,
} from "../../contract/values/campaign-audiences.ts";
import { dayMs, hourMs } from "../../contract/values/time.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { isRecent, usefulHours } from "../messages/index.ts";
import { routersBriefly } from "../routers/index.ts";

// Who is reached is judged by what the users page lists: a device's phone, when it was seen last, and its access.

/** Of campaigns that began or went on before that, nothing waits any more and nothing went out within a day. */
const recentMs = usefulHours * hourMs + apartHours * hourMs;

/**
 * Three tables. `reach`: a row for each phone that agreed, wants messages, and gets none of another campaign within a day. `known`: of those,
 * the devices' last sight and access together. `people`: `reach` with `known`. Reads each device once, and no message of before.
 */
const reached = (now: number): Sql => sql`WITH recent AS MATERIALIZED (
    SELECT m.phone FROM campaigns c JOIN messages m
      ON m.id > 'campaign.' || c.id || '.' AND m.id < 'campaign.' || c.id || '/'
    WHERE c.started_at > ${now - recentMs} AND ${isRecent(now)}),
  reach AS MATERIALIZED (
    SELECT c.phone, c.agreed_at FROM message_consents c WHERE c.withdrawn_at IS NULL
      AND c.phone NOT IN (SELECT phone FROM message_opt_outs) AND c.phone NOT IN (SELECT phone FROM recent)),
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
  const rows = await db.all(
    sql<{ name: string; people: number }>`${reached(now)}
      SELECT 'all' AS name, count(*) AS people FROM people
      UNION ALL SELECT 'ended', ${counted("ended")} FROM people
      UNION ALL SELECT 'unseen', ${counted("unseen")} FROM people
      UNION ALL SELECT u.router_id, count(DISTINCT u.phone)
        FROM hotspot_users u JOIN people p ON p.phone = u.phone GROUP BY u.router_id`,
  );
  const peopleOf = (name: string) => rows.find((row) => row.name === name)?.people ?? 0;
  const noRouter = { routerId: null, routerName: null };
  return [
    { audience: "all", ...noRouter, people: peopleOf("all") },
    { audience: "ended", ...noRouter, people: peopleOf("ended") },
    { audience: "unseen", ...noRouter, people: peopleOf("unseen") },
    ...(routers.length < 2 ? [] : routers).map(({ id, name }) => ({
      audience: "router" as const,
      routerId: id,
      routerName: name,
      people: peopleOf(id),
    })),
  ];
}
