import { sql } from "drizzle-orm";
import { blob, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const ads = sqliteTable("ads", {
  id: text().primaryKey(),
  title: text().notNull(),
  description: text().notNull().default(""),
  /** HTML, cleaned when it was saved. */
  content: text().notNull(),
  /** Own address of the stored picture, `/media/<hash>`. */
  imageUrl: text(),
  externalUrl: text(),
  /** Seconds. */
  displayDuration: integer().notNull(),
  /** 1 to 10; higher shows first. */
  priority: integer().notNull(),
  /** As it was given: a date (YYYY-MM-DD, a day in Africa/Nairobi) or an instant. */
  startDate: text(),
  endDate: text(),
  /** The same as moments: shown from `startsAt` on and before `endsAt`. */
  startsAt: integer(),
  endsAt: integer(),
  targetAudience: text({ enum: ["all", "new_users", "returning_users"] }).notNull(),
  isActive: integer({ mode: "boolean" }).notNull(),
  viewCount: integer().notNull().default(0),
  clickCount: integer().notNull().default(0),
  createdAt: integer().notNull(),
  updatedAt: integer().notNull(),
  archivedAt: integer(),
});

/** Small pictures (logos, images of advertisements), served by hash for as long as one of `media_uses` names them. */
export const media = sqliteTable("media", {
  /** SHA-256 (hex) of the bytes. */
  hash: text().primaryKey(),
  type: text({ enum: ["image/webp", "image/png", "image/jpeg", "image/gif"] }).notNull(),
  bytes: blob({ mode: "buffer" }).notNull(),
  createdAt: integer().notNull(),
});

/** Who uses a picture: providers may have the same one. */
export const mediaUses = sqliteTable(
  "media_uses",
  {
    hash: text().notNull(),
    /** Empty = the platform's own: its general look and advertisements. */
    providerId: text().notNull(),
    storedAt: integer().notNull(),
    /** Since when nothing of this user's shows it; null = something does. */
    unusedSince: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.providerId, table.hash] }),
    index("media_uses_hash").on(table.hash),
    index("media_uses_unused").on(table.unusedSince).where(sql`unused_since IS NOT NULL`),
  ],
);
