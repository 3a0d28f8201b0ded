import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** How far what is not kept for ever was removed: up to when, by what it is. */
export const retention = sqliteTable("retention", {
  kind: text({ enum: ["failed", "personal"] }).primaryKey(),
  until: integer().notNull(),
});
