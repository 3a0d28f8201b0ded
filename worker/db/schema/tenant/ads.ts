import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What a device was shown of an advertisement on one Nairobi day; an empty `adId` says that it skipped them. */
export const adExposures = sqliteTable(
  "ad_exposures",
  {
    providerId: text().notNull(),
    mac: text().notNull(),
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
  (table) => [primaryKey({ columns: [table.providerId, table.mac, table.day, table.adId] })],
);
