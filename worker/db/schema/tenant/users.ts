import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { entitlements } from "./access.ts";
import { providerRouters } from "./routers.ts";

/** A device at a provider: what the consoles list as a user. Its access is read from its entitlements. */
export const hotspotUsers = sqliteTable(
  "hotspot_users",
  {
    subject: text().primaryKey(),
    routerId: text()
      .notNull()
      .references(() => providerRouters.routerId),
    phone: text(),
    entitlementId: text(),
    bytesUp: integer().notNull().default(0),
    bytesDown: integer().notNull().default(0),
    seconds: integer().notNull().default(0),
    firstSeenAt: integer().notNull(),
    lastSeenAt: integer().notNull(),
  },
  (table) => [
    index("hotspot_users_seen").on(table.lastSeenAt),
    index("hotspot_users_without").on(table.subject).where(sql`entitlement_id IS NULL`),
  ],
);

/** Running totals of one session on a router; only ever raised, so that a repeated report changes nothing. */
export const usage = sqliteTable(
  "usage",
  {
    routerId: text().notNull(),
    boot: text().notNull(),
    session: text().notNull(),
    subject: text().notNull(),
    entitlementId: text()
      .notNull()
      .references(() => entitlements.id),
    bytesUp: integer().notNull(),
    bytesDown: integer().notNull(),
    seconds: integer().notNull(),
    startedAt: integer().notNull(),
    updatedAt: integer().notNull(),
    endedAt: integer(),
  },
  (table) => [primaryKey({ columns: [table.routerId, table.boot, table.session] })],
);

/** What a device was shown of an advertisement on one Nairobi day; an empty `adId` says that it skipped them. */
export const adExposures = sqliteTable(
  "ad_exposures",
  {
    subject: text().notNull(),
    day: text().notNull(),
    adId: text().notNull(),
    views: integer().notNull().default(0),
    clicks: integer().notNull().default(0),
    /** Longest single view. */
    seconds: integer().notNull().default(0),
    interacted: integer({ mode: "boolean" }).notNull().default(false),
    /** Its website was asked for; it opens once the device is online. */
    wantsWebsite: integer({ mode: "boolean" }).notNull().default(false),
    at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.subject, table.day, table.adId] })],
);
