import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { providers } from "./providers.ts";

export const admins = sqliteTable(
  "admins",
  {
    id: text().primaryKey(),
    providerId: text().references(() => providers.id),
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
    /** Chosen look of the super admin's pages; null = as the device says. */
    theme: text(),
    /** Sealed base32 key of the authenticator app; counts only once `totpSince` is set. */
    totpKey: text(),
    /** Since when a code is asked for beside the password; null = no second factor. */
    totpSince: integer(),
    /** The last time step (30 s) whose code was used: no code counts twice. */
    totpStep: integer(),
    /** Keyed hashes of the recovery codes that are left. */
    recoveryHashes: text({ mode: "json" }).$type<string[]>(),
  },
  (table) => [
    uniqueIndex("admins_username").on(table.usernameKey),
    index("admins_provider").on(table.providerId),
  ],
);

export const sessions = sqliteTable(
  "sessions",
  {
    /** SHA-256 (hex) of the 256-bit token that only the browser holds. */
    tokenHash: text().primaryKey(),
    adminId: text()
      .notNull()
      .references(() => admins.id),
    audience: text({ enum: ["provider", "platform"] }).notNull(),
    providerId: text(),
    /** The host the cookie was set on; a session is worth nothing on another. */
    host: text().notNull(),
    createdAt: integer().notNull(),
    lastSeenAt: integer().notNull(),
    expiresAt: integer().notNull(),
    revokedAt: integer(),
    /** The super admin who acts through this session, if any. */
    actingAs: text(),
    /** Hash of the super admin's own session from which this one was opened, if any: it ends with that one. */
    openedBy: text(),
    /** When the password was last given in it. */
    confirmedAt: integer().notNull().default(0),
    /** Browser and system by their names, as the browser says them; null = it said nothing known. */
    browser: text(),
  },
  (table) => [
    index("sessions_admin").on(table.adminId),
    index("sessions_acting").on(table.actingAs).where(sql`acting_as IS NOT NULL`),
  ],
);

export const handoffCodes = sqliteTable("handoff_codes", {
  /** SHA-256 (hex) of the 256-bit code. */
  codeHash: text().primaryKey(),
  providerId: text().notNull(),
  /** Host with port where it may be exchanged. */
  host: text().notNull(),
  /** The super admin, and the session in which they asked for it. */
  actorId: text().notNull(),
  actorSession: text().notNull(),
  createdAt: integer().notNull(),
  expiresAt: integer().notNull(),
  usedAt: integer(),
});
