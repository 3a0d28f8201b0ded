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
    status: text({ enum: ["active", "suspended"] })
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
