import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * The routers that a provider has or had: its history refers to this pair, never to the router alone. Never deleted. Who has
 * a router now is decided by the platform's `routers.provider_id`.
 */
export const providerRouters = sqliteTable(
  "provider_routers",
  {
    providerId: text().notNull(),
    routerId: text().notNull(),
    assignedAt: integer().notNull(),
    unassignedAt: integer(),
  },
  (table) => [primaryKey({ columns: [table.providerId, table.routerId] })],
);
