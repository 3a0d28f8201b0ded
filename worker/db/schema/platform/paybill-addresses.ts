import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** With which root secret's address each pay bill was registered last at Safaricom. */
export const paybillAddresses = sqliteTable("paybill_addresses", {
  shortCode: text().primaryKey(),
  /** The id of the root secret. */
  version: text().notNull(),
  registeredAt: integer().notNull(),
});
