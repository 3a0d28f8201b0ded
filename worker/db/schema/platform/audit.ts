import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const audit = sqliteTable(
  "audit",
  {
    id: text().primaryKey(),
    at: integer().notNull(),
    actor: text({ enum: ["provider", "platform", "bridge", "system"] }).notNull(),
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
