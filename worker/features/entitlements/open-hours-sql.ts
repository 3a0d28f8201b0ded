import { type Sql, sql } from "../../db/sql.ts";

// What `contract/values/open-hours.ts` says, over many purchases at once: of terms without hours it is plain time. Numbers are
// bound as such that divide into fractions, and are made whole first.

const whole = (at: Sql): Sql => sql`CAST((${at}) AS INTEGER)`;

/** Open so long of each day. */
const openMs = (terms: Sql): Sql =>
  sql`coalesce((json_extract(${terms}, '$.hours.until') - json_extract(${terms}, '$.hours.from') + 1440) % 1440 * 60000, 86400000)`;

/** One of its openings, UTC ms. */
const openedAt = (terms: Sql): Sql =>
  sql`(coalesce(json_extract(${terms}, '$.hours.from'), 0) * 60000 - 10800000)`;

const openTime = (
  terms: Sql,
  at: Sql,
): Sql => sql`((${whole(at)} - ${openedAt(terms)}) / 86400000 * ${openMs(terms)}
  + min((${whole(at)} - ${openedAt(terms)}) % 86400000, ${openMs(terms)}))`;

const momentOf = (
  terms: Sql,
  openBefore: Sql,
): Sql => sql`(SELECT ${openedAt(terms)} + w + (w - 1) / l * (86400000 - l)
  FROM (SELECT ${whole(openBefore)} AS w, ${openMs(terms)} AS l))`;

/** @param terms column of the frozen terms @param ms may be negative */
export const endAfter = (terms: Sql, from: Sql, ms: Sql): Sql =>
  momentOf(terms, sql`${openTime(terms, from)} + ${ms}`);

/** Negative where `until` is before `from`. */
export const usedBetween = (terms: Sql, from: Sql, until: Sql): Sql =>
  sql`(${openTime(terms, until)} - ${openTime(terms, from)})`;

export const isOpenAt = (terms: Sql, at: Sql): Sql =>
  sql`((${whole(at)} - ${openedAt(terms)}) % 86400000 < ${openMs(terms)})`;
