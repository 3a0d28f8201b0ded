import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Role } from "../../../contract/values/roles.ts";
import { providers } from "./providers.ts";

/** Super admins. The admins of a provider lie in its object (worker/db/schema/tenant/admins.ts). */
export const operators = sqliteTable(
  "operators",
  {
    id: text().primaryKey(),
    username: text().notNull(),
    /** Lower case: usernames are unique over the platform in any case, those of providers' admins among them. */
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
    /** Came by an invitation: can do nothing without a second factor, whatever the platform asks of others. */
    secondFactorDemanded: integer({ mode: "boolean" }).notNull().default(false),
  },
  (table) => [uniqueIndex("operators_username").on(table.usernameKey)],
);

/** Links by which somebody becomes a super admin. One that was used or withdrawn, or that ran out, opens nothing. */
export const operatorInvitations = sqliteTable(
  "operator_invitations",
  {
    id: text().primaryKey(),
    /** SHA-256 (hex) of the 256-bit code that only the link holds. */
    codeHash: text().notNull(),
    name: text().notNull(),
    email: text().notNull(),
    invitedBy: text()
      .notNull()
      .references(() => operators.id),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
    /** When it was used or withdrawn; null = it is open. */
    endedAt: integer(),
  },
  (table) => [uniqueIndex("operator_invitations_code").on(table.codeHash)],
);

/** Of super admins alone, in their own console and in those of providers. */
export const operatorSessions = sqliteTable(
  "operator_sessions",
  {
    /** SHA-256 (hex) of the 256-bit token that only the browser holds. */
    tokenHash: text().primaryKey(),
    operatorId: text()
      .notNull()
      .references(() => operators.id),
    /** The provider for whom they act in it, and as which of its admins; null = their own console. */
    providerId: text(),
    adminId: text(),
    /** Hash of their own session from which they opened it to act for a provider: it ends with that one. */
    openedBy: text(),
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
  (table) => [
    index("operator_sessions_operator").on(table.operatorId),
    index("operator_sessions_provider").on(table.providerId).where(sql`provider_id IS NOT NULL`),
  ],
);

/** Whose admin has a username. The admin itself lies in the provider's object. */
export const adminNames = sqliteTable(
  "admin_names",
  {
    usernameKey: text().primaryKey(),
    username: text().notNull(),
    /** Of the person, as the admin's profile says; the audit is searched by it. */
    name: text().notNull(),
    adminId: text().notNull(),
    providerId: text()
      .notNull()
      .references(() => providers.id),
    /** The name is given out, and this is still to be written in the provider's object; null = it is there. */
    pending: text({ mode: "json" }).$type<PendingAdmin>(),
  },
  (table) => [
    uniqueIndex("admin_names_admin").on(table.adminId),
    index("admin_names_provider").on(table.providerId),
    index("admin_names_pending").on(table.providerId).where(sql`pending IS NOT NULL`),
  ],
);

/** What the platform does not keep of an admin once it is in the provider's object. */
export type PendingAdmin = {
  email: string;
  role: Role;
  passwordHash: string;
  createdAt: number;
  /** In the provider's object, by which alone this admin is made; null = came with the provider. */
  invitationId: string | null;
  /** The address was proved before there was an admin. */
  isEmailConfirmed?: true;
};

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
