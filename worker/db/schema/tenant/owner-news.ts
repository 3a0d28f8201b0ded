import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { morningWays } from "../../../contract/values/morning.ts";

/** One row, `own`, once a provider has chosen what its owner is told, and how. */
export const ownerNews = sqliteTable("owner_news", {
  id: text().primaryKey(),
  morningBy: text({ enum: morningWays }).notNull().default("off"),
  /** Of the day in Nairobi. */
  morningHour: integer().notNull().default(7),
  /** By SMS, when a router is away. */
  alarms: integer({ mode: "boolean" }).notNull().default(false),
  language: text({ enum: ["en", "sw"] })
    .notNull()
    .default("en"),
  /** The last Nairobi day whose morning was told, or is over; empty: none. */
  toldDay: text().notNull().default(""),
  /** When the last alarms were written, oldest first, UTC ms: no more than some in an hour. */
  alarmsAt: text({ mode: "json" }).$type<number[]>().notNull().default([]),
});

/**
 * A bridge or a router that was away long enough to be told of. open: no alarm yet; told: one was written; untold: it will get none;
 * back: there again, and that is to be told; over: nothing is left to do.
 */
export const absences = sqliteTable(
  "absences",
  {
    /** The bridge's id, or the router's. */
    what: text().notNull(),
    beganAt: integer().notNull(),
    /** As it was called then. */
    name: text().notNull(),
    isBridge: integer({ mode: "boolean" }).notNull(),
    /** The provider's routers there. */
    routers: text({ mode: "json" }).$type<{ id: string; name: string }[]>().notNull(),
    state: text({ enum: ["open", "told", "untold", "back", "over"] }).notNull(),
    /** When it went, or came back, as this provider's object learned it. */
    changedAt: integer().notNull(),
    endedAt: integer(),
    /** The message by which it was told. */
    messageId: text(),
  },
  (table) => [
    primaryKey({ columns: [table.what, table.beganAt] }),
    index("absences_open").on(table.changedAt).where(sql`state <> 'over'`),
  ],
);
