import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What is watched of the platform's own work (worker/contract/values/watches.ts). No row: it was always in order. */
export const watches = sqliteTable("watches", {
  id: text().primaryKey(),
  /** Of `minute` its last run, of `online` its last measuring. */
  seenAt: integer(),
  /** Since when it is above its limit; null = it is not. */
  badSince: integer(),
});
