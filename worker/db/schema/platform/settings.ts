import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What is said once for the whole platform, by name: `portal` is how the portal looks where no provider decides. */
export const platformSettings = sqliteTable("platform_settings", {
  name: text().primaryKey(),
  value: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
  updatedAt: integer().notNull(),
});
