import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** How far what is not kept for ever was removed: up to when, by what it is. */
export const retention = sqliteTable(
  "retention",
  {
    providerId: text().notNull(),
    kind: text({ enum: ["failed", "personal"] }).notNull(),
    until: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.providerId, table.kind] })],
);
