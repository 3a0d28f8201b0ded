import { sql } from "drizzle-orm";
import { blob, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

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
