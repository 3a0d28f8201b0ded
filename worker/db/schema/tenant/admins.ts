import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Scope } from "../../../contract/values/api-token.ts";
import { roles } from "../../../contract/values/roles.ts";

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
    /** The address that was confirmed by a mailed link; another one than `email` counts for nothing. */
    confirmedEmail: text(),
    role: text({ enum: roles }).notNull(),
    /** How much they may give away in a day, in minutes; of an owner it says nothing. */
    freeMinutes: integer().notNull().default(0),
    /** PHC string of scrypt. */
    passwordHash: text().notNull(),
    createdAt: integer().notNull(),
    disabledAt: integer(),
    /** No longer of the provider's people, and disabled for good. The row stays: a repeated delivery of it must find it. */
    removedAt: integer(),
    /** Sealed base32 key of the authenticator app; counts only once `totpSince` is set. */
    totpKey: text(),
    /** Since when a code is asked for beside the password; null = no second factor. */
    totpSince: integer(),
    /** The last time step (30 s) whose code was used: no code counts twice. */
    totpStep: integer(),
    /** Keyed hashes of the recovery codes that are left. */
    recoveryHashes: text({ mode: "json" }).$type<string[]>(),
  },
  (table) => [uniqueIndex("admins_username").on(table.usernameKey)],
);

/** One row, `own`, once an owner has chosen: what is asked of all the provider's people. */
export const peopleRules = sqliteTable("people_rules", {
  id: text().primaryKey(),
  /** Without a second factor of their own they can do nothing but set one up. */
  secondFactorRequired: integer({ mode: "boolean" }).notNull().default(false),
});

/** What people with a limit gave away lately: more time, or free vouchers. */
export const gifts = sqliteTable(
  "gifts",
  {
    id: text().primaryKey(),
    adminId: text()
      .notNull()
      .references(() => admins.id),
    minutes: integer().notNull(),
    givenAt: integer().notNull(),
  },
  (table) => [index("gifts_admin").on(table.adminId, table.givenAt)],
);

/** Links that were mailed to people: to confirm their address, or for a new password. */
export const mailedLinks = sqliteTable(
  "mailed_links",
  {
    id: text().primaryKey(),
    /** SHA-256 (hex) of the 256-bit code that only the letter holds. */
    codeHash: text().notNull(),
    kind: text({ enum: ["confirm", "reset"] }).notNull(),
    adminId: text()
      .notNull()
      .references(() => admins.id),
    /** Where it was sent; it opens nothing once the admin has another one. */
    email: text().notNull(),
    createdAt: integer().notNull(),
    /** While its letter waits: the latest of all moments. Once that was sent: so long after it. */
    expiresAt: integer().notNull(),
    /** When it was used, or made void by a new password; null = it is open. */
    endedAt: integer(),
    /** When it was used; null = never. */
    usedAt: integer(),
  },
  (table) => [
    uniqueIndex("mailed_links_code").on(table.codeHash),
    index("mailed_links_admin").on(table.adminId, table.createdAt),
  ],
);

/** Links by which somebody becomes an admin. One that was used or withdrawn, or that ran out, opens nothing. */
export const adminInvitations = sqliteTable(
  "admin_invitations",
  {
    id: text().primaryKey(),
    /** SHA-256 (hex) of the 256-bit code that only the link holds. */
    codeHash: text().notNull(),
    name: text().notNull(),
    email: text().notNull(),
    role: text({ enum: roles }).notNull(),
    /** An owner; one who is none any more takes their open invitations along. */
    invitedBy: text()
      .notNull()
      .references(() => admins.id),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
    /** When it was used or withdrawn; null = it is open. Never taken back: who was made by it stays the only one. */
    endedAt: integer(),
  },
  (table) => [uniqueIndex("admin_invitations_code").on(table.codeHash)],
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

/** By which programs of the provider call. */
export const apiTokens = sqliteTable(
  "api_tokens",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    /** SHA-256 (hex) of the 256-bit secret that only the program holds. */
    tokenHash: text().notNull(),
    scopes: text({ mode: "json" }).$type<Scope[]>().notNull(),
    /** It opens nothing while this admin is no owner who can sign in. */
    madeBy: text()
      .notNull()
      .references(() => admins.id),
    createdAt: integer().notNull(),
    /** null = no end. */
    expiresAt: integer(),
    lastUsedAt: integer(),
    /** Never taken back. */
    revokedAt: integer(),
  },
  (table) => [uniqueIndex("api_tokens_token").on(table.tokenHash)],
);
