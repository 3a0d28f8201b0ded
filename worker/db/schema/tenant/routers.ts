import { sql } from "drizzle-orm";
import { integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** The routers a provider owns or owned: its history refers to this pair, never to the router alone. Never deleted. */
export const providerRouters = sqliteTable(
  "provider_routers",
  {
    providerId: text().notNull(),
    routerId: text().notNull(),
    location: text(),
    assignedAt: integer().notNull(),
    unassignedAt: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.providerId, table.routerId] }),
    uniqueIndex("provider_routers_current").on(table.routerId).where(sql`unassigned_at IS NULL`),
  ],
);
