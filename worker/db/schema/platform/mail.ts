import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Letters on their way: written with what they tell, sent afterwards, at least once. */
export const mail = sqliteTable(
  "mail",
  {
    id: text().primaryKey(),
    /** One address. */
    recipient: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    /** The event and the address: each letter is written once. */
    event: text().notNull(),
    createdAt: integer().notNull(),
    sentAt: integer(),
    attempts: integer().notNull().default(0),
    nextAt: integer().notNull(),
    fault: text(),
  },
  (table) => [
    uniqueIndex("mail_event").on(table.event),
    index("mail_waiting").on(table.nextAt).where(sql`sent_at IS NULL`),
  ],
);
