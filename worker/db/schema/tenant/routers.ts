import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * The routers that the provider has or had: its history refers to them. Never deleted. Who has a router now is decided by the
 * platform's `routers.provider_id`.
 */
export const providerRouters = sqliteTable("provider_routers", {
  routerId: text().primaryKey(),
  assignedAt: integer().notNull(),
  unassignedAt: integer(),
  /** As it was called when it was taken away; null for what was before this was kept, and for what it has had all along. */
  formerName: text(),
});
