import type { LineTerms } from "../../db/schema/tenant.ts";
import { type Sql, sql } from "../../db/sql.ts";
import type { BoughtPeriod, StandingPeriod } from "./line-periods.ts";
import type { LineNow } from "./line-state.ts";
import { servedUnpaidStatements } from "./served-unpaid.ts";

// Lines and their periods as rows. Whatever changes the time of a line does so at the revision that was read, in one transaction: what
// another one wrote in between makes all of it nothing, and is read anew.

export type LineNowRow = Omit<LineNow, "terms" | "nextTerms" | "isKeptOn"> & {
  terms: string;
  nextTerms: string | null;
  isKeptOn: number;
};

/** @param where a condition on `lines` */
export const selectLines = (where: Sql): Sql<LineNowRow> =>
  sql<LineNowRow>`SELECT id, rev, terms, next_terms AS nextTerms, next_at AS nextAt, paid_until AS paidUntil,
      period_day AS periodDay, blocks_at AS blocksAt, is_kept_on AS isKeptOn, held_at AS heldAt,
      paused_at AS pausedAt, closed_at AS closedAt,
      (SELECT count(*) FROM line_periods WHERE line_id = lines.id) AS number
    FROM lines WHERE ${where}`;

export function lineNowOf({ terms, nextTerms, isKeptOn, ...row }: LineNowRow): LineNow {
  return {
    ...row,
    terms: JSON.parse(terms) as LineTerms,
    nextTerms: nextTerms === null ? null : (JSON.parse(nextTerms) as LineTerms),
    isKeptOn: isKeptOn === 1,
  };
}

/** The number of the period that runs at that moment, or ran last by then, of the line of a row of `lines`; 0 before its first. */
export const periodAt = (at: Sql): Sql =>
  sql`coalesce((SELECT max(number) FROM line_periods running
    WHERE running.line_id = lines.id AND running.returned_at IS NULL AND running.from_at <= ${at}), 0)`;

/** When the first period begins after the one in which the line of a row of `lines` was slowed down. */
export const fasterAt: Sql = sql`(SELECT min(from_at) FROM line_periods later
  WHERE later.line_id = lines.id AND later.returned_at IS NULL AND later.number > lines.slowed_in)`;

/** Of lines that meet the condition, as they stand. */
export const selectPeriods = (where: Sql): Sql<StandingPeriod> =>
  sql<StandingPeriod>`SELECT line_id AS lineId, number, from_at AS "from", until_at AS until, day, cents,
      bought_at AS boughtAt, ask_id AS askId
    FROM line_periods JOIN lines ON lines.id = line_id WHERE returned_at IS NULL AND ${where} ORDER BY number`;

export const isAt = ({ id, rev }: Pick<LineNow, "id" | "rev">): Sql =>
  sql`EXISTS (SELECT 1 FROM lines WHERE id = ${id} AND rev = ${rev})`;

/** @param condition beside that the line is at the revision of `before` @param askId of days that were given */
export function periodStatement(
  period: BoughtPeriod,
  now: number,
  condition: Sql,
  askId: string | null = null,
): Sql {
  const { before, after, number, kind, from, until, cents } = period;
  return sql`INSERT OR IGNORE INTO line_periods (line_id, number, kind, from_at, until_at, day, cents, bought_at,
      updated_at, ask_id)
    SELECT ${before.id}, ${number}, ${kind}, ${from}, ${until}, ${after.periodDay ?? 1}, ${cents}, ${now}, ${now},
      ${askId}
    WHERE ${isAt(before)} AND ${condition}`;
}

/** Of one that begins or ends elsewhere than before. */
export const movedStatement = (
  line: Pick<LineNow, "id" | "rev">,
  { number, from, until, day }: StandingPeriod,
  now: number,
  condition: Sql = sql`true`,
): Sql =>
  sql`UPDATE line_periods SET from_at = ${from}, until_at = ${until}, day = ${day}, updated_at = ${now}
    WHERE line_id = ${line.id} AND number = ${number} AND ${isAt(line)} AND ${condition}`;

/** The line as it is after a change; the last of its statements. @param condition beside that it is at that revision */
export function saveStatements(
  { id, rev }: Pick<LineNow, "id" | "rev">,
  after: LineNow,
  now: number,
  condition: Sql = sql`true`,
): Sql[] {
  const { terms, nextTerms, nextAt, paidUntil, periodDay, blocksAt, isKeptOn, heldAt, pausedAt, closedAt } =
    after;
  const isHere = sql`id = ${id} AND rev = ${rev} AND ${condition}`;
  const json = JSON.stringify(terms);
  // By fair use: until another period has begun, or it is on other terms.
  const staysSlow = sql`terms = ${json} AND coalesce(${fasterAt} > ${now}, true)`;
  return [
    // Until now it was on, and from now on by another right.
    ...servedUnpaidStatements(now, sql`${isHere} AND blocks_at IS NOT ${blocksAt}`),
    sql`UPDATE lines SET rev = rev + 1, updated_at = ${now}, terms = ${json},
        next_terms = ${nextTerms === null ? null : JSON.stringify(nextTerms)}, next_at = ${nextAt},
        paid_until = ${paidUntil}, period_day = ${periodDay}, blocks_at = ${blocksAt}, is_kept_on = ${isKeptOn},
        held_at = ${heldAt}, paused_at = ${pausedAt}, closed_at = ${closedAt},
        slowed_at = iif(${staysSlow}, slowed_at, NULL), slowed_in = iif(${staysSlow}, slowed_in, NULL),
        faster_at = iif(${staysSlow}, ${fasterAt}, NULL)
      WHERE ${isHere}`,
  ];
}
