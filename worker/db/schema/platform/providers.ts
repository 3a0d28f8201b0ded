import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export const providers = sqliteTable(
  "providers",
  {
    id: text().primaryKey(),
    businessName: text().notNull(),
    contactName: text().notNull(),
    email: text().notNull(),
    phone: text().notNull(),
    address: text(),
    kraPin: text(),
    businessLicense: text(),
    subdomain: text().notNull(),
    /** restoring: closed while its object goes back to a moment. erasing: closed for ever, its rows and its object are being removed. erased: what is left here are the platform's books. */
    status: text({ enum: ["active", "suspended", "restoring", "erasing", "erased"] })
      .notNull()
      .default("active"),
    /** Why it is suspended: for an overdue invoice; null = an operator said so. */
    suspendedFor: text({ enum: ["invoice"] }),
    /** JSON: what the provider set for its portal; absent keys fall back to defaults. */
    captivePortalSettings: text({ mode: "json" }).$type<Record<string, string>>().notNull().default({}),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (table) => [uniqueIndex("providers_subdomain").on(table.subdomain)],
);

/** How far each sweep of all providers has come, by its name (`worker/db/sweep-progress.ts`). */
export const sweepProgress = sqliteTable("sweep_progress", {
  name: text().primaryKey(),
  /** JSON. */
  value: text().notNull(),
  updatedAt: integer().notNull(),
});

/** What is said once for the whole platform, by name: `portal` is how the portal looks where no provider decides. */
export const platformSettings = sqliteTable("platform_settings", {
  name: text().primaryKey(),
  value: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
  updatedAt: integer().notNull(),
});
