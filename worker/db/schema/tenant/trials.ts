import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One row, `own`, once a provider has set its free trial. */
export const trialSettings = sqliteTable("trial_settings", {
  id: text().primaryKey(),
  isOn: integer({ mode: "boolean" }).notNull(),
  minutes: integer().notNull(),
  downKbps: integer().notNull(),
  upKbps: integer().notNull(),
  /** Trials that begin at one router in a day. */
  perDay: integer().notNull(),
  /** From when on a phone or device may have another one; null = never. */
  againAfterDays: integer(),
});

/** A trial that was asked for: its code is computed from the id, and kept nowhere. */
export const trials = sqliteTable(
  "trials",
  {
    /** Random: who asked knows it, and nobody else. */
    id: text().primaryKey(),
    phone: text().notNull(),
    subject: text().notNull(),
    routerId: text().notNull(),
    askedAt: integer().notNull(),
    /** Codes that were typed, right or wrong. */
    tries: integer().notNull().default(0),
    /** When the code was proven and the access given. */
    givenAt: integer(),
  },
  (table) => [
    index("trials_phone").on(table.phone, table.givenAt).where(sql`given_at IS NOT NULL`),
    index("trials_subject").on(table.subject, table.givenAt).where(sql`given_at IS NOT NULL`),
    index("trials_given").on(table.givenAt).where(sql`given_at IS NOT NULL`),
    index("trials_open").on(table.askedAt).where(sql`given_at IS NULL`),
  ],
);

/** What trials one router gave in a day, and how many codes it let be sent. */
export const trialDays = sqliteTable(
  "trial_days",
  {
    /** YYYY-MM-DD in Africa/Nairobi. */
    day: text().notNull(),
    routerId: text().notNull(),
    codes: integer().notNull().default(0),
    given: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.day, table.routerId] })],
);
