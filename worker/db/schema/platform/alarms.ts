import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

// By which the cron finds objects of providers whose alarm was lost (worker/wake-providers.ts).

/** Of each object whose next alarm is near: by when the cron wakes it unless it is told otherwise. */
export const providerAlarms = sqliteTable(
  "provider_alarms",
  {
    providerId: text().primaryKey(),
    wakeAt: integer().notNull(),
  },
  (table) => [index("provider_alarms_wake").on(table.wakeAt)],
);

/** Of each provider whose database does not open: the statement's own error, and since when. */
export const providerFaults = sqliteTable("provider_faults", {
  providerId: text().primaryKey(),
  fault: text().notNull(),
  /** UTC ms. */
  since: integer().notNull(),
  /** When its object said so last, UTC ms. */
  at: integer().notNull(),
});

/** One row: how far the walk over all providers has come. */
export const providerWalk = sqliteTable("provider_walk", {
  id: integer().primaryKey(),
  /** Those whose id is greater are still to come in this round; null = it is finished. */
  after: text(),
  /** When this round began, UTC ms. */
  beganAt: integer().notNull(),
});
