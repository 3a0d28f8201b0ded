import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { operators } from "./admins.ts";

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

/** Files of the last nights' backups, as they were put into the store. */
export const backupFiles = sqliteTable(
  "backup_files",
  {
    /** The Nairobi day on which the backup began, YYYY-MM-DD. */
    night: text().notNull(),
    /** The file's address in the store. */
    key: text().notNull(),
    /** Whose it is; empty = the platform's own rows. */
    providerId: text().notNull(),
    sha256: text().notNull(),
    bytes: integer().notNull(),
    rows: integer().notNull(),
    /** The moment of which its rows are, UTC ms. */
    at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.night, table.key] })],
);

/** Providers that came from a backup. */
export const loadedProviders = sqliteTable(
  "loaded_providers",
  {
    providerId: text().primaryKey(),
    /** Of the backup. */
    night: text().notNull(),
    /** The moment of which its rows are, UTC ms; null = they are not loaded yet. */
    rowsAt: integer(),
    /** As it was in the backup; `restoring` meanwhile. */
    status: text().notNull(),
    beganAt: integer().notNull(),
    /** Null = it is being loaded, and closed. */
    endedAt: integer(),
    /** What goes out (payouts, refunds) is held until somebody has compared what went out since the backup; null = it is held. */
    releasedAt: integer(),
  },
  (table) => [index("loaded_providers_night").on(table.night)],
);

/** A step of going live that the platform can't see, and the operator who said that it is done (docs/go-live.md). */
export const goLiveMarks = sqliteTable("go_live_marks", {
  step: text().primaryKey(),
  operatorId: text()
    .notNull()
    .references(() => operators.id),
  at: integer().notNull(),
});
