import { blob, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Small pictures (logos, images of advertisements), served by hash for ever. */
export const media = sqliteTable("media", {
  /** SHA-256 (hex) of the bytes. */
  hash: text().primaryKey(),
  type: text({ enum: ["image/webp", "image/png", "image/jpeg", "image/gif"] }).notNull(),
  bytes: blob({ mode: "buffer" }).notNull(),
  createdAt: integer().notNull(),
});
