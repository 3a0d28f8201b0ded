import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** How often what concerns a provider was changed, and which state its object has. Raised by triggers alone. */
export const providerSnapshots = sqliteTable(
  "provider_snapshots",
  {
    /** Empty: what concerns all of them (advertisements, switches, the platform's settings and apps). */
    providerId: text().primaryKey(),
    rev: integer().notNull(),
    /** As its object acknowledged it. */
    deliveredRev: integer().notNull().default(0),
  },
  (table) => [index("provider_snapshots_undelivered").on(table.providerId).where(sql`rev > delivered_rev`)],
);
