import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Reports that somebody made, to make them again with one touch. */
export const reports = sqliteTable(
  "reports",
  {
    providerId: text().notNull(),
    id: text().notNull(),
    kind: text({ enum: ["revenue", "usage", "customers"] }).notNull(),
    fromDay: text().notNull(),
    toDay: text().notNull(),
    adminId: text().notNull(),
    at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.providerId, table.id] })],
);
