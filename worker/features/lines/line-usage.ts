import type { Context } from "../../context.ts";
import type { LineTotals } from "../../contract/bridge-lines.ts";
import type { LineUsage } from "../../contract/line-life.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { dayMs } from "../../contract/values/time.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { slowLines } from "./fair-use.ts";
import { periodAt } from "./line-rows.ts";

// What went through lines, by day. Bridges tell totals that only rise; a day gets by how much they did. Told again, late or by a bridge that
// lost its disk it is the same: what a row says of the totals is what is counted.

/** Of one line and day: more than any line carries, and sums of years stay whole numbers. */
const mostBytes = 10 ** 14;

/** @property at when it was told, UTC ms */
type Told = { at: number; totals: LineTotals };

/**
 * What a bridge tells of a router's lines, in the order in which it was told. Those that are not this router's change nothing. Who has used
 * up what is fair is slowed down.
 */
export async function recordLineUsage(
  ctx: Context,
  at: { providerId: string; routerId: string },
  told: readonly Told[],
): Promise<void> {
  const statements = rounds(told).map((round) => usageStatement(at.routerId, round));
  if (statements.length === 0) return;
  await ctx.tenant(at.providerId).batch(statements);
  await slowLines(
    ctx,
    at.providerId,
    told.map(({ totals: [lineId] }) => lineId),
  );
}

/** Each of them names a line once: what a line's second totals add rests on the first. */
function rounds(told: readonly Told[]): Told[][] {
  const all: Told[][] = [];
  const seen = new Map<string, number>();
  for (const one of told) {
    const [lineId] = one.totals;
    const place = seen.get(lineId) ?? 0;
    seen.set(lineId, place + 1);
    const round = all[place] ?? [];
    round.push(one);
    all[place] = round;
  }
  return all;
}

/**
 * A line that was given up is counted no more: its customer may be forgotten, or has it at another router. The day and the period are never
 * before those that are known, so that the newest row stays the newest.
 */
function usageStatement(routerId: string, round: readonly Told[]): Sql {
  const rows = JSON.stringify(round.map(({ at, totals }) => [nairobiDay(at), at, ...totals]));
  return sql`WITH told AS (
      SELECT lines.id AS id, max(value ->> 0, coalesce(known.day, '')) AS day,
        max(${periodAt(sql`value ->> 1`)}, iif(known.day >= value ->> 0, known.period, 0)) AS period,
        value ->> 3 AS since, value ->> 4 AS up, value ->> 5 AS down,
        iif(known.counted_since = value ->> 3, known.total_up, 0) AS before_up,
        iif(known.counted_since = value ->> 3, known.total_down, 0) AS before_down
      FROM json_each(${rows}) CROSS JOIN lines ON lines.id = value ->> 2
      LEFT JOIN line_usage known ON known.line_id = lines.id
        AND known.day = (SELECT max(day) FROM line_usage newest WHERE newest.line_id = lines.id)
        AND known.period = (SELECT max(period) FROM line_usage newest
          WHERE newest.line_id = lines.id AND newest.day = known.day)
      WHERE lines.router_id = ${routerId} AND lines.closed_at IS NULL)
    INSERT INTO line_usage (line_id, day, period, bytes_up, bytes_down, counted_since, total_up, total_down)
    SELECT id, day, period, min(${mostBytes}, max(0, up - before_up)), min(${mostBytes}, max(0, down - before_down)),
      since, max(up, before_up), max(down, before_down)
    FROM told WHERE up > before_up OR down > before_down
    ON CONFLICT (line_id, day, period) DO UPDATE SET bytes_up = min(${mostBytes}, bytes_up + excluded.bytes_up),
      bytes_down = min(${mostBytes}, bytes_down + excluded.bytes_down), counted_since = excluded.counted_since,
      total_up = excluded.total_up, total_down = excluded.total_down`;
}

type Carried = { bytesUp: number; bytesDown: number };
export type UsageDay = Carried & { lineId: string; day: string };

/** Of these lines since that day, oldest first. @param whose what follows `line_id` */
export const usageSince = (whose: Sql, day: string): Sql<UsageDay> =>
  sql<UsageDay>`SELECT line_id AS lineId, day, sum(bytes_up) AS bytesUp, sum(bytes_down) AS bytesDown FROM line_usage
    WHERE line_id ${whose} AND day >= ${day} GROUP BY line_id, day ORDER BY line_id, day`;

/** The first of the month that it is in Nairobi. */
export const monthBegins = (now: number): string => `${nairobiDay(now).slice(0, 7)}-01`;

const shownDays = 30;

/** @throws AppError not_found */
export async function usageOfLine(ctx: Context, providerId: string, id: string): Promise<LineUsage> {
  const now = ctx.now();
  const days = Array.from({ length: shownDays }, (_, back) =>
    nairobiDay(now - (shownDays - 1 - back) * dayMs),
  );
  const month = monthBegins(now);
  const first = [month, ...days].reduce((one, other) => (one < other ? one : other));
  const [found, rows, [period]] = await ctx.tenant(providerId).batch([
    sql<{ id: string }>`SELECT id FROM lines WHERE id = ${id} AND login <> ''`,
    usageSince(sql`= ${id}`, first),
    sql<Carried & { from: number }>`SELECT p.from_at AS "from", coalesce(sum(u.bytes_up), 0) AS bytesUp,
          coalesce(sum(u.bytes_down), 0) AS bytesDown
        FROM lines JOIN line_periods p ON p.line_id = lines.id AND p.number = ${periodAt(sql`${now}`)}
        LEFT JOIN line_usage u ON u.line_id = lines.id AND u.period = p.number
        WHERE lines.id = ${id} GROUP BY p.from_at`,
  ]);
  if (found.length === 0) throw refuse("not_found", "line_gone");
  const known = new Map(rows.map((row) => [row.day, row]));
  const none = { bytesUp: 0, bytesDown: 0 };
  return {
    month: shownOf(rows.filter(({ day }) => day >= month).reduce(added, none)),
    period: period ? { since: new Date(period.from).toISOString(), ...shownOf(period) } : null,
    days: days.map((day) => ({ day, ...shownOf(known.get(day) ?? none) })),
  };
}

const added = (one: Carried, other: Carried): Carried => ({
  bytesUp: one.bytesUp + other.bytesUp,
  bytesDown: one.bytesDown + other.bytesDown,
});

const shownOf = ({ bytesUp, bytesDown }: Carried) => ({
  bytesUploaded: bytesUp,
  bytesDownloaded: bytesDown,
});
