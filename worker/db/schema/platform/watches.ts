import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What is watched of the platform's own work (worker/contract/values/watches.ts). No row: it was always in order. */
export const watches = sqliteTable("watches", {
  id: text().primaryKey(),
  /** Of `minute` its last run, of `online` its last measuring. */
  seenAt: integer(),
  /** Since when it is above its limit; null = it is not. */
  badSince: integer(),
});

/** How large a provider's database was in the last night that could ask it. */
export const providerSizes = sqliteTable(
  "provider_sizes",
  {
    providerId: text().primaryKey(),
    bytes: integer().notNull(),
    at: integer().notNull(),
  },
  (table) => [index("provider_sizes_bytes").on(table.bytes)],
);
