import { dayMs, hourMs, nairobiMs } from "../../contract/values/time.ts";
import { type Sql, sql } from "../../db/sql.ts";
import type { LineNews } from "../messages/index.ts";

// When customers are next told of the ends of their lines, as SQL over lines (`l`) and the provider's settings (`s`).

/** So long before its end, and only of what lasted at least so many days. */
export type Reminder = { name: string; news: LineNews; beforeMs: number; leastDays: number };
export const reminders: readonly Reminder[] = [
  { name: "d3", news: "soon", beforeMs: 3 * dayMs, leastDays: 7 },
  { name: "d1", news: "soon", beforeMs: dayMs, leastDays: 3 },
  { name: "over", news: "over", beforeMs: 0, leastDays: 1 },
];

/** On its last day at seven in the morning, in Nairobi; of what ends before, the day before was told. */
export const morningOf = sql`(CAST((l.paid_until + ${nairobiMs}) / ${dayMs} AS INTEGER) * ${dayMs} - ${nairobiMs}
  + ${7 * hourMs})`;

/** By the words of their index; whoever paused it, or is blocked or kept on by hand, is told of no end. */
export const isPaid = sql`l.closed_at IS NULL AND l.paid_until IS NOT NULL
  AND l.paused_at IS NULL AND l.held_at IS NULL AND NOT l.is_kept_on`;
/** What was to be told until then is told. */
export const cursor = sql`s.lines_reminded_until`;

/** When the next of each is to be told; no row where none is. */
export function lineRemindersDue(): Sql<{ at: number }>[] {
  const next = (at: Sql, when: Sql) => sql<{ at: number }>`SELECT ${at} AS at
    FROM message_settings s JOIN lines l ON ${isPaid} AND ${when}
    WHERE s.id = 'own' AND s.ending ORDER BY l.paid_until LIMIT 1`;
  return [
    ...reminders.map(({ beforeMs }) =>
      next(sql`l.paid_until - ${beforeMs}`, sql`l.paid_until > ${cursor} + ${beforeMs}`),
    ),
    // A morning lies in the last day before the end.
    next(
      morningOf,
      sql`l.paid_until > ${cursor} AND ${morningOf} > ${cursor} AND ${morningOf} < l.paid_until`,
    ),
  ];
}
