import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { entitlements } from "./access.ts";
import { providerRouters } from "./routers.ts";

/** A device at a provider: what the consoles list as a user. Its access is read from its entitlements. */
export const hotspotUsers = sqliteTable(
  "hotspot_users",
  {
    providerId: text().notNull(),
    mac: text().notNull(),
    routerId: text().notNull(),
    phone: text(),
    entitlementId: text(),
    bytesUp: integer().notNull().default(0),
    bytesDown: integer().notNull().default(0),
    seconds: integer().notNull().default(0),
    firstSeenAt: integer().notNull(),
    lastSeenAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.providerId, table.mac] }),
    index("hotspot_users_seen").on(table.providerId, table.lastSeenAt),
    index("hotspot_users_without").on(table.providerId, table.mac).where(sql`entitlement_id IS NULL`),
    foreignKey({
      columns: [table.providerId, table.routerId],
      foreignColumns: [providerRouters.providerId, providerRouters.routerId],
    }),
  ],
);

/** Running totals of one session on a router; only ever raised, so that a repeated report changes nothing. */
export const usage = sqliteTable(
  "usage",
  {
    providerId: text().notNull(),
    routerId: text().notNull(),
    boot: text().notNull(),
    session: text().notNull(),
    mac: text().notNull(),
    entitlementId: text().notNull(),
    bytesUp: integer().notNull(),
    bytesDown: integer().notNull(),
    seconds: integer().notNull(),
    startedAt: integer().notNull(),
    updatedAt: integer().notNull(),
    endedAt: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.providerId, table.routerId, table.boot, table.session] }),
    index("usage_entitlement").on(table.providerId, table.entitlementId),
    foreignKey({
      columns: [table.providerId, table.entitlementId],
      foreignColumns: [entitlements.providerId, entitlements.id],
    }),
  ],
);
