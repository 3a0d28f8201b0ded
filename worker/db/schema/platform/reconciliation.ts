import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One night's comparison of our books with gateways and objects. */
export const reconciliationRuns = sqliteTable(
  "reconciliation_runs",
  {
    /** The Nairobi day that was compared, YYYY-MM-DD. */
    day: text().primaryKey(),
    startedAt: integer().notNull(),
    finishedAt: integer(),
    /** How far it is: what a run that was cut off goes on from. */
    cursor: text(),
    /** What was counted, by name; and under `faults` the statements that could not be had. */
    counts: text({ mode: "json" }).$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [index("reconciliation_runs_open").on(table.day).where(sql`finished_at IS NULL`)],
);
