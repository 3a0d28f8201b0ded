import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export const audit = sqliteTable(
  "audit",
  {
    id: text().primaryKey(),
    at: integer().notNull(),
    actor: text({ enum: ["provider", "platform", "bridge", "system", "customer"] }).notNull(),
    actorId: text(),
    providerId: text(),
    action: text().notNull(),
    subject: text(),
    detail: text({ mode: "json" }).$type<Record<string, unknown>>(),
    /** Network address of whoever did it; null = not known. */
    network: text(),
  },
  (table) => [index("audit_provider").on(table.providerId, table.at), index("audit_at").on(table.at)],
);

export const mail = sqliteTable(
  "mail",
  {
    id: text().primaryKey(),
    /** One address. */
    recipient: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    /** The event and the address: each letter is written once. */
    event: text().notNull(),
    createdAt: integer().notNull(),
    sentAt: integer(),
    attempts: integer().notNull().default(0),
    nextAt: integer().notNull(),
    fault: text(),
    /**
     * own: the platform's news. asked: asked for without a sign-in, to a proved address. stranger: to an unproved address. Their order:
     * worker/features/mail/next-letters.ts.
     */
    lane: text({ enum: ["own", "asked", "stranger"] })
      .notNull()
      .default("own"),
    /** The network that wanted it, and what stands around that; null in the lane `own`. */
    askedFrom: text(),
    askedNear: text(),
  },
  (table) => [
    uniqueIndex("mail_event").on(table.event),
    index("mail_waiting").on(table.nextAt).where(sql`sent_at IS NULL`),
  ],
);
