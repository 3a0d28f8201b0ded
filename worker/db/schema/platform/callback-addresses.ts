import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** With which root secret's address each pay bill was registered last at Safaricom. */
export const paybillAddresses = sqliteTable("paybill_addresses", {
  shortCode: text().primaryKey(),
  /** The id of the root secret. */
  version: text().notNull(),
  registeredAt: integer().notNull(),
});

/** Which payment a short callback address belongs to (docs/decisions/0020-short-callback-addresses.md). */
export const shortAddresses = sqliteTable(
  "short_addresses",
  {
    name: text().primaryKey(),
    paymentId: text().notNull(),
    at: integer().notNull(),
  },
  (table) => [index("short_addresses_at").on(table.at)],
);
