import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

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
