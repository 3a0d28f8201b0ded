import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Businesses that sign up by themselves. Nothing else of them is anywhere before one is approved. */
export const signUps = sqliteTable(
  "sign_ups",
  {
    /** UUID; the provider has the same, so that two approvals make one. */
    id: text().primaryKey(),
    businessName: text().notNull(),
    name: text().notNull(),
    email: text().notNull(),
    phone: text().notNull(),
    subdomain: text().notNull(),
    /** The address, as usernames are compared. */
    usernameKey: text().notNull(),
    /** PHC string of scrypt; empty once it is decided. */
    passwordHash: text().notNull(),
    /** HMAC of the six digits that were mailed. */
    codeHash: text().notNull(),
    /** What stands around the network that it came from: a flood gives way to others, not they to it. */
    near: text().notNull(),
    /** Who holds the mailbox, as far as an address tells: its domain, or at a public service the mailbox itself. */
    mailHolder: text().notNull(),
    /** Codes that were given, right or wrong. */
    tries: integer().notNull().default(0),
    expiresAt: integer().notNull(),
    /** begun: the address is not proved. waiting: it is, and holds subdomain and username among those who wait. */
    state: text({ enum: ["begun", "waiting", "approved", "refused"] }).notNull(),
    provedAt: integer(),
    /** When operators had a letter of it; null = they have none yet. */
    toldAt: integer(),
    decidedAt: integer(),
  },
  (table) => [
    uniqueIndex("sign_ups_subdomain").on(table.subdomain).where(sql`state = 'waiting'`),
    uniqueIndex("sign_ups_username").on(table.usernameKey).where(sql`state = 'waiting'`),
    index("sign_ups_state").on(table.state),
  ],
);
