import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Who may sign in for the provider. The platform has their usernames alone (`admin_names`). */
export const admins = sqliteTable(
  "admins",
  {
    id: text().primaryKey(),
    username: text().notNull(),
    /** Lower case: usernames are unique over the platform in any case. */
    usernameKey: text().notNull(),
    name: text().notNull(),
    email: text().notNull(),
    role: text().notNull(),
    /** PHC string of scrypt. */
    passwordHash: text().notNull(),
    createdAt: integer().notNull(),
    disabledAt: integer(),
  },
  (table) => [uniqueIndex("admins_username").on(table.usernameKey)],
);

/** Of the provider's own admins. Those in which a super admin acts for it lie with the platform. */
export const sessions = sqliteTable(
  "sessions",
  {
    /** SHA-256 (hex) of the 256-bit token that only the browser holds. */
    tokenHash: text().primaryKey(),
    adminId: text()
      .notNull()
      .references(() => admins.id),
    /** The host the cookie was set on; a session is worth nothing on another. */
    host: text().notNull(),
    createdAt: integer().notNull(),
    lastSeenAt: integer().notNull(),
    expiresAt: integer().notNull(),
    revokedAt: integer(),
    /** When the password was last given in it. */
    confirmedAt: integer().notNull(),
    /** Browser and system by their names, as the browser says them; null = it said nothing known. */
    browser: text(),
  },
  (table) => [index("sessions_admin").on(table.adminId)],
);
