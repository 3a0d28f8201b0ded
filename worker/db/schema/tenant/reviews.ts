import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Money that needs a person: a success that the gateway denied, another amount than asked, a push without any answer. */
export const reviews = sqliteTable(
  "reviews",
  {
    providerId: text().notNull(),
    id: text().notNull(),
    at: integer().notNull(),
    paymentId: text().notNull(),
    kind: text({
      enum: [
        ...["denied", "amount", "phone", "receipt", "lost", "dead-letter"],
        // Paid twice for one purchase; in the gateway's statement and not here; here and not there; D1 and object differ.
        ...["double", "unknown-receipt", "not-in-statement", "projection"],
        // A statement of a day could not be had until the gateway had forgotten it.
        "statement",
      ] as const,
    }).notNull(),
    detail: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
    resolvedAt: integer(),
    /** Who closed it, and how. */
    resolvedBy: text(),
    resolution: text(),
  },
  (table) => [
    primaryKey({ columns: [table.providerId, table.id] }),
    index("reviews_open").on(table.at).where(sql`resolved_at IS NULL`),
  ],
);
