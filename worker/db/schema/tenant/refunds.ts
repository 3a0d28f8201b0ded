import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Money that goes back to a payer. A projection of its payment's object, applied only with a higher `seq`. `unknown`: the
 * gateway's answer was lost, and nothing more may be given back of this payment until somebody knows.
 */
export const refunds = sqliteTable(
  "refunds",
  {
    providerId: text().notNull(),
    id: text().notNull(),
    seq: integer().notNull(),
    paymentId: text().notNull(),
    cents: integer().notNull(),
    status: text({ enum: ["requested", "submitting", "pending", "done", "failed", "unknown"] }).notNull(),
    reason: text().notNull(),
    /** The gateway's own words. */
    detail: text(),
    /** The gateway's name for it, and its receipt. */
    handle: text(),
    receipt: text(),
    requestedBy: text().notNull(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.providerId, table.id] }),
    index("refunds_payment").on(table.providerId, table.paymentId),
    index("refunds_newest").on(table.createdAt),
  ],
);
